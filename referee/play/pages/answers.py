"""What the referee answers: the rule, made-up cards that show it, and where it stands."""

from collections.abc import Collection, Mapping
from html import unescape
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from ...rules import (
    CARD_TYPES,
    RULESETS,
    SWITCHES,
    PlayerScore,
    RoundSheet,
    Setting,
    Sheet,
    parse_tableau,
    score_sheet,
)
from ...rules.cards import DESSERTS
from ...rules.house_rules import HouseRules, Switch, changed_switches, house_rules_from
from ...rules.menus import MENU_SHAPE, own_menu
from ...rules.rulesets import DUMMY, ROUNDS, SOY_SAUCE_PROMO, TWO_PLAYER_DUMMY
from ...wording.explanations.citations import (
    Citation,
    citation,
    play_citations,
    ranking_citation,
)
from ...wording.explanations.lines import explain
from ...wording.guide.answers import Answer, find, is_answered, is_sure, is_understood
from ...wording.guide.cases.cards import EXAMPLES_OF_SWITCHES, example_of
from ...wording.guide.cases.case import Case, Example
from ...wording.guide.scope import SWITCHES_OF_TYPE, Scope, switches
from ...wording.guide.search import MAX_QUERY, Correction, Question, read
from ...wording.names import (
    card_count,
    icon_count,
    play_title,
    ruleset_name,
    switch_help,
    switch_name,
    type_name,
)
from ...wording.phrases import capital, isolated, number, sentences, series, spoken
from ...wording.rulings import citations_of
from ...wording.verdict import verdict
from .rules import card, play
from .tableaus import stacks

MOST = 6
"""Answers to one question."""
NEAREST = 3
_NAMES = (
    pgettext_lazy("a made-up player", "Ana"),
    pgettext_lazy("a made-up player", "Ben"),
    pgettext_lazy("a made-up player", "Cem"),
    pgettext_lazy("a made-up player", "Dan"),
    pgettext_lazy("a made-up player", "Eva"),
    pgettext_lazy("a made-up player", "Flo"),
)
_NAMED_FIRST = {"special-order", "takeout-box", "uramaki", "pudding"}
"""Cards whose rulings have titles that do not name them."""
_PLAIN = "rules/plain.txt"
_AT_END = {*DESSERTS, "tokens", ""}
"""What is scored after the third round."""


class PlainAnswer(NamedTuple):
    """An answer without marks, made of what its page is drawn of; its text is a line a
    paragraph."""

    slug: str
    kind: str
    ruleset: str
    title: str
    text: str
    citations: list[Citation]


class Answered(NamedTuple):
    """What the referee finds for a question.

    Attributes:
        is_found: false where the answers are only the nearest; where there is none, the question
            is of something else.
        is_sure: false where the first answers are so near to each other, or so far from the
            question, that any may be meant.
        corrected: words that were mistyped, and how they were read.
    """

    query: str
    question: Question
    is_found: bool
    is_sure: bool
    corrected: Collection[Correction]
    answers: list[Answer]

    @property
    def in_words(self) -> list[PlainAnswer]:
        """The answers for who reads no page."""
        return [_in_words(answer, self.question) for answer in self.answers]


def ask(typed: str, scope: Scope | None = None) -> Answered:
    """Find what answers a question about a game, or about all three without ``scope``."""
    query = typed.strip()[:MAX_QUERY]
    question = read(query)
    rulesets = (scope.ruleset,) if scope else tuple(RULESETS)
    matches = [match for match in find(question, rulesets) if _concerns(match.answer, scope)]
    matches = [match for match in matches if match.likeness >= matches[0].likeness / 3]
    is_like = is_answered(question, matches)
    is_found = is_like or is_understood(question, matches)
    sure = is_like and is_sure(matches)
    answers = [match.answer for match in matches[: MOST if sure else NEAREST]]
    corrected = question.corrected if matches else ()
    return Answered(query, question, is_found, sure, corrected, answers)


def answers_page(typed: str, scope: Scope | None = None) -> dict[str, Any]:
    """What the page of a question shows."""
    query, question, is_found, sure, corrected, answers = ask(typed, scope)
    return {
        "query": query,
        "is_found": is_found,
        "is_sure": sure,
        "found": len(answers) if is_found else 0,
        "corrected": corrected,
        "answers": [
            _shown(answer, scope, question, is_first=sure and answer is answers[0])
            for answer in answers
        ],
    }


def _concerns(answer: Answer, scope: Scope | None) -> bool:
    """Whether an answer is about a game, and about cards and house rules that are in it."""
    if scope is None:
        return True
    if answer.kind == "switch":
        return answer.name in {switch.name for switch in switches(scope)}
    if answer.kind == "card":
        return answer.name in scope.types
    return scope.setting is None or not answer.cards or bool({*answer.cards} & {*scope.types})


def _title(answer: Answer) -> str:
    if answer.kind == "switch":
        return switch_name(answer.name)
    if answer.kind == "play":
        return play_title(answer.name)
    if answer.way:
        return str(answer.way.title)
    if answer.case is None:
        return capital(type_name(answer.name))
    title, rule = str(answer.case.title), answer.case.rule
    if rule not in _NAMED_FIRST or type_name(rule) in title.lower():
        return title
    return capital(_("%(card)s: %(case)s") % {"card": type_name(rule), "case": title})


def _shown(
    answer: Answer, scope: Scope | None, question: Question, *, is_first: bool
) -> dict[str, Any]:
    """An answer as a page shows it, its cards and sections as HTML."""
    here = scope or Scope(answer.ruleset)
    shown: dict[str, Any] = {
        "kind": answer.kind,
        "slug": answer.slug,
        "id": answer.name if scope else answer.slug.replace("/", "-"),
        "game": "" if scope or answer.way else ruleset_name(answer.ruleset),
        "ruleset": answer.ruleset,
        "title": _title(answer),
        "type": next((type_ for type_ in answer.cards if type_ in CARD_TYPES), ""),
        "is_first": is_first,
        "rules": [],
    }
    if answer.way:
        return shown | {"words": answer.way.words, "way": answer.way}
    if answer.case:
        return shown | _case(answer.case, here, question)
    if answer.kind == "switch":
        return shown | _switch(answer, here)
    if answer.kind == "play":
        about = {"anchor": shown["id"], "of_game": shown["game"], "is_answer": True}
        html = play(answer.name, here, **about)
        return shown | {"html": html}
    shown["example"] = _example_of_card(answer, here)
    return shown | {"html": card(answer.name, here, answer=shown)}


def _example_of_card(answer: Answer, scope: Scope) -> dict[str, Any] | None:
    example = example_of(answer.ruleset, answer.name)
    about = SWITCHES_OF_TYPE.get(answer.name, ())
    held = [switch for switch in switches(scope) if switch.name in about]
    return worked(example, scope, held) if example else None


def _in_words(answer: Answer, question: Question) -> PlainAnswer:
    scope = Scope(answer.ruleset)
    title = _title(answer)
    if answer.kind == "card":
        example = _example_of_card(answer, scope)
        text = unescape(card(answer.name, scope, _PLAIN, example=example))
        citations = [citation(f"{answer.ruleset}/{answer.name}")]
    elif answer.kind == "play":
        text = unescape(play(answer.name, scope, _PLAIN))
        citations = [play_citations(answer.ruleset)[answer.name]]
    elif answer.way:
        text, citations = str(answer.way.words), []
    else:
        shown = _case(answer.case, scope, question) if answer.case else _switch(answer, scope)
        title, citations = shown.get("title", title), shown["citations"]
        text = "\n".join([str(shown["words"]), *(shown["example"] or {"told": ()})["told"]])
    lines = filter(None, spoken(text).splitlines())
    return PlainAnswer(answer.slug, answer.kind, answer.ruleset, title, "\n".join(lines), citations)


def _case(case: Case, scope: Scope, question: Question) -> dict[str, Any]:
    held = [switch for switch in SWITCHES if switch.name in case.switches]
    place = citation(f"{case.ruleset}/{case.rule}") if case.rule else None
    if case.section:
        place = Citation(ruleset_name(case.ruleset), str(case.section))
    example = case.example_for(question.subjects)
    return {
        "words": case.words,
        "is_silent": case.is_silent,
        "citations": [(place or ranking_citation(case.ruleset))._replace(ruling="")],
        "example": example and worked(example, scope, held),
        "rules": [_rule(switch, scope) for switch in held],
    }


def _switch(answer: Answer, scope: Scope) -> dict[str, Any]:
    (switch,) = (switch for switch in SWITCHES if switch.name == answer.name)
    example = EXAMPLES_OF_SWITCHES.get(switch.name)
    rule = _rule(switch, scope)
    stands = _("A house rule, off unless the table agrees otherwise.")
    if rule["is_on"]:
        stands = _("A house rule, on unless the table agrees otherwise.")
    if switch.name in changed_switches(scope.house_rules):
        stands = _("A house rule, off in this game.")
        if rule["is_on"]:
            stands = _("A house rule, on in this game.")
    return {
        "title": _("House rule: %(name)s") % {"name": rule["name"]},
        "words": sentences([stands, str(rule["help"])]),
        "citations": citations_of(switch, answer.ruleset),
        "example": example and worked(example, scope, [switch]),
        "rules": [],
    }


def _rule(switch: Switch, scope: Scope) -> dict[str, Any]:
    """A house rule that changes an answer, and how it stands."""
    return {
        "name": switch_name(switch.name),
        "help": switch_help(switch.name),
        "is_on": getattr(scope.house_rules, switch.field),
    }


def worked(example: Example, scope: Scope, held: list[Switch]) -> dict[str, Any]:
    """Made-up cards with the points that the rules give them, and why; and what each of the house
    rules would make of them, where that is another number."""
    sheet = _sheet(example, scope, scope.house_rules)
    scores, reasons = _points(example, sheet)
    others = []
    for switch in held:
        turned = {
            **changed_switches(scope.house_rules),
            switch.name: not getattr(scope.house_rules, switch.field),
        }
        after, then = _points(example, _sheet(example, scope, house_rules_from(turned)))
        if (after, then) != (scores, reasons):
            effect = series(f"{name} {number(points)}" for name, points in after.items())
            effect = effect if after != scores else then[0]
            others.append((switch_name(switch.name), turned[switch.name], effect))
    first = sheet.rounds[0]
    rows = []
    for seat, (name, points) in enumerate(scores.items()):
        shown = stacks(first.tableaus[seat])
        icons = sum(turn.get(seat, 0) for turn in example.claims)
        if icons:
            shown.append(_pile("uramaki", icons, icon_count("uramaki", icons)))
        if example.tokens:
            many = example.tokens[seat]
            shown.append(_pile("token", many, card_count("tokens", many)))
        rows.append({"name": name, "stacks": shown, "points": points})
    if not example.claims and not example.tokens:  # somebody without cards, to make two players
        rows = rows[: max(len(example.tableaus), 1)]
    return {"rows": rows, "told": reasons, "others": others}


def _pile(picture: str, number_: int, words: str) -> dict[str, Any]:
    """What is no card on a tableau, beside those that are."""
    return {"icons": [picture], "pips": 0, "number": number_, "words": words}


def _sheet(example: Example, scope: Scope, house_rules: HouseRules) -> Sheet:
    texts = [*example.tableaus, *[""] * (2 - len(example.tableaus))]
    tableaus = tuple(map(parse_tableau, texts))
    players = tuple(map(str, _NAMES[: len(texts) - example.dummy]))
    held = {entry.type for tableau in tableaus for entry in tableau.counts}
    variants = {TWO_PLAYER_DUMMY} if example.dummy else set()
    if scope.is_sushi_go and "soy-sauce" in held:
        variants.add(SOY_SAUCE_PROMO)
    menu = own_menu(_menu(held | {example.type}, " ".join(texts))) if scope.is_party else None
    setting = Setting(scope.ruleset, len(players), menu, frozenset(variants), house_rules)
    nothing = tuple(parse_tableau("") for _text in texts)
    claims = tuple(tuple(turn.items()) for turn in example.claims)
    rounds = [RoundSheet(tableaus, claims)]
    if example.type in _AT_END:
        rounds += [RoundSheet(nothing)] * (ROUNDS - 1)
    tokens = tuple({"menu": many} for many in example.tokens) if scope.is_roll else ()
    return Sheet(setting, players, tuple(rounds), tokens)


def _menu(held: set[str], text: str) -> list[str]:
    """A menu of Party with the card types that are held, filled up."""
    held = held | {"special-order"} if "special-order" in text else held
    held = held | {"takeout-box"} if "flipped" in text else held
    types: list[str] = []
    for category, many in MENU_SHAPE.items():
        of_it = [
            card_type.slug for card_type in CARD_TYPES.values() if card_type.category is category
        ]
        types += sorted(of_it, key=lambda slug: slug not in held)[:many]
    return types


def _points(example: Example, sheet: Sheet) -> tuple[dict[str, int], list[str]]:
    """Score everybody, by name, and give the reasons."""
    result = score_sheet(sheet)
    shown = [_("Dummy") if name == DUMMY else name for name in sheet.seats]
    names = [isolated(name) for name in shown]
    if not example.type:
        named = dict(zip(sheet.seats, names, strict=True))
        ranking = tuple(rank._replace(player=named[rank.player]) for rank in result.ranking)
        reasons = [verdict(result._replace(ranking=ranking))]
        return dict(zip(shown, result.totals.values(), strict=True)), reasons
    scores: Mapping[str, PlayerScore] = result.rounds[0].players
    at_end = example.type in _AT_END and result.game_end is not None
    if at_end and result.game_end:
        scores = result.game_end
    lines = {
        name: next((line for line in score.lines if line.type == example.type), None)
        for name, score in zip(shown, scores.values(), strict=True)
    }
    reasons = [
        explain(line, seat, names, at_end=at_end)
        for seat, line in enumerate(lines.values())
        if line
    ]
    if example.type != "uramaki" and any(line and line.comparison for line in lines.values()):
        reasons = reasons[:1]  # it tells what everybody has
    reasons = [
        reason for at, reason in enumerate(reasons) if not reason.startswith(tuple(reasons[:at]))
    ]
    return {name: line.points if line else 0 for name, line in lines.items()}, reasons
