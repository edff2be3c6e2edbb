"""What was understood of what somebody said, and what comes of it, in words."""

from collections.abc import Mapping

from django.utils.translation import get_language, get_language_info, ngettext
from django.utils.translation import gettext as _

from ..rules.phrases import LANGUAGES, Undone
from ..rules.tableau import Card
from .items import card_name, item_name
from .phrases import series


def read_as(language: str) -> str:
    """That words were read in this language, "" where it is the page's own."""
    own = (get_language() or "").split("-")[0]
    if language == (own if own in LANGUAGES else LANGUAGES[0]):
        return ""
    name = get_language_info(language)["name_translated"]
    return _("Read as %(language)s.") % {"language": name}


def why_not(undone: Undone) -> str:
    """Why something cannot be done that was understood."""
    change = undone.change
    card = item_name(change.item) if change.item else card_name(Card(None, flipped=True))
    facts = {"card": card, "lying": undone.lying}
    if undone.why == "too-many":
        return _("More cards than any tableau holds.")
    if undone.why == "which":
        return _("Several cards could be meant: %(card)s. Say which one.") % facts
    if undone.lying:
        words = ngettext(
            "Only %(lying)d of it lies here: %(card)s.",
            "Only %(lying)d of them lie here: %(card)s.",
            undone.lying,
        )
        return words % facts
    if change.kind == "remove":
        return _("No %(card)s lies here to take away.") % facts
    return _("No %(card)s lies here to turn over.") % facts


def sums(counts: Mapping[str, int], cards: int, dealt: int) -> str:
    """What comes of it in numbers: "5 cards more; then 7 of 9 cards."; "" for nothing.

    Args:
        counts: how many cards ``add``, ``remove`` and ``flip`` concern.
        cards: how many lie there then; ``dealt``: how many there are to be.
    """
    more, less, turned = counts["add"], counts["remove"], counts["flip"]
    changes = [
        words % {"n": number}
        for number, words in (
            (more, ngettext("%(n)d card more", "%(n)d cards more", more)),
            (less, ngettext("%(n)d card less", "%(n)d cards less", less)),
            (turned, ngettext("%(n)d card turned over", "%(n)d cards turned over", turned)),
        )
        if number
    ]
    if not changes:
        return ""
    facts = {"changes": series(changes), "cards": cards, "dealt": dealt}
    return _("%(changes)s; then %(cards)d of %(dealt)d cards.") % facts


def action(counts: Mapping[str, int]) -> str:
    """What the button says that enters it; "" where there is nothing to enter. ``counts`` as for
    :func:`sums`."""
    number = counts["add"] + counts["remove"] + counts["flip"]
    if not number:
        return ""
    if number == counts["add"]:
        return ngettext("Enter %(n)d card", "Enter %(n)d cards", number) % {"n": number}
    return ngettext("Make %(n)d change", "Make %(n)d changes", number) % {"n": number}
