"""Small helps for templates."""

from django import template
from django.utils.translation import gettext as _

from ..rules import NAMED_MENUS
from ..rules.menus import named_menu
from ..wording.names import type_name

register = template.Library()


@register.simple_tag
def menu_summary(slug: str) -> str:
    """What is on a named menu and who may play it; "" for a menu of one's own."""
    if slug not in NAMED_MENUS:
        return ""
    menu = named_menu(slug)
    least, most = menu.player_limits()
    return _("%(least)s–%(most)s players: %(cards)s") % {
        "least": least,
        "most": most,
        "cards": ", ".join(type_name(type_) for type_ in menu.types),
    }
