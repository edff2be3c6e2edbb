"""Rulings on special orders and takeout boxes."""

from django.utils.translation import gettext_lazy as _

from .case import Case, Example

ORDERS = (
    Case(
        "sushi-go-party/order-nigiri-on-wasabi",
        _("a nigiri on a wasabi"),
        _("It has the nigiri's own value, and lies beside that wasabi, not on it."),
        "special-order +copy/special-order +nigiri wasabi triple on",
        "special-order",
        example=Example("nigiri", ("wasabi+squid-nigiri special-order:squid-nigiri",)),
    ),
    Case(
        "sushi-go-party/order-nigiri-free-wasabi",
        _("a nigiri, with a free wasabi in front"),
        _("It may lie on the free wasabi and is tripled then."),
        "special-order +copy/special-order +nigiri wasabi +free triple",
        "special-order",
        example=Example("nigiri", ("salmon-nigiri wasabi+special-order:salmon-nigiri",)),
    ),
    Case(
        "sushi-go-party/order-wasabi",
        _("a wasabi, covered or not"),
        _("It is a further wasabi, and free."),
        "special-order +copy/special-order +wasabi free another",
        "special-order",
        example=Example("nigiri", ("wasabi+egg-nigiri special-order:wasabi+squid-nigiri",)),
    ),
    Case(
        "sushi-go-party/order-icons",
        _("uramaki, maki, onigiri, fruit"),
        _("It has the same icons or the same shape; a claim of uramaki takes its copies along."),
        "special-order +copy/special-order +uramaki/maki/onigiri/fruit/icon/shape claim",
        "special-order",
        example=Example("maki", ("maki-3 special-order:maki-3", "maki-2")),
    ),
    Case(
        "sushi-go-party/order-miso-soup",
        _("miso soup"),
        _("It counts as a soup of this turn, and clashes with others of this turn."),
        "special-order +copy/special-order +miso-soup same-turn clash discard",
        "special-order",
        example=Example("miso-soup", ("miso-soup special-order:miso-soup",)),
    ),
    Case(
        "sushi-go-party/order-chopsticks",
        _("chopsticks, spoon"),
        _("It has the number of the copied card and can be used on a later turn."),
        "special-order +copy/special-order +chopsticks/spoon order number later",
        "special-order",
    ),
    Case(
        "sushi-go-party/order-special-order",
        _("another special order"),
        _("It is whatever that one copies."),
        "special-order +copy/special-order +another/twice",
        "special-order",
        example=Example("tofu", ("tofu special-order:tofu*2",)),
    ),
    Case(
        "sushi-go-party/order-flipped",
        _("a flipped card"),
        _("It is flipped too, and worth as much as a flipped card."),
        "special-order +copy/special-order takeout-box +flip",
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
        "special-order +copy/special-order +dessert/pudding/green-tea-ice-cream/fruit",
        "special-order",
        is_silent=True,
        example=Example("pudding", ("pudding special-order:pudding", "pudding")),
    ),
    Case(
        "sushi-go-party/order-cannot",
        _("menu, takeout box, anything discarded or claimed, a dessert of an earlier round"),
        _("None of these can be copied: they do not lie in front of you any more."),
        "special-order +copy/special-order +menu/takeout-box/discard/claim/earlier allowed dessert",
        "special-order",
    ),
    Case(
        "sushi-go-party/order-nothing",
        _("nothing to copy"),
        _("It is discarded without points."),
        "special-order +none/nobody/first copy",
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
        "takeout-box +flip +which/earlier/own/allowed how-many-cards",
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
        "flip takeout-box +flip worth dessert pudding green-tea-ice-cream fruit icon",
        "takeout-box",
        is_silent=True,
        switch="flipped-cards-share-a-colour",
        example=Example("takeout-box", ("flipped:tempura flipped:pudding", "tempura")),
    ),
    Case(
        "sushi-go-party/box-wasabi",
        _("A wasabi flipped under a nigiri"),
        _("The nigiri is worth its own value again."),
        "flip takeout-box +flip +wasabi nigiri under triple",
        "takeout-box",
        is_silent=True,
        switch="flipped-nigiri-frees-wasabi",
        example=Example("nigiri", ("flipped:wasabi squid-nigiri",)),
    ),
    Case(
        "sushi-go-party/box-copied",
        _("The card that a special order copies"),
        _("The special order stays what it was."),
        "flip takeout-box +special-order/copy",
        "takeout-box",
        example=Example("eel", ("flipped:eel special-order:eel", "eel")),
    ),
)
"""In the order of docs/rulings.md."""
