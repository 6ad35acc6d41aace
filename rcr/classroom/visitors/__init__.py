"""What belongs to a visitor: runs, and what has been learnt."""
