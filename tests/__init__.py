"""The tests of primecards; `python -m tests.hunt` and `python -m tests.benchmarks` run apart from them."""
