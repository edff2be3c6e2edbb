"""Cards as somebody entered them, in a short spelling: "!" lies face down, "^" lies on the first
wasabi that is free of such, "=" is a special order; of a wasabi: "~" is known."""

from referee.rules.wasabi_pairing import LaidCard

WASABI, EGG, SALMON, SQUID = "wasabi", "egg-nigiri", "salmon-nigiri", "squid-nigiri"


def entered(*spelled: str) -> list[LaidCard]:
    """Cards from their short spelling; their ids are their places."""
    cards = [
        LaidCard(text.strip("!^=~"), "=" in text, "!" in text, at, is_known="~" in text)
        for at, text in enumerate(spelled)
    ]
    on = (at for at, text in enumerate(spelled) if "^" in text)
    under = (at for at, card in enumerate(cards) if card.face == WASABI)
    for nigiri, wasabi in zip(on, under, strict=False):
        cards[wasabi] = cards[wasabi]._replace(nigiri=nigiri)
    return cards
