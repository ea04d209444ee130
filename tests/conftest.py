"""What every test may ask for."""

from tests.browser import chromium, visitor

__all__ = ["chromium", "visitor"]
