"""`make bench-club` measures what it says it measures."""

import pytest

from scripts.bench import club


@pytest.fixture
def bench(monkeypatch):
    few = {"FEW": 5, "VISITS": 2, "WARM_UPS": 1, "FINISHED": 1, "CORRECTED": 1}
    for name, number in few.items():
        monkeypatch.setattr(club, name, number)
    monkeypatch.setenv("GAMES", "12")
    return club


@pytest.mark.slow
def test_two_clubs_are_filled_and_every_page_is_measured(bench, capsys):
    bench.main()
    said = capsys.readouterr().out
    assert "5 games, " in said
    assert "12 games, " in said
    assert "not measured" not in said
    for page in bench.PAGES:
        assert f"\n{page.words}\n" in said
    assert said.count(" queries") == 2 * len(bench.PAGES) + said.count("of queries")
    assert said.count("the same number of queries: ") == len(bench.PAGES)
    kept = said[said.index("Keeping the results") :].splitlines()[1:6]
    assert "aim: at most 500 ms: met" in said
    assert "the ratings of all later games were right after 0.0 s" in said  # they are few
    assert all(float(number) > 0 for line in kept for number in line.split()[-2:])


@pytest.mark.parametrize(
    ("many", "queries", "time"),
    [
        ((14.9, 8), "met", "met"),
        ((15.1, 8), "met", "NOT met"),
        ((9.0, 9), "NOT met", "met"),
    ],
)
def test_the_aims_are_the_queries_and_the_time(bench, capsys, many, queries, time):
    page = bench.PAGES[0]
    bench.show(page, [bench.Measured(10.0, 8, 5), bench.Measured(*many, 5)])
    said = capsys.readouterr().out
    assert f"the same number of queries: {queries}\n" in said
    assert said.rstrip().endswith(f" ×, {time}")


def test_a_page_that_fails_says_why(bench, capsys):
    bench.show(bench.PAGES[0], "it answers 500.")
    assert "not measured: it answers 500." in capsys.readouterr().out
