"""Sentences about what cannot be right on a sheet."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy, npgettext_lazy, pgettext

from referee.rules import Problem
from referee.rules.cards import CARD_TYPES, FACES
from referee.rules.notation import parse_tableau
from referee.rules.rulesets import DUMMY
from referee.rules.tableau import Item

from .names import card_count, face_count, face_name, kind_count, type_name
from .phrases import capital, name_list, sentences

Facts = Mapping[str, Any]


def problem_message(problem: Problem) -> str:
    """Say what cannot be right and, where the table has too much of something, who has how many.

    Names the players but not the round, which stands beside it. The dummy, which a sheet names by
    its key, has its word.
    """
    seats = [problem.player, *(holder.player for holder in problem.holders)]
    if DUMMY in seats:
        names = {name: name for name in seats if name is not None}
        problem = problem.renamed({**names, DUMMY: str(_("the dummy"))})
    facts: dict[str, Any] = {**problem.facts, "player": problem.player or ""}
    if "face" in facts:
        facts["name"] = face_name(facts["face"])
    elif facts.get("type"):
        facts["name"] = type_name(facts["type"])
    if problem.code == "face-limit":
        facts["count"] = face_count(facts["face"], facts["cards"])
    elif problem.detail in ("over-rounds", "in-round"):
        facts["count"] = card_count(facts["type"], facts["cards"])
    elif problem.detail == "dice":
        facts["dice"] = _DICE[facts["kind"]]
    words = _WORDING[problem.code, problem.detail]
    sentence = words(facts) if callable(words) else str(words % facts)
    return sentences([sentence, _who_has_too_many(problem) if problem.holders else ""])


def problem_place(problem: Problem) -> str:
    """Name the round: "Round 2"; "" where it is not one round's."""
    return _("Round %(n)d") % {"n": problem.round} if problem.round else ""


_SURPLUS: dict[bool, tuple[Any, Any]] = {
    False: (
        ngettext_lazy(
            "%(name)s has them all: one too many.", "%(name)s has them all: %(n)d too many.", "n"
        ),
        ngettext_lazy("%(who)s: who has one too many?", "%(who)s: who has %(n)d too many?", "n"),
    ),
    True: (
        npgettext_lazy(
            "of feminine things",
            "%(name)s has them all: one too many.",
            "%(name)s has them all: %(n)d too many.",
            "n",
        ),
        npgettext_lazy(
            "of feminine things",
            "%(who)s: who has one too many?",
            "%(who)s: who has %(n)d too many?",
            "n",
        ),
    ),
}
"""What is said where one player has everything, and asked where several have some; of feminine
things by itself."""


def _who_has_too_many(problem: Problem) -> str:
    """Ask who has too many: "Ana has 4 and Ben 5: who has one too many?" """
    facts: Facts = problem.facts
    n = facts["cards"] - facts["limit"]
    alone, asked = _SURPLUS[_is_feminine(problem)]
    first, *others = problem.holders
    if not others and not facts.get("earlier"):
        return str(alone % {"name": first.player, "n": n})
    who = name_list(
        [
            _("%(name)s has %(count)d") % {"name": first.player, "count": first.number},
            *(_("%(name)s %(count)d") % {"name": h.player, "count": h.number} for h in others),
        ]
    )
    if facts.get("earlier"):
        here = _("%(earlier)d in earlier rounds; in this one %(who)s")
        who = here % {"earlier": facts["earlier"], "who": who}
    return str(asked % {"who": who, "n": n})


def _is_feminine(problem: Problem) -> bool:
    """Return whether the noun of what there is too much of is feminine in the language in use."""
    thing = {"box": "tokens", "dealt-in": "dessert-cards", "dice": "dice"}.get(problem.detail)
    if thing is None:
        facts: Facts = problem.facts
        thing = facts["type"] if "type" in facts else FACES[facts["face"]].type
    feminine = pgettext("types whose names are feminine, and tokens, dice, dessert-cards", "none")
    return thing in feminine.split()


def _held(facts: Facts) -> str:
    n = facts["cards"]
    words = ngettext("%(n)d card", "%(n)d cards", n)
    if facts.get("dice"):
        words = ngettext("%(n)d die", "%(n)d dice", n)
    return words % {"n": n}


def _wrong_number_of_players(facts: Facts) -> str:
    least, most = CARD_TYPES[facts["type"]].players
    words = _("The %(name)s card is only for %(least)d–%(most)d players; %(players)d are playing.")
    return words % {**facts, "name": capital(facts["name"]), "least": least, "most": most}


def _too_many_cards(facts: Facts) -> str:
    n = facts["cards"] - facts["dealt"]
    if facts.get("dice"):
        words = ngettext(
            "%(player)s has %(cards)d dice, but %(dealt)d were rolled: one too many.",
            "%(player)s has %(cards)d dice, but %(dealt)d were rolled: %(n)d too many.",
            n,
        )
        return words % {**facts, "n": n}
    if not facts["claimed"]:
        words = ngettext(
            "%(player)s has %(cards)d cards, but %(dealt)d were dealt: one too many.",
            "%(player)s has %(cards)d cards, but %(dealt)d were dealt: %(n)d too many.",
            n,
        )
        return words % {**facts, "n": n}
    least = _(
        "%(player)s has %(held)s and has discarded at least %(claimed)d for uramaki: %(sum)d or "
        "more, but %(dealt)d were dealt."
    )
    held = {"held": _held(facts), "sum": facts["cards"] + facts["claimed"]}
    return str(least % {**facts, **held})


def _too_few_cards(facts: Facts) -> str:
    n = facts["dealt"] - facts["cards"] - facts["claimed_most"]
    words = ngettext(
        "%(player)s has %(held)s, but %(dealt)d were dealt: one is missing.",
        "%(player)s has %(held)s, but %(dealt)d were dealt: %(n)d are missing.",
        n,
    )
    if facts.get("dice"):
        words = ngettext(
            "%(player)s has %(held)s, but %(dealt)d were rolled: one is missing.",
            "%(player)s has %(held)s, but %(dealt)d were rolled: %(n)d are missing.",
            n,
        )
    elif facts["claimed_most"]:
        words = ngettext(
            "%(player)s has %(held)s and has discarded at most %(claimed_most)d for uramaki, but "
            "%(dealt)d were dealt: one is missing.",
            "%(player)s has %(held)s and has discarded at most %(claimed_most)d for uramaki, but "
            "%(dealt)d were dealt: %(n)d are missing.",
            n,
        )
    return words % {**facts, "held": _held(facts), "n": n}


def _fewer_cards(facts: Facts) -> str:
    if not facts["cards"] and not facts["claimed"]:
        return _("Nothing is entered for %(player)s yet.") % facts
    words = _(
        "%(player)s has %(held)s, and %(dealt)d were dealt. That is right if the others were "
        "discarded during the round."
    )
    return words % {**facts, "held": _held(facts)}


def _what_cannot_be_copied(facts: Facts) -> str:
    words = _("%(player)s’s special order copies a takeout box, which cannot be copied.")
    if facts["face"] == "menu":
        words = _("%(player)s’s special order copies a menu, which cannot be copied.")
    return words % facts


def _bare_wasabi(facts: Facts) -> str:
    """Ask which nigiri lie on wasabi; the fact ``nigiri`` holds the candidates in notation."""
    bare = parse_tableau(facts["nigiri"])
    if len(bare) == 1:
        (counted,) = bare.items()
        one = _("%(player)s’s %(nigiri)s lies beside a free wasabi: is it on it?")
        return one % {**facts, "nigiri": _nigiri(*counted)}
    words = ngettext(
        "%(player)s has %(nigiri)s beside a free wasabi: is one of them on it?",
        "%(player)s has %(nigiri)s beside %(wasabi)d free wasabi: which are on them?",
        facts["wasabi"],
    )
    lying = [_some_nigiri(*counted) for counted in bare.items()]
    return words % {**facts, "nigiri": name_list(lying)}


def _assumed_on_wasabi(facts: Facts) -> str:
    """Ask what lies on a wasabi, and say what is counted there: the fact ``nigiri`` in notation,
    "" for nothing. Of several wasabi it is the ``nth``."""
    shown = {**facts, "nigiri": _on_wasabi(facts)}
    if facts["of"] == 1:
        return str(_("What lies on %(player)s’s wasabi? For now: %(nigiri)s.") % shown)
    words = _("What lies on %(player)s’s wasabi %(nth)d of %(of)d? For now: %(nigiri)s.")
    return str(words % shown)


def assumption(problem: Problem) -> str:
    """Say what counts where nobody says what lies on a wasabi: "Ana: squid nigiri on the
    wasabi"."""
    facts = {"player": problem.player, "nigiri": _on_wasabi(problem.facts)}
    return str(_("%(player)s: %(nigiri)s on the wasabi") % facts)


def _bare_before(facts: Facts) -> str:
    """Say that a wasabi counts as bare, though nigiri may have come since that was said."""
    words = _(
        "Somebody said nothing lies on %(player)s’s wasabi. Was that before this came: %(nigiri)s?"
    )
    return str(words % {**facts, "nigiri": _on_wasabi(facts)})


def _on_wasabi(facts: Facts) -> str:
    lying = [_nigiri(*counted) for counted in parse_tableau(facts["nigiri"]).items()]
    return name_list(lying) or str(_("nothing"))


def _some_nigiri(lying: Item, number: int) -> str:
    """Name nigiri with their number or an article: "a squid nigiri"."""
    if number > 1:
        return _nigiri(lying, number)
    slug = lying.card.face.slug if lying.card.face else ""
    names = {
        "egg-nigiri": _("an egg nigiri"),
        "salmon-nigiri": _("a salmon nigiri"),
        "squid-nigiri": _("a squid nigiri"),
    }
    if lying.card.copy:
        return _("a special order (%(nigiri)s)") % {"nigiri": face_name(slug)}
    return str(names[slug])


def _nigiri(lying: Item, number: int) -> str:
    slug = lying.card.face.slug if lying.card.face else ""
    if lying.card.copy:
        orders = type_name("special-order") if number == 1 else card_count("special-order", number)
        return f"{orders} ({face_name(slug)})"
    return face_name(slug) if number == 1 else kind_count(slug, number)


_DICE = {
    "tempura": _("appetizer dice"),
    "maki": _("maki dice"),
    "nigiri": _("nigiri dice"),
    "wasabi": _("special dice"),
    "pudding": _("pudding dice"),
}
_WORDING: dict[tuple[str, str], Any] = {
    ("menu-players", "type"): _wrong_number_of_players,
    ("token-limit", "box"): _(
        "%(cards)d unused tokens (%(name)s) are more than the %(limit)d in the box."
    ),
    ("not-on-menu", "face"): _("%(player)s has something that this game does not use: %(name)s."),
    ("not-on-menu", "discarded"): _(
        "%(player)s has a card that is discarded when it is played: %(name)s. What came of it?"
    ),
    ("not-on-menu", "flipped"): _(
        "%(player)s has flipped cards, but this game has no takeout box."
    ),
    ("not-on-menu", "claim"): _("%(player)s claims uramaki, but this game has none."),
    ("copy-target", "nothing"): _(
        "%(player)s has a special order that copies nothing; it should have been discarded."
    ),
    ("copy-target", "never"): _what_cannot_be_copied,
    ("copy-target", "foreign"): _(
        "%(player)s’s special order copies what this game does not use: %(name)s."
    ),
    ("copy-target", "not-there"): _(
        "%(player)s’s special order copies a card that %(player)s does not have: %(name)s."
    ),
    ("bare-wasabi", "beside"): _bare_wasabi,
    ("bare-wasabi", "assumed"): _assumed_on_wasabi,
    ("bare-wasabi", "before"): _bare_before,
    ("hand-size", "too-many"): _too_many_cards,
    ("hand-size", "too-few"): _too_few_cards,
    ("hand-size", "fewer-explained"): _fewer_cards,
    ("deck-limit", "over-rounds"): _("%(count)s played so far, but the box holds %(limit)d."),
    ("deck-limit", "in-round"): _("%(count)s lie on the table, but the box holds %(limit)d."),
    ("deck-limit", "dice"): _("%(cards)d %(dice)s lie on the trays, but the box holds %(limit)d."),
    ("deck-limit", "uramaki-icons"): _(
        "%(cards)d uramaki icons were claimed or lie on the table, but only %(limit)d are possible."
    ),
    ("face-limit", "over-rounds"): _("%(count)s played so far, but the box holds %(limit)d."),
    ("face-limit", "in-round"): _("%(count)s lie on the table, but the box holds %(limit)d."),
    ("dessert-limit", "dealt-in"): _(
        "%(cards)d dessert cards played so far, but only %(limit)d were in the deck."
    ),
    ("uramaki-claim", "too-few"): ngettext_lazy(
        "%(player)s claims uramaki with %(icons)d icon; it takes at least %(least)d.",
        "%(player)s claims uramaki with %(icons)d icons; it takes at least %(least)d.",
        "icons",
    ),
    ("uramaki-claim", "unclaimed"): _(
        "%(player)s has %(icons)d uramaki icons: who reached ten first?"
    ),
    ("uramaki-claim", "claimed"): _(
        "%(player)s’s %(icons)d uramaki icons cannot still lie there: cards that were claimed "
        "leave the table, and ten new icons are another claim."
    ),
    ("uramaki-claim", "no-place"): _("%(player)s claims uramaki when all three places are gone."),
}
"""The wording of every code and detail, or a function of the facts that makes it."""
