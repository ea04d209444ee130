"""A pytest plugin: a test skipped, or failing as expected, fails the run. A test that does not run proves nothing."""

import pytest

NOT_RUN = ("skipped", "xfailed", "xpassed")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    # The terminal's counts hold every kind of skip (of a test, of a whole module) and those of xdist's workers, which
    # have no terminal themselves.
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and session.exitstatus == 0 and any(reporter.stats.get(outcome) for outcome in NOT_RUN):
        reporter.write_line("\nno_skips: every test must run; the summary names those that did not", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
