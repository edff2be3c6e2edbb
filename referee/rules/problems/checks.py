"""Find everything on a sheet that cannot be right. Problems never stop the scoring."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..cards import DISCARDED_WHEN_PLAYED, FACES, UNCOPYABLE
from ..rulesets import Setting, faces_in
from ..scoring.uramaki import ICONS_TO_CLAIM, PRIZES, settle_claims
from ..sheet import Sheet
from ..tableau import Tableau
from .hand_size import hand_sizes
from .limits import deck_limits, dessert_limits, face_limits, token_limits
from .problem import Problem, error
from .wasabi import bare_wasabi, may_be


def find_problems(sheet: Sheet) -> tuple[Problem, ...]:
    """Every problem of a sheet: those of the whole game first, then round by round."""
    checks = (
        menu_players,
        token_limits,
        foreign_cards,
        copy_targets,
        hand_sizes,
        deck_limits,
        face_limits,
        dessert_limits,
        uramaki_claims,
        unclaimed_uramaki,
        bare_wasabi,
    )
    problems = [problem for check in checks for problem in check(sheet)]
    return tuple(sorted(problems, key=lambda problem: problem.round or 0))


def menu_players(sheet: Sheet) -> Iterator[Problem]:
    """A menu with cards that may not be used by so few or so many (Sushi Go Party! rulebook,
    Create Your Own Menu)."""
    menu, players = sheet.setting.menu, sheet.setting.players
    for type_ in menu.unfit_types(players) if menu else ():
        yield error("menu-players", "type", type=type_, players=players)


def foreign_cards(sheet: Sheet) -> Iterator[Problem]:
    """Cards that this game does not use, or that never lie in a finished tableau."""
    setting, types = sheet.setting, sheet.setting.types
    fits = _faces_that_may_lie(setting)
    for number, name, tableau in sheet.tableaus():
        if odd := tableau.printed().keys() - fits:
            for face in (face for face in FACES if face in odd):
                detail = "discarded" if face in faces_in(setting) else "face"
                yield error("not-on-menu", detail, number, name, face=face)
        if "takeout-box" not in types and tableau.has_flipped():
            yield error("not-on-menu", "flipped", number, name)
    for number, round_ in enumerate(sheet.rounds, start=1):
        if "uramaki" not in types:
            for seat in sorted({seat for turn in round_.claims for seat, _ in turn}):
                yield error("not-on-menu", "claim", number, sheet.seats[seat], face="uramaki-3")


@lru_cache(maxsize=256)
def _faces_that_may_lie(setting: Setting) -> frozenset[str]:
    """The faces that may lie in a finished tableau of this game."""
    known = frozenset(faces_in(setting))
    return known if setting.rules.dice else known - DISCARDED_WHEN_PLAYED


def copy_targets(sheet: Sheet) -> Iterator[Problem]:
    """Special orders that copy what cannot be copied.

    Menus and takeout boxes are gone when played, another special order counts as what it copies,
    and the copied card was played by the same player in this round: it still lies there, perhaps
    face down. Only chopsticks and spoons may have gone back to a hand (Sushi Go Party! rulebook,
    Card Guide: Special Order).
    """
    for number, name, tableau in sheet.tableaus():
        if "special-order" not in tableau.printed():
            continue
        # One that copies nothing counts as ``special-order`` itself.
        copied = {
            card.face.slug
            for card, _ in tableau.cards()
            if card.face and not card.flipped and card.physical_face == "special-order"
        }
        for face in (face for face in FACES if face in copied):
            if detail := _copy_fault(face, tableau, sheet.setting):
                yield error("copy-target", detail, number, name, face=face)


def _copy_fault(face: str, tableau: Tableau, setting: Setting) -> str:
    """The case of ``copy-target``, or "" where the copy is right."""
    type_ = FACES[face].type
    if type_ in UNCOPYABLE:
        return "nothing" if type_ == "special-order" else "never"
    if face not in faces_in(setting):
        return "foreign"
    if type_ in ("chopsticks", "spoon") or any(may_be(card, face) for card, _ in tableau.cards()):
        return ""
    return "not-there"


def uramaki_claims(sheet: Sheet) -> Iterator[Problem]:
    """Claims of fewer than ten icons, or on a turn when all three places were gone already."""
    for number, round_ in enumerate(sheet.rounds, start=1):
        used_before = used = 0
        turn = 1
        for claim in settle_claims(round_.claims)[0]:
            if claim.turn != turn:
                turn, used_before = claim.turn, used
            used += claim.place is not None
            facts: dict[str, Any] = {"icons": claim.icons, "least": ICONS_TO_CLAIM, "turn": turn}
            if claim.icons < ICONS_TO_CLAIM:
                yield error("uramaki-claim", "too-few", number, sheet.seats[claim.seat], **facts)
            elif used_before >= len(PRIZES):
                yield error("uramaki-claim", "no-place", number, sheet.seats[claim.seat], **facts)


def unclaimed_uramaki(sheet: Sheet) -> Iterator[Problem]:
    """Ten icons or more that lie there while a place of the race is open: they must be claimed, and
    discarded (Sushi Go Party! rulebook, Card Guide: Uramaki)."""
    if "uramaki" not in sheet.setting.types:
        return
    for number, round_ in enumerate(sheet.rounds, start=1):
        claims, used = settle_claims(round_.claims)
        if used >= len(PRIZES):
            continue
        winners = {claim.seat for claim in claims if claim.place is not None}
        for seat, tableau in enumerate(round_.tableaus):
            icons = tableau.tally().get("uramaki", 0)
            if icons >= ICONS_TO_CLAIM:
                detail = "claimed" if seat in winners else "unclaimed"
                yield error("uramaki-claim", detail, number, sheet.seats[seat], icons=icons)
