"""The setup card's figures, worked out by hand from the three rulebooks."""

import pytest

from referee.rules import RULESETS, HouseRules, Setting
from referee.rules.menus import named_menu
from referee.rules.table_setup import Direction, SetupCard, setup_for

DUMMY, PROMO, BOTH_WAYS = "two-player-dummy", "soy-sauce-promo", "pass-both-ways"
GAME = {"tempura": 14, "sashimi": 14, "dumpling": 14, "maki": 26, "nigiri": 20}
GAME |= {"pudding": 10, "wasabi": 6, "chopsticks": 4}


def sushi_go(players: int, number: int, *variants: str) -> SetupCard:
    return setup_for(Setting("sushi-go", players, variants=frozenset(variants)), number)


def party(menu: str, players: int, number: int) -> SetupCard:
    return setup_for(Setting("sushi-go-party", players, named_menu(menu)), number)


def roll(players: int, number: int) -> SetupCard:
    return setup_for(Setting("sushi-roll", players), number)


# Sushi Go! ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "hand", "piles", "left_at_the_end"),
    [
        (2, 10, (108, 88, 68), 48),
        (3, 9, (108, 81, 54), 27),
        (4, 8, (108, 76, 44), 12),
        (5, 7, (108, 73, 38), 3),
    ],
)
def test_sushi_go_deals_from_one_deck_that_is_not_shuffled_again(
    players, hand, piles, left_at_the_end
):
    cards = [sushi_go(players, number) for number in (1, 2, 3)]
    assert [card.pile for card in cards] == list(piles)
    assert [(card.hands, card.hand_size) for card in cards] == [(players, hand)] * 3
    assert [card.left_after_deal for card in cards] == [*piles[1:], left_at_the_end]
    assert all(card.cards == GAME for card in cards)
    assert {card.direction for card in cards} == {Direction.LEFT}
    assert not any(card.desserts or card.dummy or card.belts for card in cards)
    assert {card.large_maki_side for card in cards} == {None}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_where_cards_are_shuffled_back_later_decks_lack_the_puddings_played(
    players,
):
    setting = Setting("sushi-go", players, house_rules=HouseRules(reshuffle_each_round=True))
    cards = [setup_for(setting, number) for number in (1, 2, 3)]
    assert [card.pile for card in cards] == [108, None, None]
    hands = players * setting.hand_size
    assert [card.left_after_deal for card in cards] == [108 - hands, None, None]
    assert all(card.cards == GAME and card.hand_size == setting.hand_size for card in cards)
    # Even with every pudding kept there are enough cards to deal.
    assert hands <= 108 - 10


def test_the_promo_adds_four_soy_sauces_to_the_deck():
    card = sushi_go(5, 3, PROMO)
    assert card.cards == {**GAME, "soy-sauce": 4}
    assert (card.pile, card.left_after_deal) == (112 - 70, 7)


def test_a_dummy_gets_a_third_hand_of_nine_and_two_players_lead_it_by_turns():
    for number, pile in ((1, 108), (2, 81), (3, 54)):
        card = sushi_go(2, number, DUMMY)
        assert (card.hands, card.hand_size, card.pile) == (3, 9, pile)
        assert card.dummy is not None
        assert card.dummy.cards == 9
        assert card.dummy.first_leader == (1, 3, 5, 7, 9)
        assert card.dummy.second_leader == (2, 4, 6, 8)


def test_only_the_second_round_goes_to_the_right_where_hands_pass_both_ways():
    directions = [sushi_go(4, number, BOTH_WAYS).direction for number in (1, 2, 3)]
    assert directions == [Direction.LEFT, Direction.RIGHT, Direction.LEFT]


# Sushi Go Party! ---------------------------------------------------------------------------------

HANDS = {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7}
SMALL, LARGE = (5, 3, 2), (7, 5, 3)
LEFT_IN_PILE = {SMALL: (10, 7, 5), LARGE: (8, 3, 0)}


@pytest.mark.parametrize("players", HANDS)
def test_party_shuffles_desserts_into_the_deck_round_by_round(players):
    cards = [party("sushi-go", players, number) for number in (1, 2, 3)]
    added = SMALL if players <= 5 else LARGE
    piles = [card.desserts for card in cards]
    assert [pile.shuffled_in for pile in piles] == list(added)
    assert [pile.left for pile in piles] == list(LEFT_IN_PILE[added])
    assert {pile.unused for pile in piles} == {5 if players <= 5 else 0}
    assert {pile.at_start for pile in piles} == {15}
    assert {(card.hands, card.hand_size) for card in cards} == {(players, HANDS[players])}
    assert {card.direction for card in cards} == {Direction.LEFT}
    assert [card.pile for card in cards] == [54 + added[0], None, None]
    assert cards[0].left_after_deal == 54 + added[0] - players * HANDS[players] >= 3
    assert cards[1].left_after_deal is None


def test_a_menu_takes_its_own_cards_out_of_the_box():
    card = party("points-platter", 4, 1)
    types = {"nigiri": 12, "uramaki": 12, "onigiri": 8, "dumpling": 8, "edamame": 8}
    types |= {"special-order": 3, "tea": 3, "green-tea-ice-cream": 15}
    assert (card.cards, card.deck) == (types, 54)
    assert card.desserts is not None
    assert card.desserts.type == "green-tea-ice-cream"


@pytest.mark.parametrize("players", HANDS)
def test_the_maki_tile_is_flipped_from_six_players_on(players):
    assert party("my-first-meal", players, 1).large_maki_side is (players >= 6)
    assert party("cutthroat-combo", players, 1).large_maki_side is None


# Sushi Roll --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "dice", "left"), [(2, 8, 14), (3, 7, 9), (4, 6, 6), (5, 5, 5)])
def test_roll_puts_all_dice_into_the_bag_before_every_round(players, dice, left):
    for number in (1, 2, 3):
        card = roll(players, number)
        assert (card.hands, card.hand_size, card.pile) == (players, dice, 30)
        assert card.left_after_deal == left
        assert card.direction is Direction.LEFT
        assert card.cards == {}
        assert card.belts is not None
        assert card.belts.belts == players
        assert sorted(card.belts.dice.values()) == [4, 5, 5, 6, 10]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tokens_are_given_out_once(players):
    given = [roll(players, number).belts.first_tokens for number in (1, 2, 3)]
    assert given == [{"chopsticks": 2, "menu": 3}, {}, {}]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_belts_slide_between_rounds_with_three_players_only(players):
    belts = [roll(players, number).belts for number in (1, 2, 3)]
    three = players == 3
    assert [it.slide_after_round for it in belts] == [three, three, False]
    assert [it.slid_before_round for it in belts] == [False, three, three]


# ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 4, -1])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_there_is_no_card_for_a_round_that_no_game_has(ruleset, number):
    menu = named_menu("sushi-go") if ruleset == "sushi-go-party" else None
    with pytest.raises(ValueError, match="no round"):
        setup_for(Setting(ruleset, 3, menu), number)
