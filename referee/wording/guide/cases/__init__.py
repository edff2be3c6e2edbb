"""Every ruling of docs/rulings.md that is no house rule."""

from . import party, party_specials, sushi_go, sushi_roll

CASES = (
    *sushi_go.CASES,
    *party.CASES,
    *party_specials.ORDERS,
    *party_specials.BOXES,
    *sushi_roll.CASES,
)
