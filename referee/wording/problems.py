"""Sentences about what cannot be right on a sheet."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from referee.rules import Problem
from referee.rules.notation import parse_tableau
from referee.rules.rulesets import DUMMY
from referee.rules.tableau import Item

from .names import card_count, face_name, kind_count, type_name
from .phrases import capital, name_list, sentences, series

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
        name = type_name(facts["type"])
        facts["name"] = capital(name) if problem.code == "menu-players" else name
    if problem.detail in ("over-rounds", "in-round") and "type" in facts:
        facts["count"] = card_count(facts["type"], facts["cards"])
    elif problem.detail == "dice":
        facts["dice"] = _DICE[facts["kind"]]
    words = _WORDING[problem.code, problem.detail]
    sentence = words(facts) if callable(words) else str(words % facts)
    return sentences([sentence, _who_has_too_many(problem) if problem.holders else ""])


def problem_place(problem: Problem) -> str:
    """Name the round: "Round 2"; "" where it is not one round's."""
    return _("Round %(n)d") % {"n": problem.round} if problem.round else ""


def _who_has_too_many(problem: Problem) -> str:
    """Ask who has too many: "Who has one too many? Ana 4, Ben 5." """
    facts: Facts = problem.facts
    too_many = facts["cards"] - facts["limit"]
    if not facts.get("earlier") and len(problem.holders) == 1:
        return ngettext(
            "%(name)s has them all: one too many.",
            "%(name)s has them all: %(n)d too many.",
            too_many,
        ) % {"name": problem.holders[0].player, "n": too_many}
    held = [
        _("%(name)s %(count)d") % {"name": h.player, "count": h.number} for h in problem.holders
    ]
    question = ngettext("Who has one too many?", "Who has %(n)d too many?", too_many)
    here = _("%(here)s.")
    if facts.get("earlier"):
        here = _("This round: %(here)s. Earlier rounds: %(earlier)d.")
    return sentences([question % {"n": too_many}, here % {**facts, "here": series(held)}])


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
    words = ngettext(
        "%(player)s has %(cards)d card and has discarded at least %(claimed)d for uramaki, "
        "but %(dealt)d were dealt.",
        "%(player)s has %(cards)d cards and has discarded at least %(claimed)d for "
        "uramaki, but %(dealt)d were dealt.",
        facts["cards"],
    )
    return words % facts


def _too_few_cards(facts: Facts) -> str:
    words = _("%(player)s has %(cards)d, but %(dealt)d were dealt: something is missing.")
    if facts.get("dice"):
        words = _("%(player)s has %(cards)d, but %(dealt)d were rolled: something is missing.")
    return str(words % facts)


def _fewer_cards(facts: Facts) -> str:
    if not facts["cards"] and not facts["claimed"]:
        return _("Nothing is entered for %(player)s yet.") % facts
    words = ngettext(
        "%(player)s has %(cards)d card, and %(dealt)d were dealt. That is right if the others were "
        "discarded during the round.",
        "%(player)s has %(cards)d cards, and %(dealt)d were dealt. That is right if the others "
        "were discarded during the round.",
        facts["cards"],
    )
    return words % facts


def _bare_wasabi(facts: Facts) -> str:
    """Ask which nigiri lie on wasabi; the fact ``nigiri`` holds the candidates in notation."""
    bare = parse_tableau(facts["nigiri"])
    shown = {**facts, "nigiri": name_list([_nigiri(it, n) for it, n in bare.items()])}
    if len(bare) == 1:
        return _("%(player)s’s %(nigiri)s lies beside a free wasabi: is it on it?") % shown
    words = ngettext(
        "%(player)s’s %(nigiri)s lie beside a free wasabi: is one of them on it?",
        "%(player)s’s %(nigiri)s lie beside %(wasabi)d free wasabi: which are on them?",
        facts["wasabi"],
    )
    return words % shown


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
    ("menu-players", "type"): ngettext_lazy(
        "%(name)s may not be used with %(players)d player.",
        "%(name)s may not be used with %(players)d players.",
        "players",
    ),
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
    ("copy-target", "never"): _(
        "A special order of %(player)s copies what cannot be copied: %(name)s."
    ),
    ("copy-target", "foreign"): _(
        "A special order of %(player)s copies what this game does not use: %(name)s."
    ),
    ("copy-target", "not-there"): _(
        "A special order of %(player)s copies a card that %(player)s does not have: %(name)s."
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
    ("face-limit", "over-rounds"): _(
        "%(cards)d played so far, but the box holds %(limit)d: %(name)s."
    ),
    ("face-limit", "in-round"): _(
        "%(cards)d lie on the table, but the box holds %(limit)d: %(name)s."
    ),
    ("dessert-limit", "dealt-in"): _(
        "%(cards)d dessert cards played so far, but only %(limit)d were in the deck."
    ),
    ("uramaki-claim", "too-few"): _(
        "%(player)s claims uramaki with %(icons)d icons; it takes at least %(least)d."
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
