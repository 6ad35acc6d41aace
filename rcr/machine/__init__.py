"""What threads and visitors share: the processor, the memory, and what is worked out only once."""
