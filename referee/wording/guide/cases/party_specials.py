"""Rulings on special orders and takeout boxes."""

from django.utils.translation import gettext_lazy as _

from .case import Case, Example

ORDERS = (
    Case(
        "sushi-go-party/order-nigiri-on-wasabi",
        _("a nigiri on a wasabi"),
        _("It has the nigiri's own value, and lies beside that wasabi, not on it."),
        "special-order nigiri wasabi",
        "special-order",
        example=Example("nigiri", ("wasabi+squid-nigiri special-order:squid-nigiri",)),
    ),
    Case(
        "sushi-go-party/order-nigiri-free-wasabi",
        _("a nigiri, with a free wasabi in front"),
        _("It may lie on the free wasabi and is tripled then."),
        "special-order nigiri wasabi",
        "special-order",
        example=Example("nigiri", ("salmon-nigiri wasabi+special-order:salmon-nigiri",)),
    ),
    Case(
        "sushi-go-party/order-wasabi",
        _("a wasabi, covered or not"),
        _("It is a further wasabi, and free."),
        "special-order wasabi",
        "special-order",
        example=Example("nigiri", ("wasabi+egg-nigiri special-order:wasabi+squid-nigiri",)),
    ),
    Case(
        "sushi-go-party/order-icons",
        _("uramaki, maki, onigiri, fruit"),
        _("It has the same icons or the same shape; a claim of uramaki takes its copies along."),
        "special-order uramaki maki onigiri fruit",
        "special-order",
        example=Example("maki", ("maki-3 special-order:maki-3", "maki-2")),
    ),
    Case(
        "sushi-go-party/order-miso-soup",
        _("miso soup"),
        _("It counts as a soup of this turn, and clashes with others of this turn."),
        "special-order miso-soup",
        "special-order",
        example=Example("miso-soup", ("miso-soup special-order:miso-soup",)),
    ),
    Case(
        "sushi-go-party/order-chopsticks",
        _("chopsticks, spoon"),
        _("It has the number of the copied card and can be used on a later turn."),
        "special-order chopsticks spoon",
        "special-order",
    ),
    Case(
        "sushi-go-party/order-special-order",
        _("another special order"),
        _("It is whatever that one copies."),
        "special-order",
        "special-order",
        example=Example("tofu", ("tofu special-order:tofu*2",)),
    ),
    Case(
        "sushi-go-party/order-flipped",
        _("a flipped card"),
        _("It is flipped too, and worth as much as a flipped card."),
        "special-order takeout-box",
        "special-order",
        example=Example("takeout-box", ("flipped:tofu flipped:special-order",)),
    ),
    Case(
        "sushi-go-party/order-dessert",
        _("a dessert"),
        _(
            "It lies with the desserts, counts as one, and is out of the deck for the rest of "
            "the game."
        ),
        "special-order pudding green-tea-ice-cream fruit",
        "special-order",
        is_silent=True,
        example=Example("pudding", ("pudding special-order:pudding", "pudding")),
    ),
    Case(
        "sushi-go-party/order-cannot",
        _("menu, takeout box, anything discarded or claimed, a dessert of an earlier round"),
        _("None of these can be copied: they do not lie in front of you any more."),
        "special-order menu takeout-box",
        "special-order",
    ),
    Case(
        "sushi-go-party/order-nothing",
        _("nothing to copy"),
        _("It is discarded without points."),
        "special-order",
        "special-order",
    ),
)
"""What a special order copies, in the order of docs/rulings.md."""
BOXES = (
    Case(
        "sushi-go-party/box-what",
        _("What may be flipped"),
        _(
            "Your own cards of earlier turns of this round, as many as you like. The box "
            "itself is discarded."
        ),
        "takeout-box",
        "takeout-box",
        example=Example("takeout-box", ("flipped:eel flipped:tofu tempura",)),
    ),
    Case(
        "sushi-go-party/box-flipped",
        _("A flipped card"),
        _(
            "It is worth its points and nothing else: no icons, no effect, no dessert. A "
            "flipped dessert goes back to the deck."
        ),
        "takeout-box pudding green-tea-ice-cream fruit",
        "takeout-box",
        is_silent=True,
        switches=("flipped-cards-share-a-colour",),
        example=Example("takeout-box", ("flipped:tempura flipped:pudding", "tempura")),
    ),
    Case(
        "sushi-go-party/box-wasabi",
        _("A wasabi flipped under a nigiri"),
        _("The nigiri is worth its own value again."),
        "takeout-box wasabi nigiri",
        "takeout-box",
        is_silent=True,
        example=Example("nigiri", ("flipped:wasabi squid-nigiri",)),
    ),
    Case(
        "sushi-go-party/box-nigiri",
        _("A nigiri flipped on a wasabi"),
        _("It is worth what a flipped card is; the wasabi is free again, for the next nigiri."),
        "takeout-box wasabi nigiri",
        "takeout-box",
        is_silent=True,
        switches=("flipped-nigiri-frees-wasabi",),
        example=Example("nigiri", ("wasabi+salmon-nigiri flipped:squid-nigiri",)),
    ),
    Case(
        "sushi-go-party/box-copied",
        _("The card that a special order copies"),
        _("The special order stays what it was."),
        "takeout-box special-order",
        "takeout-box",
        example=Example("eel", ("flipped:eel special-order:eel", "eel")),
    ),
)
"""In the order of docs/rulings.md."""
