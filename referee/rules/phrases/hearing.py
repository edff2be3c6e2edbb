"""What a phrase comes to on the cards that lie there, part by part; and requests for that."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from ..problems.faults import SheetFaults
from ..problems.validation import Kind, TooManyFaults, fields, text, value
from ..problems.validation import Reading as Fields
from ..reading import MENU, TABLEAU, one_of, ruleset_slug, unused
from ..rulesets import RULESETS, Setting, faces_in
from ..tableau import EMPTY, Tableau, item
from ..wasabi_pairing import laid_cards
from .changes import Change, ChangedTableau, Step, Undone
from .reading import Reading, read_words
from .so_far import Part
from .table_talk import split_by_player
from .words import LANGUAGES


class Heard(NamedTuple):
    """A part of a phrase, the tableau before and after it, and the steps between them.

    ``undone`` is why nothing comes of it although it was understood, None otherwise;
    ``command_asks`` the same for a command: ``nobody`` here has the name of who claims, or there
    are ``too-few`` cards for somebody who is done.
    """

    part: Part
    undone: Undone | None
    before: Tableau
    after: Tableau
    steps: tuple[Step, ...] = ()
    command_asks: Literal["", "nobody", "too-few"] = ""

    @property
    def is_done(self) -> bool:
        """Whether something comes of it."""
        is_known = self.part.change is not None or self.part.command is not None
        return is_known and self.undone is None and not self.command_asks


def hear(reading: Reading, lying: ChangedTableau) -> list[Heard]:
    """Does what was understood to the cards that lie there, part after part."""
    heard: list[Heard] = []
    for part in reading.parts:
        before, done = lying.tableau, len(lying.steps)
        asked = heard[-1].undone if heard else None
        if asked and asked.why == "under" and (pair := _pair_of(asked.change, part.change)):
            heard[-1] = _asked_with(heard[-1], asked, part, pair)
            continue
        undone = lying.do(part.change) if part.change else None
        heard.append(Heard(part, undone, before, lying.tableau, tuple(lying.steps[done:])))
    lying.say_what_is_bare()
    return heard


def _pair_of(wasabi: Change, behind: Change | None) -> Change | None:
    """A wasabi with the nigiri that is said right behind it, which may lie on it."""
    nigiri = behind.item if behind and behind.kind == "add" else None
    if not behind or not nigiri or not wasabi.item or wasabi.item.base or wasabi.number != 1:
        return None
    is_bare = nigiri.type == "nigiri" and not (nigiri.base or nigiri.card.flipped)
    if not is_bare or behind.lies or behind.which or behind.number != 1:
        return None
    return behind._replace(item=item(nigiri.card, wasabi.item.card))


def _asked_with(wasabi: Heard, undone: Undone, nigiri: Part, pair: Change) -> Heard:
    """The question of what lies on a wasabi, with the nigiri behind it among the answers."""
    part = wasabi.part._replace(
        said=f"{wasabi.part.said}, {nigiri.said}",
        end=nigiri.end,
        change=pair,
        corrected=(*wasabi.part.corrected, *nigiri.corrected),
        passed_over=(*wasabi.part.passed_over, *nigiri.passed_over),
    )
    over = item(pair.item.card) if pair.item else None
    may_lie = tuple(dict.fromkeys([*undone.nigiri, *filter(None, [over])]))
    return wasabi._replace(part=part, undone=undone._replace(change=pair, nigiri=may_lie))


class Request(NamedTuple):
    """A phrase that is read without a table: what lies there, in which game."""

    setting: Setting
    lying: Tableau
    language: str
    text: str

    def heard(self) -> tuple[list[Heard], Tableau]:
        """The parts of the phrase, and what lies there when all that was understood is done."""
        # Who sends a tableau says nothing of the order in which its cards were entered.
        cards = [card._replace(is_known=False) for card in laid_cards(self.lying)]
        lying = ChangedTableau(
            cards,
            max_cards=self.setting.max_cards,
            is_newest_last=False,
            box=self.setting.rules,
        )
        # What is said of the next player's cards is not of these.
        turns = split_by_player(self.text, [""], 0, language=self.language)
        end = next((turn.at for turn in turns if turn.asks == "last"), len(self.text))
        heard = hear(read_words(self.text[:end], self.language, faces_in(self.setting)), lying)
        if others := self.text[end:].strip():
            part = Part(others, end, end + len(others), None)
            heard.append(Heard(part, None, lying.tableau, lying.tableau))
        return heard, lying.tableau


def read_request(document: object) -> Request:
    """Reads a request from what a JSON text holds.

    Raises:
        SheetFaults: names every fault with its place.
    """
    reading = Fields()
    found = document.get("ruleset") if isinstance(document, Mapping) else None
    slug = found if isinstance(found, str) and found in RULESETS else ""
    try:
        values = REQUESTS[slug].read(document, "", reading)
    except TooManyFaults:
        values = {}
    if reading.faults:
        raise SheetFaults(reading.faults)
    players = RULESETS[slug].players.start
    setting = Setting(slug, players, values.get("menu"))
    return Request(setting, values.get("lying", EMPTY), values["language"], values["text"])


def _request(slug: str) -> Kind:
    is_party = slug == "sushi-go-party"
    menu = MENU if is_party else unused(slug, None, None) if slug else value(lambda _: None)
    return fields(
        {
            "ruleset": value(ruleset_slug, {"const": slug}),
            "menu": menu,
            "lying": TABLEAU,
            "language": one_of(LANGUAGES, "unknown-language"),
            "text": value(text, {"type": "string"}),
        },
        required=["ruleset", "language", "text", *(["menu"] if is_party else [])],
        title=f"{slug.replace('-', ' ').title()} phrase",
    )


REQUESTS = {slug: _request(slug) for slug in ("", *RULESETS)}
"""What a request may hold in each game; "" where the game cannot be told."""
