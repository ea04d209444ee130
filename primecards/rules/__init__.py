"""The rule book: pure, without randomness, wording or files."""
