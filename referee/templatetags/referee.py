"""Small helps for templates."""

import functools
import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from ..disputes.pages import disputes
from ..disputes.pages.proposals import proposals_for
from ..drawing.looks import look_of
from ..models import Player
from ..play.pages.announcements import points_news, rounds_news, seat_news
from ..play.pages.common import entry_url, why_url
from ..play.pages.history import who
from ..play.pages.tableaus import stacks
from ..rules import CARD_TYPES, FACES, NAMED_MENUS
from ..rules.cards import ANY_NUMBER
from ..rules.menus import named_menu
from ..site.choices import language_choice, look_choice, look_of_phone
from ..tournament.pages import hall
from ..wording import items
from ..wording.figures import (
    at_least_text,
    average_text,
    percent_text,
    rating_text,
    signed_text,
    wins_text,
)
from ..wording.names import (
    card_count,
    menu_name,
    ruleset_name,
    switch_name,
    type_name,
    variant_name,
)
from ..wording.phrases import isolated, name_list, number, points_text, series, spoken
from ..wording.records import games_text, minutes_text

register = template.Library()


@register.inclusion_tag("site/languages.html", takes_context=True)
def language_switch(context: template.Context) -> dict[str, object]:
    """The form by which a phone chooses its language; nothing on a page made for no request."""
    return language_choice(context.get("request"), str(context.get("address", "")))


@register.inclusion_tag("site/looks.html", takes_context=True)
def look_switch(context: template.Context) -> dict[str, object]:
    """The form by which a phone chooses to be light or dark; nothing as for its language."""
    return look_choice(context.get("request"), str(context.get("address", "")))


@register.simple_tag(takes_context=True)
def look(context: template.Context) -> str:
    """The look that the phone was switched to, "" for its system's own."""
    return look_of_phone(context.get("request"))


@register.simple_tag
def menu_card(slug: str) -> dict[str, object]:
    """What is on a named menu, and who may play it; nothing of a menu of one's own."""
    if slug not in NAMED_MENUS:
        return {}
    menu = named_menu(slug)
    return {
        "types": menu.types,
        "cards": ", ".join(map(type_name, menu.types)),
        **_limits(*menu.player_limits()),
    }


@register.filter
def colour(slug: str) -> str:
    """The style sheet's class for the printed colour of a card type; "" for what is no card."""
    return (CARD_TYPES[slug].colour or "white") if slug in CARD_TYPES else ""


@register.simple_tag
def type_limits(slug: str) -> dict[str, str]:
    """Who may play with a card type, where not everybody may."""
    players = CARD_TYPES[slug].players
    return _limits(*players) if players != ANY_NUMBER else {}


def _limits(least: int, most: int) -> dict[str, str]:
    """So many players in words, and the classes by which the style sheet greys what they may not
    use."""
    numbers = {"least": least, "most": most}
    return {
        "limits": f"from-{least} up-to-{most}",
        "players": _("%(least)s–%(most)s players") % numbers,
    }


@functools.cache
def _pictures() -> frozenset[str]:
    sprite = Path(str(finders.find("img/sprite.svg"))).read_text()
    return frozenset(re.findall(r'<symbol id="([^"]+)"', sprite))


def picture_of(slug: str) -> str:
    """The picture for a slug: its own, else that of its type; ValueError where there is neither."""
    if slug in _pictures():
        return slug
    if slug in FACES and FACES[slug].type in _pictures():
        return FACES[slug].type
    raise ValueError(f"There is no picture of {slug!r}.")


@register.simple_tag
@functools.cache
def icon(slug: str) -> SafeString:
    """The picture of a card type, a face or a thing of the game, for the eye only: its name stands
    beside it."""
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("img/sprite.svg"),
        picture_of(slug),
    )


@register.simple_tag
def named(player: Player) -> str:
    """A player's name after their mark, in their colour."""
    style, mark = look_of(player)
    return format_html(
        '<span class="who"><svg class="{}" viewBox="-12 -12 24 24" aria-hidden="true" '
        'focusable="false"><path class="mark" d="{}"/></svg><bdi>{}</bdi></span>',
        style,
        mark,
        player.name,
    )


@register.simple_tag
def why_number(address: str, name: str, points: int, what: str, *part: object) -> SafeString:
    """Points that lead to their explanation, called "Ben, maki rolls: 3 points, why?".

    The part of the page that explains them is put together: ``"r" 2 "-total"``.
    """
    whose = _("%(name)s, %(what)s") % {"name": name, "what": what.lower()} if what else name
    words = ngettext(
        "%(whose)s: %(points)s point, why?", "%(whose)s: %(points)s points, why?", points
    )
    label = words % {"whose": whose, "points": number(points)}
    there = f"{address}#{''.join(map(str, part))}" if part else address
    return format_html('<a href="{}" aria-label="{}">{}</a>', there, label, number(points))


@register.filter
def with_english(name: str) -> str:
    """A menu's name; the English one that stands in it in brackets is marked as English."""
    translated, _bracket, english = name.removesuffix(")").partition(" (")
    if not english or english not in _printed_menus():
        return name
    return format_html('{} (<span lang="en">{}</span>)', translated, english)


@functools.cache
def _printed_menus() -> frozenset[str]:
    with override("en"):
        return frozenset(map(menu_name, NAMED_MENUS))


@register.simple_tag
def short_for(short: str, words: str) -> str:
    """An abbreviation for the eye; what it stands for to hold a finger on, and for the ear."""
    hidden = format_html('<abbr title="{}" aria-hidden="true">{}</abbr>', words, short)
    return format_html('{}<span class="sr">{}</span>', hidden, words)


@register.filter
def name(text: str) -> SafeString:
    """A name that somebody typed, apart from the direction of the words around it."""
    return format_html("<bdi>{}</bdi>", text)


@register.simple_tag(takes_context=True)
def cards_or_dice(
    context: template.Context, words: str, dice: bool | None = None, **values: str
) -> SafeString:
    """A phrase about cards, or its twin where the page is of a game of dice; see
    wording.items.CARDS_OR_DICE. What stands for its parts may be marked up."""
    is_dice = bool(context.get("dice") if dice is None else dice)
    chosen = conditional_escape(items.cards_or_dice(words, dice=is_dice))
    escaped = {key: conditional_escape(value) for key, value in values.items()}
    return mark_safe(chosen % escaped) if values else chosen  # noqa: S308  # all of it is escaped


@register.simple_tag(takes_context=True)
def cards_so_far(context: template.Context, cards: int, dealt: int) -> str:
    """How many cards are entered: "7/9" for the eye, "7 of 9 cards" for the ear."""
    spoken_words = items.cards_entered(cards, dealt, dice=bool(context.get("dice")))
    shown = '<span aria-hidden="true">{}/{}</span><span class="sr">{}</span>'
    return format_html(shown, cards, dealt, spoken_words)


@register.simple_tag(takes_context=True)
def open_disputes(context: template.Context) -> dict[str, Any]:
    """What a page of a game tells of its disputed numbers; nothing where there are none, which a
    page with the table knows without a query. Play's pages know nothing of disputes."""
    visit, table = context["visit"], context["page"].get("table")
    is_disputed = table.is_disputed if table else visit.game.disputes.exists()
    return disputes.open_disputes(visit) if is_disputed else {}


@register.simple_tag(takes_context=True)
def proposals(context: template.Context) -> list[dict[str, object]]:
    """The proposals that the phone is to see; ``lying`` is the table where the page shows a try."""
    table = context.get("lying") or context["page"].get("table")
    return proposals_for(context["visit"], table)


@register.simple_tag(takes_context=True)
def evening_of_tables(context: template.Context) -> dict[str, Any]:
    """What a night's page tells of its evening of several tables; nothing where there is none. The
    club's pages know nothing of tables."""
    visit = context["visit"]
    return hall.evening_of_night(visit.night, visit.phone, runs=visit.runs)


register.simple_tag(hall.honours)


# Every page of a game tells these.
register.simple_tag(points_news)
register.simple_tag(rounds_news)
register.filter(entry_url)
register.filter(who)
register.filter(stacks)
register.filter(why_url)
register.filter(isolated)
register.filter(spoken)
register.filter(seat_news)
register.filter("questions", items.questions_text)


@register.filter
def minus(value: int | None) -> str:
    """A number with a proper minus sign; nothing where there is none."""
    return "" if value is None else number(value)


register.filter("ruleset_name", ruleset_name)
register.filter("menu_name", menu_name)
register.filter("variant_name", variant_name)
register.filter("type_name", type_name)
register.filter("switch_name", switch_name)
register.filter("average", average_text)
register.filter("percent", percent_text)
register.filter("signed", signed_text)
register.filter("wins", wins_text)
register.filter("rating", rating_text)
register.filter("at_least", at_least_text)
register.filter("games", games_text)
register.filter("minutes", minutes_text)
register.filter("points_in_words", points_text)


@register.filter
def in_words(values: Iterable[int]) -> str:
    """Numbers as a list in words: "1, 3 and 6"."""
    return name_list([number(value) for value in values])


@register.filter
def listed(values: Iterable[object]) -> str:
    """A plain list: "1, 3, 5"."""
    return series(map(str, values))


@register.filter
def cards_of(number: int, type_: str) -> str:
    """So many cards of a type. Fruit is counted in pieces elsewhere; a card has two."""
    if type_ == "fruit":
        return ngettext("%(n)d fruit card", "%(n)d fruit cards", number) % {"n": number}
    return card_count(type_, number)


@register.simple_block_tag
def bullets(content: str, css_class: str) -> str:
    """A list of the items within; nothing where all of them are left out."""
    return format_html('<ul class="{}">{}</ul>', css_class, content) if content.strip() else ""


@register.simple_block_tag
def lines(content: str) -> str:
    """What is within without tags, a line an item of a list."""
    parts = (unescape(strip_tags(part)).split() for part in spoken(content).split("</li>"))
    return "\n".join(" ".join(part) for part in parts if part)


@register.simple_block_tag
def step(content: str, *figure: object) -> SafeString:
    """Something to do at the table, to be ticked off; its number or arrow is shown large."""
    box = mark_safe('<input type="checkbox" autocomplete="off">')
    return format_html("<label>{}{}</label>", box, _with_figure(content, *figure))


@register.simple_block_tag
def reminder(content: str, *figure: object) -> SafeString:
    """Something to keep in mind at the table."""
    return format_html("<p>{}</p>", _with_figure(content, *figure))


def _with_figure(content: str, *figure: object) -> SafeString:
    shown = "".join(map(str, figure))
    large = format_html('<b aria-hidden="true">{}</b>', shown) if shown else ""
    return format_html("<span>{}</span>{}", content, large)
