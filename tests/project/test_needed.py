"""A program that tests need is never quietly absent."""

import pytest

from tests import needed


@pytest.mark.parametrize(
    ("program", "package"),
    [("nginx", "nginx-light"), ("redis-server", "redis-server"), ("openssl", "openssl"),
     ("curl", "curl"), ("jq", "jq")],
)  # fmt: skip
@pytest.mark.parametrize(
    ("in_ci", "outcome"), [(False, pytest.skip.Exception), (True, pytest.fail.Exception)]
)
def test_without_it_tests_are_skipped_or_fail_in_ci_and_say_what_installs_it(
    monkeypatch, program, package, in_ci, outcome
):
    monkeypatch.setattr(needed, "IN_CI", in_ci)
    monkeypatch.setattr(needed.shutil, "which", lambda *_, **_more: None)
    with pytest.raises(outcome, match=f"no {program} was found.* apt-get install {package}$"):
        needed.needed(program)
