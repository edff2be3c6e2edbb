"""A program that tests need is never quietly absent."""

import pytest

from tests import needed


@pytest.mark.parametrize(
    ("in_ci", "outcome"), [(False, pytest.skip.Exception), (True, pytest.fail.Exception)]
)
def test_without_it_tests_are_skipped_or_fail_in_ci_and_say_what_installs_it(
    monkeypatch, in_ci, outcome
):
    monkeypatch.setattr(needed, "IN_CI", in_ci)
    monkeypatch.setattr(needed.shutil, "which", lambda *_, **_more: None)
    with pytest.raises(outcome, match=r"no nginx was found.* apt-get install nginx-light$"):
        needed.needed("nginx")
