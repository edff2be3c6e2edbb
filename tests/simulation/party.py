"""Sushi Go Party! (2016): a whole game. What happens in a turn is in ``party_turn``."""

from random import Random
from typing import Any

from .game import NAMES, Game, passed, tastes
from .party_deck import DESSERTS, HAND, MENUS, cards_of, desserts_added
from .party_turn import Turn
from .place import Card, Place

LEAVE_UNRECORDED = {"miso-soup", "takeout-box", "spoon", "special-order"}


def party_game(
    rng: Random, players: int, menu: str | tuple[str, ...], *, frees_wasabi: bool = True
) -> Game:
    """Plays a game with a named menu, or with seven types of one's own.

    ``frees_wasabi``: the table's ruling when a takeout box flips a nigiri that lies on a wasabi.
    """
    return _Game(rng, players, menu, frees_wasabi).game()


class _Game:
    def __init__(
        self, rng: Random, players: int, menu: str | tuple[str, ...], frees_wasabi: bool
    ) -> None:
        self.rng, self.menu, self.frees_wasabi = rng, menu, frees_wasabi
        self.names = NAMES[:players]
        self.types = tuple(MENUS[menu].split()) if isinstance(menu, str) else menu
        self.deck: list[Card] = cards_of("nigiri")
        self.desserts: list[Card] = []
        for type_ in self.types:
            (self.desserts if type_ in DESSERTS else self.deck).extend(cards_of(type_))
        rng.shuffle(self.desserts)
        self.faces = tuple(dict.fromkeys(card.face for card in self.deck + self.desserts))
        self.kept = dict.fromkeys(self.names, 0)
        self.lying: list[dict[str, int]] = []

    def game(self) -> Game:
        own = list(self.menu)
        self.rng.shuffle(own)
        document = {
            "ruleset": "sushi-go-party",
            "menu": self.menu if isinstance(self.menu, str) else own,
            "house_rules": {} if self.frees_wasabi else {"flipped-nigiri-frees-wasabi": False},
            "players": list(self.names),
            "rounds": [self.round(added) for added in desserts_added(len(self.names))],
        }
        leaves = bool(LEAVE_UNRECORDED & set(self.types))
        faces = tuple(f for f in self.faces if f not in ("menu", "takeout-box", "special-order"))
        return Game(document, HAND[len(self.names)], tuple(self.lying), self.kept, leaves, faces)

    def round(self, desserts: int) -> dict[str, Any]:
        """Shuffle desserts in, deal, play until the hands are empty, write down, clear away."""
        self.deck += [self.desserts.pop() for _ in range(desserts)]
        self.rng.shuffle(self.deck)
        dealt = HAND[len(self.names)]
        hands = [[self.deck.pop() for _ in range(dealt)] for _ in self.names]
        places = [Place() for _ in self.names]
        likings = tastes(self.rng, self.faces, len(self.names))
        discarded: list[Card] = []
        claims: list[dict[int, int]] = []
        places_gone = 0
        for number in range(dealt):
            turn = Turn(self.rng, number, hands, places, self.deck, discarded, likings)
            turn.frees_wasabi = self.frees_wasabi
            claimed, places_gone = turn.play(places_gone)
            claims += [claimed] if claimed else []
            hands = passed(hands, 1)
        assert not any(hands), "a round ends when all hands are empty"
        written = self.written(places, claims)
        self.clear(places, discarded)
        return written

    def written(self, places: list[Place], claims: list[dict[int, int]]) -> dict[str, Any]:
        """The round as it stands on the score sheet; an empty tableau may be left out."""
        self.lying.append(
            {name: len(place.cards) for name, place in zip(self.names, places, strict=True)}
        )
        tableaus = {
            name: place.written(self.rng)
            for name, place in zip(self.names, places, strict=True)
            if place.cards or self.rng.random() < 0.5
        }
        turns = [{self.names[seat]: icons for seat, icons in turn.items()} for turn in claims]
        return {"tableaus": tableaus, **({"uramaki_claims": turns} if turns else {})}

    def clear(self, places: list[Place], discarded: list[Card]) -> None:
        """Face-up desserts, and special orders that copy one, stay with their players; all other
        cards go back to the deck."""
        self.deck += discarded
        for name, place in zip(self.names, places, strict=True):
            for lying in place.cards:
                if any(lying.is_now(dessert) for dessert in DESSERTS):
                    self.kept[name] += 1
                else:
                    self.deck.append(lying.card)
