"""A result as tables that a person reads in a terminal."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from tabulate import SEPARATING_LINE, tabulate
from wcwidth import wcwidth

from referee.rules import PlayerScore, Problem, Result, Severity
from referee.rules.house_rules import changed_switches
from referee.rules.mistakes import diagnose
from referee.rules.rulesets import DUMMY
from referee.wording import (
    diagnosis_text,
    explain,
    problem_message,
    problem_place,
    verdict,
    visible,
)
from referee.wording.names import menu_name, ruleset_name, switch_name, type_name, variant_name
from referee.wording.phrases import number, series

# Columns of the terminal: the tables stay below 100 or close to it.
NAME_WIDTH = 20
WHY_WIDTH = 56
PROBLEM_WIDTH = 80
CLAIM_WIDTH = 60
_ISOLATE, _END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def result_table(result: Result) -> str:
    """Return the whole result: rounds with every line explained, game end, standings, verdict,
    what explains the claims, problems.

    Always of the same width and without control characters, whatever names are on the sheet.
    """
    sheet = result.sheet
    names = {name: shown_name(name) for name in sheet.seats}
    all_names = {**names, DUMMY: _("the dummy")}
    ranking = tuple(entry._replace(player=all_names[entry.player]) for entry in result.ranking)
    shown = [*names.values()]
    parts = [_heading(result)]
    for place, round_ in enumerate(result.rounds, start=1):
        title = _("Round %(n)d") % {"n": place}
        parts.append(_scores(title, round_.players.values(), shown, at_end=False))
    if result.game_end is not None:
        parts.append(_scores(_("End of the game"), result.game_end.values(), shown, at_end=True))
    parts += [
        _standings(result, names),
        verdict(result._replace(ranking=ranking)),
        _claims(result, names),
        _problems(result.problems, names),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def shown_name(name: str) -> str:
    """A name as a terminal may show it: short, and unable to turn what stands beside it."""
    name = visible(name)
    width = 0
    for place, letter in enumerate(name):
        width += max(0, wcwidth(letter))
        if width > NAME_WIDTH:
            name = f"{name[: place - 1]}…"
            break
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"
    return name


def _heading(result: Result) -> str:
    setting = result.sheet.setting
    heads = [ruleset_name(setting.ruleset)]
    if setting.menu is not None:
        heads.append(menu_name(setting.menu.name))
        if not setting.menu.name:
            heads.append(series(type_name(type_) for type_ in setting.menu.types))
    heads += [variant_name(name) for name in setting.rules.variants if name in setting.variants]
    lines = [" · ".join(heads)]
    for switch, value in changed_switches(setting.house_rules).items():
        facts = {"name": switch_name(switch), "state": _("yes") if value else _("no")}
        lines.append(_("House rule: %(name)s: %(state)s") % facts)
    return "\n".join(lines)


def _scores(
    title: str, scores: Iterable[PlayerScore], names: Sequence[str], *, at_end: bool
) -> str:
    rows: list[list[str] | str] = []
    for seat, score in enumerate(scores):
        if rows:
            rows.append(SEPARATING_LINE)
        for place, line in enumerate(score.lines):
            why = explain(line, seat, names, at_end=at_end)
            name = "" if place else names[seat]
            rows.append([name, type_name(line.type), number(line.points), why])
        first = "" if score.lines else names[seat]
        rows.append([first, _("total"), number(score.total), ""])
    headers = [_("Player"), _("What"), _("Points"), _("Why")]
    table = _table(rows, headers, ("left", "left", "right", "left"), [None, None, None, WHY_WIDTH])
    return f"{title}\n\n{table}"


def _standings(result: Result, names: Mapping[str, str]) -> str:
    """Return every seat's points by round, ranked."""
    ranked = {entry.player: entry for entry in result.ranking}
    rounds = [_("Round %(n)d") % {"n": place} for place in range(1, len(result.rounds) + 1)]
    headers = ["", _("Player"), *rounds, _("End"), _("Total"), _tiebreak_name(result)]
    rows = []
    for name in (*ranked, *(name for name in names if name not in ranked)):
        scores = [number(round_.players[name].total) for round_ in result.rounds]
        entry = ranked.get(name)
        rows.append(
            [
                f"{entry.rank}." if entry else "–",
                names[name],
                *scores,
                "" if result.game_end is None else number(result.game_end[name].total),
                number(result.totals[name]),
                number(entry.tiebreak) if entry else "",
            ]
        )
    align = ("right", "left", *["right"] * (len(headers) - 2))
    return "\n\n".join([_("Standings"), _table(rows, headers, align, None)])


def _tiebreak_name(result: Result) -> str:
    return {
        "pudding": _("Puddings"),
        "dessert-cards": _("Desserts"),
        "pudding-icons": _("Pudding icons"),
    }[result.sheet.setting.rules.tiebreak]


def _table(
    rows: Sequence[list[str] | str],
    headers: list[str],
    align: Sequence[str],
    widths: list[int | None] | None,
) -> str:
    text = tabulate(
        rows,
        headers=headers,
        tablefmt="simple",
        colalign=align,
        disable_numparse=True,
        maxcolwidths=widths,
    )
    return "\n".join(line.rstrip() for line in text.splitlines())


def _claims(result: Result, names: Mapping[str, str]) -> str:
    """Return the claimed totals with the mistakes that explain them."""
    sheet = result.sheet
    diagnoses = diagnose(sheet, sheet.claimed)
    rows = []
    for name, claim in sheet.claimed.items():
        lines = [_("That is right.")]
        if name in diagnoses:
            lines = [diagnosis_text(each, sheet.setting.ruleset) for each in diagnoses[name]]
            lines = lines or [_("No mistake that the referee knows leads there.")]
        rows.append([names[name], number(claim), number(result.totals[name]), lines[0]])
        rows += [["", "", "", line] for line in lines[1:]]
    if not rows:
        return ""
    headers = [_("Player"), _("Claims"), _("Has"), _("What would explain it, the likeliest first")]
    align = ("left", "right", "right", "left")
    table = _table(rows, headers, align, [None, None, None, CLAIM_WIDTH])
    return "\n\n".join([pgettext("heading", "Claims"), table])


def _problems(problems: Iterable[Problem], names: Mapping[str, str]) -> str:
    rows = [
        [
            "!" if problem.severity is Severity.ERROR else "?",
            problem_place(problem),
            problem_message(problem.renamed(names)),
        ]
        for problem in problems
    ]
    if not rows:
        return ""
    table = tabulate(
        rows, tablefmt="plain", disable_numparse=True, maxcolwidths=[None, None, PROBLEM_WIDTH]
    )
    return "\n\n".join([_("Please check (! cannot be right, ? may be right)"), table])
