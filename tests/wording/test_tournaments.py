"""How an evening of several tables is ranked, in words."""

from django.utils.translation import override

from referee.wording.tournaments import tournament_rules


def test_an_evening_at_several_tables_says_all_its_rules_under_the_table():
    with override("en"):
        rules = tournament_rules((5, 3, 1, 0), [5, 4, 4, 3], has_final=False)
    assert [rule.partition(":")[0].partition(",")[0] for rule in rules] == [
        "Ranked by points for places",
        "Points for places",
        "At tables of other sizes the first and the last number stay",
        "A shared victory is divided among those who share it.",
        "Share of the tables’ points",
        "Meeting each other",
    ]
    assert rules[0] == (
        "Ranked by points for places, then wins, then share of the tables’ points, then meeting"
        " each other. Who is equal in all of them shares a place."
    )
    assert rules[2].endswith(": with 3 players 5-2-0; with 5 players 5-3½-2-¾-0.")


def test_a_list_as_long_as_every_table_is_not_stretched():
    with override("en"):
        rules = tournament_rules((5, 3, 1, 0), [4, 4], has_final=False)
    assert not any("other sizes" in rule for rule in rules)


def test_the_final_is_the_first_of_the_rules():
    with override("en"):
        first, *others = tournament_rules((5, 3, 1, 0), [4], has_final=True)
        assert others == tournament_rules((5, 3, 1, 0), [4], has_final=False)
    assert first.startswith("Those who play the final come first")
