"""QR codes."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(link: str) -> SafeString:
    """A link as a QR code, drawn dark on light in both colour schemes, so that cameras read it."""
    drawn = segno.make(link, micro=False, error="m")
    svg = drawn.svg_inline(scale=6, border=4, light="#ffffff", omitsize=True)
    return mark_safe(svg)  # noqa: S308  # nothing but the code's squares: nobody's markup is in it
