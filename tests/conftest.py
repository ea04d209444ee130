"""What every test may ask for; and that signals are heard, which whoever started the tests may have had ignored."""

import signal

from tests.browser import chromium, visitor
from tests.servers import server

__all__ = ["chromium", "server", "visitor"]

# What is ignored here, as under nohup, is ignored by every program that tests start.
for number, handler in ((signal.SIGINT, signal.default_int_handler), (getattr(signal, "SIGHUP", None), signal.SIG_DFL)):
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)
