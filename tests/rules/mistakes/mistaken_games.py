"""Mistakes made in real games, worked by hand: what the player has, and what comes out wrong."""

from typing import Any, NamedTuple

SEATS = "ABCDEFGH"


class MistakenGame(NamedTuple):
    """A mistake of player A in a game.

    Attributes:
        code: the mistake.
        game: "sushi-go", "sushi-roll", or a Party menu.
        tableaus: by seat, parted by " / "; rounds, parted by " ; ".
        right: A's total.
        claimed: what A has instead.
        fields: more of the sheet.
    """

    code: str
    game: str
    tableaus: str
    right: int
    claimed: int
    fields: dict[str, Any] = {}

    @property
    def players(self) -> list[str]:
        """The names of all who play."""
        seats = self.tableaus.split(" ; ")[0].split("/")
        return list(SEATS[: len(seats)])

    def sheet(self) -> dict[str, Any]:
        """The score sheet."""
        fields = {key: value for key, value in self.fields.items() if key != "claims"}
        party = self.game not in ("sushi-go", "sushi-roll")
        named = {"ruleset": "sushi-go-party", "menu": self.game.removeprefix("party ")}
        rounds: list[dict[str, Any]] = [
            {"tableaus": dict(zip(self.players, map(str.strip, text.split("/")), strict=True))}
            for text in self.tableaus.split(" ; ")
        ]
        if "claims" in self.fields:
            rounds[0]["uramaki_claims"] = self.fields["claims"]
        ruleset = named if party else {"ruleset": self.game}
        return {**ruleset, "players": self.players, "rounds": rounds, **fields}


def at_the_end(tableaus: str) -> str:
    """The tableaus of the first round of a whole game; nobody has anything in the others."""
    nothing = "/".join("" for _ in tableaus.split("/"))
    return f"{tableaus} ; {nothing} ; {nothing}"


PARTY = "party sushi-go"
ROLL = "sushi-roll"
GO = "sushi-go"
M = MistakenGame

MISTAKEN_GAMES = [
    # Sushi Go! splits ties, the other two pay them in full.
    M("other-edition-ties", GO, "maki-3 / maki-3 / maki-1", 3, 6),
    M("other-edition-ties", GO, at_the_end("pudding*2 / pudding*2 / pudding"), 3, 6),
    M("other-edition-ties", PARTY, "maki-3 / maki-3 / maki-1", 6, 3),
    M("other-edition-ties", PARTY, at_the_end("pudding*2 / pudding*2 / pudding"), 6, 3),
    M("other-edition-ties", "party-sampler", "temaki*2 / temaki*2 / temaki", 4, 2),
    M("other-edition-ties", ROLL, "maki-3 / maki-3 / maki-1", 6, 3),
    M("other-edition-ties", ROLL, at_the_end("pudding / pudding-2 / pudding-2/pudding"), -6, -3),
    # In Sushi Go! nobody is second after a tie; a shared uramaki place uses up two.
    M("second-after-tie", GO, "maki-1 / maki-3 / maki-3", 0, 3),
    M(
        "second-after-tie", "points-platter", "uramaki-3 / /", 2, 5,
        {"claims": [{"B": 10, "C": 10}]},
    ),
    # In the other two somebody is.
    M("second-place-skipped", PARTY, "maki-1 / maki-3 / maki-3", 3, 0),
    M("second-place-skipped", ROLL, "maki-1 / maki-3 / maki-3", 3, 0),
    # 6 by four is 1 each.
    M("remainder-kept", GO, "maki-3 / maki-3 / maki-3 / maki-3", 1, 2),
    M("remainder-kept", GO, at_the_end("pudding/pudding/pudding/pudding/"), 1, 2),
    M("remainder-kept", GO, "maki-2 / maki-3 / maki-2 ; maki-1 / maki-3 / maki-1", 2, 3),
    # -6 by four is -1 each, not -2.
    M("negative-share-rounded", GO, at_the_end("/ / / / pudding"), -1, -2),
    # Second place takes a maki.
    M("zero-maki-paid", GO, "tempura*2 / maki-3", 5, 8),
    M("zero-maki-paid", PARTY, "tempura*2 / maki-3", 5, 8),
    M("zero-maki-paid", ROLL, "tempura-2 / maki-3", 5, 8),
    # Icons are compared, and up to five players have two places for maki.
    M("maki-by-cards", GO, "maki-1*2 / maki-3", 3, 6),
    M("maki-by-cards", PARTY, "maki-1*2 / maki-3", 3, 6),
    M("maki-by-cards", ROLL, "maki-1*2 / maki-3", 3, 6),
    M("maki-other-table", PARTY, "maki-1 / maki-2 / maki-3", 0, 2),
    M("other-places", GO, "maki-2 / maki-3", 3, 0),
    M("other-places", GO, "maki-1 / maki-2 / maki-3", 0, 1),
    M("other-places", "party-sampler", "temaki / temaki*2 /", 0, 2),
    M("other-places", ROLL, at_the_end("/ pudding / pudding"), -6, 0),
    M("tie-pooled", GO, "maki-3 / maki-3 / maki-1", 3, 4),
    M("tie-pooled", PARTY, "maki-3 / maki-3 / maki-1", 6, 4),
    M("others-lose", "party-sampler", "temaki / temaki*2 /", 0, -4),
    M("others-lose", GO, at_the_end("pudding / pudding*2 /"), 0, -6),
    M("equal-shared", GO, at_the_end("pudding / pudding"), 0, 3),
    M("equal-shared", ROLL, at_the_end("pudding / pudding / pudding"), 0, 2),
    # Fewest temaki lose 4.
    M("temaki-loss-forgotten", "party-sampler", "tempura*2 / temaki / temaki*2", 1, 5),
    M(
        "temaki-loss-forgotten", "party-sampler",
        "tempura*2 / temaki / temaki*2 ; / temaki / temaki ; tempura*2 / temaki /", -2, 10,
    ),
    M(
        "temaki-loss-forgotten", "party-sampler",
        "tempura*2 / temaki / temaki*2 ; / temaki / temaki ; tempura*2 / temaki /", -2, 6,
    ),
    # Of two players nobody loses.
    M("two-player-loss", GO, at_the_end("tempura*2 / pudding"), 5, -1),
    M("two-player-loss", PARTY, at_the_end("tempura*2 / pudding"), 5, -1),
    M("two-player-loss", "party-sampler", "tempura*2 / temaki", 5, 1),
    M("two-player-loss", ROLL, at_the_end("tempura-2 / pudding"), 5, -1),
    # Edamame: a point for each opponent who has some, at most 4.
    M("edamame-by-cards", "points-platter", "edamame*2 / edamame*3 /", 2, 6),
    M("edamame-by-cards", "points-platter", "edamame*3 / edamame / edamame", 6, 3),
    M("edamame-by-cards", "points-platter", "edamame*2 / edamame*3 / edamame*2", 4, 10),
    M(
        "edamame-no-cap", "points-platter",
        "edamame / edamame / edamame / edamame / edamame / edamame", 4, 5,
    ),
    M("own-counted", "points-platter", "edamame*2 / edamame /", 2, 4),
    M("paid-once", "points-platter", "edamame*3 / edamame / edamame", 6, 2),
    M("paid-once", "my-first-meal", "tea*2 egg-nigiri*3 /", 9, 6),
    # Soy sauce: 4 for each, to whoever has most colours.
    M("soy-once", "cutthroat-combo", "soy-sauce*2 eel*2 tofu / eel /", 17, 13),
    M(
        "soy-among-owners", "cutthroat-combo",
        "soy-sauce eel*2 / eel tofu miso-soup / eel tofu miso-soup squid-nigiri", 7, 11,
    ),
    M("soy-runner-up", "cutthroat-combo", "soy-sauce eel*2 / eel tofu miso-soup /", 7, 11),
    M(
        "soy-runner-up", GO, "soy-sauce tempura*2 / soy-sauce tempura sashimi", 5, 9,
        {"variants": ["soy-sauce-promo"]},
    ),
    M(
        "colours-by-type", "cutthroat-combo",
        "soy-sauce egg-nigiri salmon-nigiri / soy-sauce tofu miso-soup*2 /", 3, 7,
    ),
    # Uramaki: first come, first served; claimed icons are gone.
    M("uramaki-order", "dinner-for-two", "/", 5, 8, {"claims": [{"B": 11}, {"A": 10}]}),
    M("uramaki-order", "dinner-for-two", "/", 8, 5, {"claims": [{"B": 10, "A": 11}]}),
    M("uramaki-twice", "dinner-for-two", "/ uramaki-3", 8, 13, {"claims": [{"A": 10}]}),
    # Wasabi triples the next nigiri, and no other.
    M("wasabi-doubles", GO, "wasabi+squid-nigiri / egg-nigiri", 9, 6),
    M("wasabi-doubles", PARTY, "wasabi+salmon-nigiri / egg-nigiri", 6, 4),
    M("wasabi-doubles", ROLL, "wasabi+squid-nigiri / egg-nigiri", 9, 6),
    M("tripled-on-top", GO, "wasabi+squid-nigiri / egg-nigiri", 9, 12),
    M("tripled-on-top", ROLL, "wasabi+salmon-nigiri / egg-nigiri", 6, 8),
    M("wasabi-untripled", GO, "wasabi+squid-nigiri / egg-nigiri", 9, 3),
    M("wasabi-untripled", PARTY, "wasabi+squid-nigiri wasabi+salmon-nigiri /", 15, 5),
    M("wasabi-untripled", PARTY, "wasabi+squid-nigiri wasabi+salmon-nigiri /", 15, 11),
    M("wasabi-untripled", ROLL, "wasabi+squid-nigiri / egg-nigiri", 9, 3),
    M("wasabi-all-nigiri", GO, "wasabi+squid-nigiri salmon-nigiri /", 11, 15),
    M("wasabi-all-nigiri", PARTY, "wasabi+squid-nigiri salmon-nigiri /", 11, 15),
    M("wasabi-all-nigiri", ROLL, "wasabi+squid-nigiri salmon-nigiri /", 11, 15),
    M("wasabi-earlier-nigiri", GO, "salmon-nigiri egg-nigiri wasabi /", 3, 7),
    M("wasabi-earlier-nigiri", PARTY, "squid-nigiri wasabi+egg-nigiri /", 6, 10),
    M("wasabi-earlier-nigiri", ROLL, "salmon-nigiri wasabi /", 2, 6),
    # Sets.
    M("single-tempura", GO, "tempura*3 /", 5, 10),
    M("single-tempura", PARTY, "tempura / maki-1", 0, 2),
    M("pair-of-sashimi", GO, "sashimi*2 /", 0, 10),
    M("pair-of-sashimi", PARTY, "sashimi*5 /", 10, 15),
    M("sixth-dumpling", GO, "dumpling*6 /", 15, 21),
    M("sixth-dumpling", PARTY, "dumpling*6 /", 15, 21),
    M("dumpling-step", GO, "dumpling*3 /", 6, 10),
    M("dumpling-step", PARTY, "dumpling*7 /", 15, 10),
    M("dumpling-step", ROLL, "dumpling-3 dumpling-2 /", 12, 16),
    M("dumpling-step", ROLL, "dumpling*3 /", 8, 4),
    M("linear-dumplings", GO, "dumpling*4 /", 10, 4),
    M("linear-dumplings", PARTY, "dumpling*4 /", 10, 12),
    M("linear-dumplings", ROLL, "dumpling-2 dumpling /", 8, 6),
    M("table-added-up", GO, "dumpling*4 /", 10, 20),
    M("table-added-up", "dinner-for-two", "onigiri-circle onigiri-square tofu /", 6, 7),
    M("paid-per-card", GO, "sashimi*3 /", 10, 30),
    M("paid-per-card", PARTY, "dumpling*3 /", 6, 18),
    M("one-set-only", GO, "sashimi*6 /", 20, 10),
    M("one-set-only", PARTY, "tempura*4 egg-nigiri /", 11, 6),
    M("one-set-only", ROLL, "dumpling-3*2 /", 16, 8),
    M("kept-over-rounds", GO, "tempura / ; tempura /", 0, 5),
    M("kept-over-rounds", PARTY, "sashimi*2 / ; sashimi*2 / ; sashimi*2 /", 6, 26),
    M("kept-over-rounds", GO, "maki-2 / maki-1 ; maki-1 / maki-3", 9, 3),
    M("tofu-past-two", "dinner-for-two", "tofu*3 /", 0, 6),
    M("eel-single-free", "cutthroat-combo", "eel miso-soup*2 / tofu /", 3, 6),
    M("eel-third-pays", "cutthroat-combo", "eel*3 / tofu /", 7, 14),
    M("onigiri-same-shape", "dinner-for-two", "onigiri-circle*2 onigiri-square /", 5, 9),
    M("onigiri-one-set", "dinner-for-two", "onigiri-circle*2 onigiri-square*2 /", 8, 4),
    M("miso-discarded-counted", "cutthroat-combo", "miso-soup*2 tofu / tofu /", 8, 11),
    M("tea-by-face", "my-first-meal", "tea*2 egg-nigiri*2 salmon-nigiri*2 /", 14, 10),
    M("tea-wrong-set", "my-first-meal", "tea*2 tempura /", 4, 2),
    M("tea-wrong-set", "my-first-meal", "tea wasabi+egg-nigiri salmon-nigiri /", 8, 7),
    M("flipped-counted", "master-menu", "flipped:tofu*2 / /", 4, 10),
    M("flipped-counted", "master-menu", "flipped:sashimi sashimi*2 / /", 2, 12),
    # Puddings are scored once, at the end.
    M("puddings-every-round", GO, "pudding / / ; pudding / / ; / /", 6, 18),
    M("puddings-every-round", PARTY, "pudding/pudding/pudding ; pudding / / ; / /", 6, 12),
    M("puddings-every-round", ROLL, "pudding / / ; pudding / / ; pudding-2 / /", 6, 18),
    M("puddings-forgotten", GO, at_the_end("tempura*2 pudding*2 / pudding / pudding"), 11, 5),
    M("puddings-forgotten", PARTY, at_the_end("tempura*2 pudding*2 / pudding / pudding"), 11, 5),
    M("puddings-forgotten", ROLL, at_the_end("tempura-2 pudding-2 / pudding / pudding"), 11, 5),
    M("fruit-missing-free", "dinner-for-two", at_the_end("fruit-orange-orange /"), -3, 1),
    M("fruit-missing-free", "dinner-for-two", at_the_end("/"), -6, -4),
    M("counted-by-cards", "dinner-for-two", at_the_end("fruit-orange-orange*2 /"), 2, -3),
    M("counted-by-cards", ROLL, at_the_end("pudding-3 / pudding*2 / pudding*2"), 6, -6),
    M("ice-cream-singly", "my-first-meal", at_the_end("green-tea-ice-cream*3 /"), 0, 9),
    # Dice: icons count, in sets of up to three, by tables of their own.
    M("die-icons-as-one", ROLL, "tempura-2 /", 5, 1),
    M("die-icons-as-one", ROLL, "sashimi-2 dumpling-3 /", 14, 2),
    M("dice-by-card-tables", ROLL, "sashimi-3 tempura-2 dumpling-3 /", 26, 21),
    M("dice-whole-threes", ROLL, "sashimi-3 tempura-2 dumpling-2 /", 22, 13),
    M(
        "tokens-by-kind", ROLL, at_the_end("/"), 9, 8,
        {"tokens_left": {"A": {"menu": 3, "chopsticks": 3}}},
    ),
    M(
        "tokens-singly", ROLL, at_the_end("/"), 8, 11,
        {"tokens_left": {"A": {"menu": 3, "chopsticks": 2}}},
    ),
    # Cards that score nothing by themselves.
    M("chopsticks-paid", GO, "chopsticks*2 tempura*2 /", 5, 7),
    M("chopsticks-paid", PARTY, "chopsticks tempura*2 /", 5, 6),
    M("chopsticks-paid", ROLL, "chopsticks tempura-2 /", 5, 6),
    M("wasabi-paid", GO, "wasabi tempura*2 /", 5, 6),
    M("wasabi-paid", PARTY, "wasabi*2 tempura*2 /", 5, 7),
    M("wasabi-paid", ROLL, "wasabi tempura-2 /", 5, 6),
    # A house rule of another table.
    M(
        "other-ruling", "cutthroat-combo",
        "soy-sauce eel*2 pudding / eel tofu miso-soup /", 11, 7,
    ),
    M(
        "other-ruling", GO, "tempura*2 / maki-3", 8, 5, {"house_rules": {"zero-maki-scores": True}},
    ),
    # The hand is not what was entered.
    M("card-more", GO, "egg-nigiri sashimi*3 /", 11, 14),
    M("card-more", PARTY, "egg-nigiri sashimi*3 /", 11, 14),
    M("card-more", ROLL, "sashimi-2 /", 6, 13),
    M("card-fewer", GO, "dumpling*5 /", 15, 10),
    M("card-fewer", PARTY, "dumpling*5 /", 15, 10),
    M("card-fewer", ROLL, "sashimi*3 /", 13, 6),
    M("card-different", GO, "egg-nigiri sashimi*3 tempura*2 /", 16, 18),
    M("card-different", PARTY, "salmon-nigiri sashimi*3 tempura*2 /", 17, 16),
    M("card-different", ROLL, "wasabi+salmon-nigiri dumpling-3 /", 14, 17),
    # The points are right, the sum is not.
    M(
        "round-left-out", GO,
        "tempura*2 / ; sashimi*3 dumpling / ; tempura*4 squid-nigiri /", 29, 18,
    ),
    M(
        "round-left-out", PARTY,
        "tempura*2 / ; sashimi*3 dumpling / ; tempura*4 squid-nigiri /", 35, 24,
    ),
    M(
        "round-left-out", ROLL, "tempura-2 / ; sashimi-3 dumpling / ; tempura-2 squid-nigiri /",
        34, 19,
    ),
    M(
        "round-twice", GO,
        "tempura*2 / ; sashimi*3 dumpling / ; tempura*4 squid-nigiri /", 29, 40,
    ),
    M("line-forgotten", GO, "sashimi*3 dumpling*3 egg-nigiri /", 17, 11),
    M("line-forgotten", PARTY, "sashimi*3 dumpling*3 egg-nigiri /", 17, 11),
    M("line-forgotten", ROLL, "sashimi-3 dumpling-3 egg-nigiri /", 22, 14),
    M("line-twice", GO, "sashimi*3 dumpling*4 tempura*4 squid-nigiri*2 /", 36, 42),
    M("line-twice", PARTY, "sashimi*3 dumpling*4 tempura*2 maki-1 / maki-3", 28, 33),
    M("line-twice", ROLL, "sashimi-3 dumpling-3 egg-nigiri /", 22, 35),
    M("adding-slip", GO, "dumpling*5 tempura*2 squid-nigiri /", 23, 33),
    M("adding-slip", GO, "dumpling*5 tempura*2 squid-nigiri /", 23, 73),
    M("adding-slip", PARTY, "dumpling*5 tempura*2 squid-nigiri /", 23, 13),
    M("adding-slip", ROLL, "sashimi-3 dumpling-3 squid-nigiri /", 24, 34),
    M("digits-swapped", GO, "sashimi*3 dumpling*2 egg-nigiri /", 14, 41),
    M("digits-swapped", PARTY, "sashimi*3 dumpling*2 egg-nigiri /", 14, 41),
    M("digits-swapped", ROLL, "sashimi-3 dumpling-3 squid-nigiri /", 24, 42),
]  # fmt: skip
