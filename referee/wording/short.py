"""What tells a face from the others of its type, short enough for a button."""

from ..rules import FACES
from .catalogue import gettext as _
from .catalogue import pgettext, remembered
from .names import face_name, shape_name


@remembered
def short_face_name(face: str) -> str:
    """ "Squid" for a squid nigiri, "3" for three maki icons, the shape of an onigiri."""
    nigiri = {
        "egg-nigiri": pgettext("nigiri", "Egg"),
        "salmon-nigiri": pgettext("nigiri", "Salmon"),
        "squid-nigiri": pgettext("nigiri", "Squid"),
    }
    if face in nigiri:
        return nigiri[face]
    kinds = FACES[face].parts
    if FACES[face].type == "onigiri":
        return shape_name(kinds[0][0]).capitalize()
    if FACES[face].type == "fruit":
        return _fruits(kinds)
    return str(kinds[0][1]) if kinds[0][0] == FACES[face].type else face_name(face)


def _fruits(kinds: tuple[tuple[str, int], ...]) -> str:
    names = {
        "watermelon": pgettext("fruit", "Watermelon"),
        "orange": pgettext("fruit", "Orange"),
        "pineapple": pgettext("fruit", "Pineapple"),
    }
    if len(kinds) == 1:
        return _("%(fruit)s ×2") % {"fruit": names[kinds[0][0]]}
    return _("%(one)s + %(other)s") % {"one": names[kinds[0][0]], "other": names[kinds[1][0]]}
