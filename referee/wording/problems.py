"""What cannot be right on a sheet, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from referee.rules import Problem
from referee.rules.notation import parse_tableau
from referee.rules.problems.problem import Holder
from referee.rules.tableau import Item

from .names import card_count, face_name, nigiri_count, type_name
from .phrases import name_list, sentences, series

Facts = Mapping[str, Any]


def problem_message(problem: Problem) -> str:
    """What cannot be right and, where the whole table has too much of something, who has how many
    of it. Names the players but not the round, which stands beside it."""
    facts = {**problem.facts, "player": problem.player or ""}
    if "face" in facts:
        facts["name"] = face_name(str(facts["face"]))
    elif facts.get("type"):
        facts["name"] = type_name(str(facts["type"]))
    return sentences([_WORDING[problem.code, problem.detail](facts), _who(problem)])


def problem_place(problem: Problem) -> str:
    """ "Round 2", or "" where it is not one round's."""
    return _("Round %(n)d") % {"n": problem.round} if problem.round else ""


def _who(problem: Problem) -> str:
    """ "Who has one too many? Ana 4, Ben 5.", "" where nobody's number is told."""
    if not problem.holders:
        return ""
    too_many = int(problem.facts["cards"]) - int(problem.facts["limit"])
    earlier = int(problem.facts.get("earlier", 0))
    held = {"here": series(_("%(name)s %(count)d") % _holding(h) for h in problem.holders)}
    if earlier:
        places = _("This round: %(here)s. Earlier rounds: %(earlier)d.")
        return sentences([_who_question(too_many), places % {**held, "earlier": earlier}])
    if len(problem.holders) > 1:
        return sentences([_who_question(too_many), _("%(here)s.") % held])
    return ngettext(
        "%(name)s has them all: one too many.",
        "%(name)s has them all: %(n)d too many.",
        too_many,
    ) % {"name": problem.holders[0].player, "n": too_many}


def _holding(holder: Holder) -> dict[str, object]:
    return {"name": holder.player, "count": holder.number}


def _who_question(too_many: int) -> str:
    asked = ngettext("Who has one too many?", "Who has %(n)d too many?", too_many)
    return asked % {"n": too_many}


def _too_many_of_a_type(text: str) -> Callable[[Facts], str]:
    """A sentence with so many cards of a type as ``count``; see :func:`_say`."""
    return lambda facts: (
        _(text) % {**facts, "count": card_count(str(facts["type"]), facts["cards"])}
    )


def _menu_players(facts: Facts) -> str:
    return ngettext(
        "%(name)s may not be used with %(players)d player.",
        "%(name)s may not be used with %(players)d players.",
        facts["players"],
    ) % {**facts, "name": _capital(facts["name"])}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _too_many_cards(facts: Facts) -> str:
    if facts["claimed"]:
        return (
            ngettext(
                "%(player)s has %(cards)d card and has discarded at least %(claimed)d for uramaki, "
                "but %(dealt)d were dealt.",
                "%(player)s has %(cards)d cards and has discarded at least %(claimed)d for "
                "uramaki, but %(dealt)d were dealt.",
                facts["cards"],
            )
            % facts
        )
    return _("%(player)s has %(cards)d, but %(dealt)d were dealt: too many.") % facts


def _too_few_cards(facts: Facts) -> str:
    return _("%(player)s has %(cards)d, but %(dealt)d were dealt: something is missing.") % facts


def _fewer_cards(facts: Facts) -> str:
    return (
        _(
            "%(player)s has %(cards)d, and %(dealt)d were dealt. That is right if the others were "
            "discarded during the round."
        )
        % facts
    )


def _bare_wasabi(facts: Facts) -> str:
    """Asks which nigiri lie on wasabi; ``nigiri`` are those that may, as a line of a tableau."""
    bare = parse_tableau(facts["nigiri"])
    told = {**facts, "nigiri": name_list([_nigiri(it, n) for it, n in bare.items()])}
    if len(bare) == 1:
        return _("%(player)s’s %(nigiri)s lies beside a free wasabi: on it?") % told
    return (
        ngettext(
            "%(player)s’s %(nigiri)s lie beside a free wasabi: is one of them on it?",
            "%(player)s’s %(nigiri)s lie beside %(wasabi)d free wasabi: which are on them?",
            facts["wasabi"],
        )
        % told
    )


def _nigiri(lying: Item, number: int) -> str:
    slug = lying.card.face.slug if lying.card.face else ""
    if lying.card.copy:
        orders = type_name("special-order") if number == 1 else card_count("special-order", number)
        return f"{orders} ({face_name(slug)})"
    return face_name(slug) if number == 1 else nigiri_count(slug, number)


def _dice(facts: Facts) -> str:
    dice = {
        "tempura": _("appetizer dice"),
        "maki": _("maki dice"),
        "nigiri": _("nigiri dice"),
        "wasabi": _("special dice"),
        "pudding": _("pudding dice"),
    }[facts["kind"]]
    return _("%(cards)d %(dice)s lie on the trays, but the box holds %(limit)d.") % {
        **facts,
        "dice": dice,
    }


def _say(text: str) -> Callable[[Facts], str]:
    """A sentence without plural; ``text`` is marked for translation where the table stands."""
    return lambda facts: _(text) % facts


_WORDING: dict[tuple[str, str], Callable[[Facts], str]] = {
    ("menu-players", "type"): _menu_players,
    ("token-limit", "box"): _say(
        gettext_noop("%(cards)d unused tokens (%(name)s) are more than the %(limit)d in the box.")
    ),
    ("not-on-menu", "face"): _say(
        gettext_noop("%(player)s has something that this game does not use: %(name)s.")
    ),
    ("not-on-menu", "discarded"): _say(
        gettext_noop("%(player)s still has this, but it is discarded when played: %(name)s.")
    ),
    ("not-on-menu", "flipped"): _say(
        gettext_noop("%(player)s has flipped cards, but this game has no takeout box.")
    ),
    ("not-on-menu", "claim"): _say(
        gettext_noop("%(player)s claims uramaki, but this game has none.")
    ),
    ("copy-target", "nothing"): _say(
        gettext_noop(
            "%(player)s has a special order that copies nothing; it should have been discarded."
        )
    ),
    ("copy-target", "never"): _say(
        gettext_noop("A special order of %(player)s copies what cannot be copied: %(name)s.")
    ),
    ("copy-target", "foreign"): _say(
        gettext_noop("A special order of %(player)s copies what this game does not use: %(name)s.")
    ),
    ("copy-target", "not-there"): _say(
        gettext_noop(
            "A special order of %(player)s copies a card that %(player)s does not have: %(name)s."
        )
    ),
    ("bare-wasabi", "beside"): _bare_wasabi,
    ("hand-size", "too-many"): _too_many_cards,
    ("hand-size", "too-few"): _too_few_cards,
    ("hand-size", "fewer-explained"): _fewer_cards,
    ("deck-limit", "over-rounds"): _too_many_of_a_type(
        gettext_noop("%(count)s played so far, but the box holds %(limit)d.")
    ),
    ("deck-limit", "in-round"): _too_many_of_a_type(
        gettext_noop("%(count)s lie on the table, but the box holds %(limit)d.")
    ),
    ("deck-limit", "dice"): _dice,
    ("deck-limit", "uramaki-icons"): _say(
        gettext_noop(
            "%(cards)d uramaki icons were claimed or lie on the table, but only %(limit)d are "
            "possible."
        )
    ),
    ("face-limit", "over-rounds"): _say(
        gettext_noop("%(cards)d played so far, but the box holds %(limit)d: %(name)s.")
    ),
    ("face-limit", "in-round"): _say(
        gettext_noop("%(cards)d lie on the table, but the box holds %(limit)d: %(name)s.")
    ),
    ("dessert-limit", "dealt-in"): _say(
        gettext_noop("%(cards)d dessert cards played so far, but only %(limit)d were in the deck.")
    ),
    ("uramaki-claim", "too-few"): _say(
        gettext_noop("%(player)s claims uramaki with %(icons)d icons; it takes at least %(least)d.")
    ),
    ("uramaki-claim", "unclaimed"): _say(
        gettext_noop(
            "%(player)s’s %(icons)d uramaki icons cannot still lie there: who reached ten first?"
        )
    ),
    ("uramaki-claim", "claimed"): _say(
        gettext_noop(
            "%(player)s’s %(icons)d uramaki icons cannot still lie there: cards that were claimed "
            "leave the table, and ten new icons are another claim."
        )
    ),
    ("uramaki-claim", "no-place"): _say(
        gettext_noop("%(player)s claims uramaki when all three places are gone.")
    ),
}
"""The wording of every code and detail."""
