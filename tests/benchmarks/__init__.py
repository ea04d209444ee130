"""How fast, next to what else there is: `python -m tests.benchmarks [NAME...]` (make bench).

Every module here that has BENCHES is a group, named as the module: put a file in, and it runs. A `Bench` has two sides,
timed in turn in one run; its bar is a bound on the ratio of their medians. Nothing here is a test: times depend on the
machine, and on who else uses it.
"""
