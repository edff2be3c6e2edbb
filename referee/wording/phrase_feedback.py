"""What was understood of what somebody said, and what comes of it, in words."""

from collections.abc import Mapping

from django.utils.translation import get_language, get_language_info, ngettext
from django.utils.translation import gettext as _

from ..rules.notation import tableau_text
from ..rules.phrases import LANGUAGES, Heard, Request, Undone
from ..rules.tableau import Card
from .items import card_name, item_name
from .names import face_name
from .phrases import series


def read_as(language: str) -> str:
    """Say that words were read in this language; "" where it is the page's own."""
    own = (get_language() or "").split("-")[0]
    if language == (own if own in LANGUAGES else LANGUAGES[0]):
        return ""
    name = get_language_info(language)["name_translated"]
    if get_language_info(get_language() or LANGUAGES[0])["name_local"].islower():
        name = name.lower()  # as this language writes its own
    return _("Read as %(language)s.") % {"language": name}


def question_of(reading: Heard) -> str:
    """Say what must be asked or said before anything comes of a part that says something; "" where
    it is done, or where not a word of it is known."""
    part = reading.part
    if reading.undone:
        return why_not(reading.undone)
    if part.command and reading.command_asks == "nobody":
        if not part.command.name:
            return _("Who claimed the uramaki?")
        return _("Nobody here is called %(name)s. Who claimed?") % {"name": part.command.name}
    if reading.command_asks == "too-few":
        return _("There is less here than there should be. Is that all?")
    if part.asks:
        return {
            "copies": _("Which card does the special order copy?"),
            "discarded": _(
                "Menus and takeout boxes are discarded when they are played. Which cards came of "
                "it?"
            ),
            "icons": _("How many icons were claimed, 10 or more?"),
            "undo-alone": _("Undo takes back what was entered last. Say it by itself."),
        }[part.asks]
    if part.not_here:
        return _("Not in this game: %(card)s.") % {"card": face_name(part.not_here)}
    if part.nearest:
        facts = {"words": part.said, "cards": series(map(face_name, part.nearest))}
        return _("“%(words)s”: which card? Perhaps %(cards)s.") % facts
    return ""


def why_not(undone: Undone) -> str:
    """Say why something cannot be done that was understood, or what must be asked first."""
    change = undone.change
    card = item_name(change.item) if change.item else card_name(Card(None, flipped=True))
    facts = {"card": card, "lying": undone.lying, "number": change.number}
    if undone.why == "not-there" and undone.lying:
        words = ngettext(
            "Only %(lying)d of it lies here: %(card)s.",
            "Only %(lying)d of them lie here: %(card)s.",
            undone.lying,
        )
        return words % facts
    if undone.why == "under":
        nigiri = series(map(item_name, undone.nigiri))
        return _("Which nigiri lies on the wasabi: %(nigiri)s, or none?") % {"nigiri": nigiri}
    gone = {
        "remove": _("No %(card)s lies here to take away."),
        "flip": _("No %(card)s lies here to flip."),
    }
    return {
        "not-there": gone.get(change.kind, _("No %(card)s lies here.")),
        "too-many": _("%(card)s: more than anybody can have."),
        "which": _("Several cards could be meant: %(card)s. Say which one."),
        "how-many": _("%(lying)d of them lie here: %(card)s. How many are meant?"),
        "turned": _("%(card)s: the one that lies here face up, or another one?"),
        "in-all": _("%(card)s lies here already. %(number)d more, or %(number)d in all?"),
        "newest": _("Which card is meant? Say both: the one that lies here, and the right one."),
        "which-wasabi": _("%(card)s: the wasabi that lies here, or another one?"),
        "covered": _("A nigiri lies on that wasabi already. On another one?"),
    }[undone.why] % facts


def sums(counts: Mapping[str, int], cards: int, dealt: int, *, dice: bool = False) -> str:
    """Say what comes of it in numbers: "5 cards more; then 7 of 9 cards."; "" for nothing.

    Args:
        counts: how many cards ``add``, ``remove`` and ``flip`` concern; ``do``: commands.
        cards: how many lie there then; ``dealt``: how many there are to be.
    """
    more, less, turned = counts["add"], counts["remove"], counts["flip"]
    changes = [
        words % {"n": number}
        for number, words in (
            (more, ngettext("%(n)d more", "%(n)d more", more)),
            (less, ngettext("%(n)d less", "%(n)d less", less)),
            (turned, ngettext("%(n)d card flipped", "%(n)d cards flipped", turned)),
        )
        if number
    ]
    if not changes:
        return ""
    facts = {"changes": series(changes), "cards": cards, "dealt": dealt}
    words = _("%(changes)s; then %(cards)d of %(dealt)d cards.")
    return (_("%(changes)s; then %(cards)d of %(dealt)d dice.") if dice else words) % facts


def action(counts: Mapping[str, int], *, dice: bool = False) -> str:
    """Say what the button says that enters it; "" where there is nothing to enter. ``counts`` as
    for :func:`sums`."""
    number = counts["add"] + counts["remove"] + counts["flip"]
    if not number:
        return _("Do that") if counts["do"] else ""
    if number == counts["add"] and dice:
        return ngettext("Enter %(n)d die", "Enter %(n)d dice", number) % {"n": number}
    if number == counts["add"]:
        return ngettext("Enter %(n)d card", "Enter %(n)d cards", number) % {"n": number}
    return ngettext("Make %(n)d change", "Make %(n)d changes", number) % {"n": number}


def phrase_document(request: Request) -> dict[str, object]:
    """Say what a phrase comes to, as the score sheet's description has it."""
    readings, tableau = request.heard()
    parts = [reading.part for reading in readings]
    missed = [reading for reading in readings if not reading.is_done and not question_of(reading)]
    questions = [question_of(reading) for reading in readings]
    questions += [
        _("Who claimed the uramaki?")
        for part in parts
        if part.command and part.command.kind == "claim" and not part.command.name
    ]
    commands = [part.command for part in parts if part.command]
    return {
        "tableau": tableau_text(tableau),
        "commands": [
            command.text for command in commands if command.kind != "claim" or command.name
        ],
        "questions": [question for question in questions if question],
        "not_understood": [reading.part.said for reading in missed],
    }
