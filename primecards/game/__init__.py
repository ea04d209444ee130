"""A match by the rules: what happens, what a player sees, who plays how, and what it is worth."""
