"""The pages and the JSON API: the other door, beside the command line."""
