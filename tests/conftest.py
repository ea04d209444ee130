"""What every test may ask for."""

from tests.browser import chromium, visitor
from tests.servers import server

__all__ = ["chromium", "server", "visitor"]
