"""Run the command line by `python -m primecards`."""

from primecards.cli import main

main()
