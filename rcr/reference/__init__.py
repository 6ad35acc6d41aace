"""What bounds are held against: the exact value, and the best that compensation alone can reach."""
