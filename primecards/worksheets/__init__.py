"""Worksheets: what carries puzzles to paper."""
