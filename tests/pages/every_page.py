"""Every page of a game, in every state that looks different, by name."""

import datetime
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from django.conf import settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.utils import timezone

from referee.access.games import Sender
from referee.models import Delivery, Game, GameNight, Placing, Player, SharedStandings, Webhook
from referee.play.services.seating import people_mark
from referee.play.services.taps import SentTap, take_taps
from referee.rules import RULESETS
from tests.factories import claim, confirm, version_of

PLAYERS = ("Qxana", "Qxben", "Qxcem")
"""Names with no word of any language in them, so that a page's own words can be told apart."""
MARKUP = '"><hr>'
"""Ends every name and note that is typed in; no page has such an element of its own."""
ANA, BEN, CEM = NAMES = tuple(f"{name}{MARKUP}" for name in PLAYERS)
TYPED = f"1234{MARKUP}"


class Table:
    """A phone in the middle of a game."""

    def __init__(self, client: Client, ruleset: str, **form: Any) -> None:
        self.client = client
        named = {f"player_{n}": name for n, name in enumerate(NAMES[: form.pop("n", 3)], 1)}
        url = f"/new/{ruleset}/"
        self.game = client.post(url, {"game": str(uuid4()), **named, **form}).url
        self.row = Game.objects.get(pk=self.game.split("/")[2])

    def tap(self, seat: int, *buttons: str, number: int = 1) -> "Table":
        """Tap buttons, all at once, which is faster than by the page."""
        phone = self.row.night.club.phones.get().phone
        taps = [SentTap(uuid4(), number, seat, do) for do in buttons]
        take_taps(self.row.pk, Sender(phone), taps)
        return self

    def card(self, place: int) -> str:
        """The id of a card of the first seat, by its place from 0."""
        tableau = self.row.rounds.get(number=1).tableaus.get(seat__place=1)
        return str(tableau.entries.filter(withdrawn_by=None)[place].pk)

    def confirm(self, *numbers: int) -> "Table":
        confirm(self.row, *numbers)
        return self

    def get(self, address: str) -> Any:
        return self.client.get(self.game + address)

    def post(self, address: str, **form: Any) -> Any:
        return self.client.post(self.game + address, form)


def _sushi_go(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-go", n=2, variants=["two-player-dummy", "soy-sauce-promo"])
    yield "an empty tableau", table.get("r/1/1/")
    table.tap(1, "add:wasabi", "add:squid-nigiri", "add:maki-3", "add:pudding", "add:soy-sauce")
    table.tap(1, *["add:dumpling"] * 6, "add:tempura", "add:sashimi", "add:chopsticks", "add:tofu")
    table.tap(2, "add:maki-2", "add:maki-1", "add:egg-nigiri", "add:egg-nigiri", "add:wasabi")
    table.tap(3, "add:maki-3", "add:pudding")
    yield "a tableau with problems", table.get("r/1/1/")
    yield "the dummy's tableau", table.get("r/1/3/")
    every = "2 tempura, wasabi, saschimi, xyzzy, maki, tofu, -1 tempura, -9 sashimi"
    other = "two tempura" if client.defaults.get("HTTP_ACCEPT_LANGUAGE") == "es" else "dos tempuras"
    yield "words of every kind", table.get(f"r/1/1/words/?words={quote(every)}")
    yield "words in another language", table.get(f"r/1/2/words/?words={quote(other)}")
    yield "words that were never shown", table.post("r/1/2/words/", words=every)
    yield "words of too many letters", table.get(f"r/1/2/words/?words={'tofu+' * 150}")
    yield "a card that is none", table.post("r/1/1/", do=f"add:{TYPED}")
    yield "a button that is none", table.post("r/1/1/", do=TYPED)
    yield "a claim without uramaki", table.post("r/1/1/", icons="10")
    yield "a round that is open", table.get("r/1/")
    yield "everybody's cards", table.get("r/1/cards/")
    yield "the points of a player, so far", table.get("why/1/")
    yield "the points of the dummy, so far", table.get("why/3/")
    yield "a round that must wait", table.get("r/2/")
    yield "a confirmation that must wait", table.post("r/2/confirm/", seen="0")
    yield "a confirmation of an old page", table.post("r/1/confirm/", seen="0")
    yield "the setup card of a dummy's game", table.get("r/1/setup/")
    yield "the setup card of a later round", table.get("r/2/setup/")
    actions = [f"{uuid4()}.{seat}.{do}" for seat, do in ((1, "add:maki-3"), (3, "add:pudding"))]
    actions += [f"{uuid4()}.1.take:{table.card(number)}" for number in (0, 1)]
    yield "a try of nothing yet", table.get("what-if/1/1/")
    yield "a try", table.get(f"what-if/1/1/?w={'&w='.join(actions)}")
    yield "a try that no longer fits", table.get(f"what-if/1/2/?w={uuid4()}.1.take:{uuid4()}")
    yield "a try that cannot be read", table.get("what-if/1/3/?w=1234")
    yield "a correction of nothing", table.post("r/1/correct/", place="1", seen="0")
    table.confirm(1)
    yield "a round that is confirmed", table.get("r/1/")
    seen = version_of(table.row)
    yield "a confirmation with empty seats", table.post("r/2/confirm/", seen=seen)
    yield (
        "a round confirmed twice",
        table.client.post(f"{table.game}r/1/confirm/", {"seen": seen}, follow=True),
    )
    yield "a confirmed tableau", table.get("r/1/1/")
    yield "a try of a confirmed round", table.get(f"what-if/1/2/?w={uuid4()}.2.add:maki-3")
    seen = version_of(table.row)
    unreasoned = {"w": f"{uuid4()}.2.add:maki-3", "place": "2", "seen": seen, "reason": ""}
    yield "a correction without a reason", table.post("r/1/correct/", **unreasoned)
    corrected = {**unreasoned, "reason": TYPED}
    yield "a round that was corrected", _followed(table, "r/1/correct/", **corrected)
    table.confirm(1)
    yield "a tap on a confirmed tableau", table.post("r/1/1/", do="add:maki-3")
    yield "a reopening without a reason", table.post("r/1/reopen/", reason=" ")
    table.post("r/1/reopen/", reason=TYPED)
    yield "a round that was opened again", table.get("r/1/")
    yield "a tableau that was opened again", table.get("r/1/1/")
    yield "a table with a round that was opened again", table.get("table/")
    yield "versions of a round that is open again", table.get("r/1/versions/")
    yield (
        "a correction of nothing",
        table.client.post(
            f"{table.game}r/1/confirm/", {"seen": version_of(table.row), "sure": "1"}, follow=True
        ),
    )
    table.post("r/1/reopen/", reason=TYPED)
    table.tap(2, "add:maki-1")
    seen = {"seen": version_of(table.row), "sure": "1"}
    yield "a correction", table.client.post(f"{table.game}r/1/confirm/", seen, follow=True)
    yield "versions of a round without any", table.get("r/3/versions/")
    table.confirm(1, 2, 3)
    yield from _disputed(table)
    yield "a final table with problems", table.get("result/")
    yield "every point of a player", table.get("why/1/")
    yield "every point of the dummy", table.get("why/3/")
    yield "the rules of a game beside a dummy", table.get("rules/")
    yield from _too_many_on_the_table(client)


def _disputed(table: Table) -> Iterator[tuple[str, Any]]:
    yield "a form for another number", table.get("dispute/?seat=1&part=1&type=maki")
    yield "a number that is none", table.post("dispute/", seat="1", what="1", number=TYPED)
    yield "a number that is far off", table.post("dispute/", seat="1", what="1", number="12345")
    right = table.row.rounds.get(number=2).versions.get().scores.first().total
    yield "a number that is right", table.post("dispute/", seat="1", what="2", number=str(right))
    one = table.post("dispute/", seat="1", what="1:dumpling", number="18").url
    yield "a disputed number", table.client.get(one)
    none = table.post("dispute/", seat="1", what="0", number="777").url
    yield "a number that nothing explains", table.client.get(none)
    yield "the disputed numbers", table.get("dispute/")
    said = {"version": table.row.rounds.get(number=1).version}
    table.post("r/1/opinion/", place="1", say="agree", **said)
    disagrees = {"place": "2", "say": "disagree", **said}
    yield "an opinion without words", table.post("r/1/opinion/", words="", **disagrees)
    table.post("r/1/opinion/", words=TYPED, **disagrees)
    yield "a round on which opinions differ", table.get("r/1/")
    yield "versions on which opinions differ", table.get("r/1/versions/")
    yield "a result on which opinions differ", table.get("result/")


def _too_many_on_the_table(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-go", n=2)
    table.tap(1, *["add:wasabi"] * 5, *["add:maki-3"] * 9).tap(2, *["add:wasabi"] * 2)
    yield "a tableau with cards of which there are too many", table.get("r/1/2/")
    yield "a round with too many cards", table.get("r/1/")
    table.confirm(1).tap(1, "add:wasabi", number=2)
    yield "a round with too many cards in earlier ones", table.get("r/2/")


def _party(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-go-party", menu="points-platter")
    table.tap(1, "add:uramaki-4", "add:onigiri-circle", "add:edamame", "add:tea", "add:dumpling")
    table.tap(1, "copy:dumpling", "copy:1234", "add:green-tea-ice-cream", "add:special-order")
    table.tap(2, "add:uramaki-3", "add:edamame")
    claim(table.row, 1, 10)
    claim(table.row, 2, 12, same_turn=True)
    yield "the setup card of a menu", table.get("r/1/setup/")
    yield "the setup card of a menu's later round", table.get("r/3/setup/")
    yield "a race", table.get("r/1/1/")
    yield "a claim that cannot be", table.post("r/1/1/", icons="9")
    yield "a second claim on a turn", table.post("r/1/1/", icons="11", when="with-1")
    yield "a round with a race", table.get("r/1/")
    yield "everybody's cards with a race", table.get("r/1/cards/")
    table.confirm(1, 2, 3)
    yield "a final table of Party", table.get("result/")
    yield "every point of a player with claims", table.get("why/1/")
    actions = f"w={uuid4()}.2.copy:tea&w={uuid4()}.2.add:flipped&w={uuid4()}.1.add:tea"
    yield "a try of a game that is over", table.get(f"what-if/1/2/?{actions}")

    boxes = {
        "menu": "own",
        "own_roll": ["temaki"],
        "own_appetizer": ["tofu", "miso-soup", "eel"],
        "own_special": ["takeout-box", "soy-sauce"],
        "own_dessert": ["fruit"],
    }
    table = Table(client, "sushi-go-party", **boxes)
    table.tap(1, "add:temaki", "add:eel", "add:tofu", "add:flipped", "add:soy-sauce")
    table.tap(1, f"flip:{table.card(1)}", "add:fruit-orange-pineapple", "add:miso-soup")
    table.tap(2, "add:temaki", "add:eel", "add:eel", "add:tofu", "add:tofu", "add:miso-soup")
    yield "flipped cards", table.get("r/1/1/")
    yield "the rules of a game with a menu", table.get("rules/")
    yield "a round with flipped cards", table.get("r/1/")
    turned = "&".join(f"w={uuid4()}.1.{do}:{table.card(1)}" for do in ("flip", "off", "on"))
    yield "a try of cards that are turned", table.get(f"what-if/1/1/?{turned}")
    table.confirm(1, 2, 3)
    yield "a final table with fruit", table.get("result/")
    yield "every point of flipped cards", table.get("why/1/")

    table = Table(client, "sushi-go-party", menu="big-banquet")
    table.tap(1, *["add:tempura"] * 99)
    yield "a tableau that is too full", table.post("r/1/1/", do="add:tempura")


def _roll(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-roll")
    table.tap(1, "add:wasabi", "add:salmon-nigiri", "add:tempura-2", "add:pudding-3", "add:menu-2")
    table.tap(2, "add:maki-3", "add:sashimi", "add:chopsticks", "add:dumpling-2", "add:pudding")
    yield "dice", table.get("r/1/1/")
    yield "the setup card of dice", table.get("r/1/setup/")
    yield "the setup card of a later round of dice", table.get("r/2/setup/")
    yield "a round of dice", table.get("r/1/")
    yield "everybody's dice", table.get("r/1/cards/")
    table.confirm(1, 2, 3)
    yield "tokens", table.get("tokens/")
    wrong = {"menu_1": "-1", "menu_2": "99", "menu_3": "x", "chopsticks_1": "", "chopsticks_2": "0"}
    yield "tokens that cannot be", table.post("tokens/", **wrong, chopsticks_3="0")
    none = {f"{token}_{seat}": "0" for token in ("menu", "chopsticks") for seat in (1, 2, 3)}
    most = str(RULESETS["sushi-roll"].tokens["menu"])
    yield "too many tokens", table.post("tokens/", **{**none, "menu_1": most, "menu_2": "1"})
    table.post("tokens/", **{**none, "menu_1": "3"})
    yield "a final table with tokens", table.get("result/")
    yield "every point of dice", table.get("why/1/")


def _people(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-go")
    join = f"/join/{table.row.code}/"
    yield "the seats of a phone that comes", Client(**client.defaults).get(join)
    player, watcher, pest = (Client(**client.defaults) for _ in range(3))
    player.post(join, {"seat": "2"})
    for other in (watcher, pest):
        other.post(join)
    yield "the seats of the host", client.get(join)
    yield "the seats of a player", player.get(join)
    yield "the seats of a watcher", watcher.get(join)
    yield "a seat that is taken", watcher.post(join, {"seat": "2"})
    away = table.row.guests.order_by("pk").last().pk
    table.post("table/", do="send-away", which=away)
    yield "the door, to a phone that was sent away", pest.get(join)
    yield "the table of a host who holds no seat", table.get("table/")
    yield "the table with a new code", _followed(table, "table/", do="code")
    join = f"/join/{Game.objects.get(pk=table.row.pk).code}/"
    client.post(join, {"seat": "1"})
    player.post(join, {"seat": "3"})
    table.post("table/", do="anyone")
    yield "the table of the host", table.get("table/")
    yield "the seats that can be changed", table.get("seats/")
    yield "a seat for one more", table.post("seats/", add=f"Qxdan{MARKUP}")
    yield "seats that do not do", table.post("seats/", player_1=ANA, seat_1="1")
    yield "the table of a player", player.get(f"{table.game}table/")
    yield "the table of a watcher", watcher.get(f"{table.game}table/")
    client.post(join, {"seat": "2"})
    Client(**client.defaults).post(join, {"seat": "1"})
    yield "the seats when all are taken", Client(**client.defaults).get(join)
    yield "something for the host alone", watcher.get(f"{table.game}delete/")
    yield "a tableau without history", table.get("r/1/1/history/")
    yield "the points before the first card", table.get("why/1/")
    yield "the scoreboard before the first card", table.get("scoreboard/")
    table.tap(1, "add:wasabi", "add:squid-nigiri", "add:maki-3", "undo:", "undo:", "undo:", "undo:")
    table.tap(1, "add:pudding", "add:flipped")
    table.tap(1, f"flip:{table.card(0)}", f"take:{table.card(0)}")
    table.tap(2, *["add:tempura"] * 12)
    table.tap(3, "add:dumpling")
    table.post("r/1/3/ready/", ready="1")
    yield "a tableau's history", watcher.get(f"{table.game}r/1/1/history/")
    yield "the scoreboard of the host", table.get("scoreboard/")
    yield "the scoreboard of a watcher", watcher.get(f"{table.game}scoreboard/")
    table.confirm(1)
    player.post(f"{table.game}r/1/3/", {"tap": str(uuid4()), "do": "add:maki-1"})
    yield "the names that can be changed", table.get("seats/")
    yield "a history with a tap that came late", table.get("r/1/3/history/")
    table.post("r/1/late/", late="aside")
    yield "a history with a tap that was set aside", table.get("r/1/3/history/")
    yield "the scoreboard of a later round", table.get("scoreboard/")
    table.confirm(2, 3)
    yield "the scoreboard at the end", table.get("scoreboard/")
    yield "a seat at a game that is over", watcher.get(join)
    yield "leaving the table", player.post(f"{table.game}table/", {"do": "leave"}, follow=True)


def _case_files(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-go-party", menu="points-platter")
    watcher = Client(**client.defaults)
    watcher.post(f"/join/{table.row.code}/")
    yield "no case file yet, for the host", table.get("case/")
    yield "no case file yet, for a watcher", watcher.get(f"{table.game}case/")
    yield "a case file's link", _followed(table, "case/", do="open")
    yield "a case file's link for a watcher", watcher.get(f"{table.game}case/")
    case = f"/case/{table.row.case_files.get().pk}/"
    stranger = Client(**client.defaults)
    yield "the case file before the first card", stranger.get(case)
    table.tap(1, *["add:onigiri-circle"] * 12, "add:tea", "add:uramaki-4", "undo:")
    table.tap(2, "add:edamame", "add:wasabi", "add:flipped")
    claim(table.row, 1, 10)
    yield "the case file of a round that is open", stranger.get(case)
    table.confirm(1)
    table.post("r/1/opinion/", version="1", place="1", say="agree")
    table.post("r/1/opinion/", version="1", place="2", say="no", words=TYPED)
    table.post("dispute/", dispute=uuid4(), seat="1", what="0", number="99")
    table.post("r/1/reopen/", reason=TYPED)
    yield "the case file of a round that is open again", stranger.get(case)
    table.tap(2, "add:edamame").confirm(1, 2, 3)
    yield "the case file of a game that is over", stranger.get(case)
    yield "a case file that was closed", _followed(table, "case/", do="close")
    yield "the link of a closed case file", stranger.get(case)
    for ruleset, more in (
        ("sushi-roll", {}),
        ("sushi-go", {"n": 2, "variants": ["two-player-dummy", "soy-sauce-promo"]}),
    ):
        table = Table(client, ruleset, **more)
        table.tap(1, "add:wasabi", "add:squid-nigiri", "add:maki-3", "add:pudding")
        table.confirm(1, 2, 3).post("tokens/", menu_1="3")
        table.post("case/", do="open")
        yield f"a case file of {ruleset}", stranger.get(f"/case/{table.row.case_files.get().pk}/")


def _followed(table: Table, address: str, **form: Any) -> Any:
    return table.client.post(table.game + address, form, follow=True)


def _codes(client: Client) -> Iterator[tuple[str, Any]]:
    yield "the question for a code", client.get("/join/")
    cache.clear()
    yield "a code of no game", client.get("/join/", {"code": TYPED}, follow=True)
    for _ in range(10):
        client.get("/join/1234/")
    yield "too many wrong codes", client.get("/join/1234/")
    cache.clear()


def _own_cards(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-go")
    player, watcher = (Client(**client.defaults) for _ in range(2))
    player.post(f"/join/{table.row.code}/", {"seat": "2"})
    watcher.post(f"/join/{table.row.code}/")
    table.tap(1, "add:tempura").tap(2, "add:tempura", "add:wasabi", "add:egg-nigiri")
    own, others = f"{table.game}r/1/2/", f"{table.game}r/1/3/"
    yield "one's own cards that the host has entered", player.get(own)
    player.post(own, {"tap": str(uuid4()), "do": "add:pudding"})
    yield "cards that a player has entered, for the host", table.get("r/1/2/")
    yield "another player's cards", player.get(others)
    yield "a watched tableau", watcher.get(own)
    yield "a watcher's try", watcher.get(f"{table.game}what-if/1/2/?w={uuid4()}.2.add:tofu")
    yield "cards that are another's to enter", player.post(others, {"do": "add:tempura"})
    yield "a player's page of a round", player.get(f"{table.game}r/1/")
    table.tap(3, "add:tempura")
    seen = {"seen": version_of(table.row)}
    yield "a confirmation without everybody's word", table.post("r/1/confirm/", **seen)
    player.post(own, {"tap": str(uuid4()), "do": "ready:"})
    yield "one's own cards that are said to be right", player.get(own)
    yield "a round for which everybody has spoken", table.get("r/1/")
    table.confirm(1)
    yield "a word for a confirmed round", player.post(own, {"tap": str(uuid4()), "do": "unready:"})
    for do in ("add:sashimi", "copy:tempura", "undo:", f"take:{table.card(0)}", "add:flipped"):
        player.post(own, {"tap": str(uuid4()), "do": do})
    yield "a round with taps that came late", table.get("r/1/")
    yield "a player's page of taps that came late", player.get(f"{table.game}r/1/")
    yield "taps that were added", _followed(table, "r/1/late/", late="add")
    table.confirm(1, 2, 3)
    yield "a player's final table", player.get(f"{table.game}result/")
    yield "the first page of a player", player.get("/")


def _next_games(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-go-party", menu="points-platter")
    player = Client(**client.defaults)
    player.post(f"/join/{table.row.code}/", {"seat": "2"})
    yield "a rematch that comes too early", _followed(table, "rematch/")
    table.confirm(1, 2, 3)
    yield "a result with the rematch and menus for it", table.get("result/")
    yield "a result whose next game the host starts", player.get(f"{table.game}result/")
    yield "a rematch with a menu that is none", table.post("rematch/", menu=TYPED)
    form = f"/new/sushi-go-party/?after={table.row.pk}"
    yield "the form of a next game", client.get(form)
    for kind in ("unplayed", "favourite", "random"):
        typed = {"player_1": ANA, "player_2": BEN, "suggest": kind}
        yield f"the form with a menu that is {kind}", client.post(form, typed)
    yield "the form without players for a menu", client.post(form, {"suggest": "random"})
    many = {f"player_{n}": f"Q{n}1234" for n in range(1, 9)}
    favourite = client.post(form, {**many, "suggest": "favourite", "menu": "sushi-go"})
    yield "the form without a favourite that fits", favourite
    roll = f"/new/sushi-roll/?after={table.row.pk}"
    yield "the form of another game", client.post(roll, {**many, "suggest": ""})
    yield "a rematch", _followed(table, "rematch/")
    yield "a rematch that has begun already", _followed(table, "rematch/")
    named = {f"player_{n}": name for n, name in enumerate((f"Qxzoe{MARKUP}", *NAMES[1:]), 1)}
    named |= {f"seat_{n}": n for n in (1, 2, 3)}
    yield "the question whose name that is", table.post("seats/", **named)
    yield "a first page with a game that goes on", client.get("/")
    yield "a result that shows the way", table.get("result/")
    yield "a player's result that shows the way", player.get(f"{table.game}result/")
    typed = {"game": str(uuid4()), "player_1": ANA, "player_2": BEN, "menu": "sushi-go"}
    yield "the form of a game that has begun already", client.post(form, typed)


def _records(client: Client) -> Iterator[tuple[str, Any]]:
    newcomer = Client(**client.defaults)
    club = Table(newcomer, "sushi-go", n=2).row.night.club_id
    yield "the records of a club without games", newcomer.get(f"/club/{club}/records/")
    for _ in range(5):
        table = Table(newcomer, "sushi-go", n=2).tap(1, *["add:sashimi"] * 3, "add:pudding")
        table.tap(2, "add:egg-nigiri", "add:maki-1", number=2).confirm(1, 2, 3)
    own = {"own_roll": "temaki", "own_appetizer": ["tofu", "miso-soup", "eel"]}
    own |= {"own_special": ["tea", "soy-sauce"], "own_dessert": "fruit"}
    Table(newcomer, "sushi-go-party", menu="own", **own).confirm(1, 2, 3)
    roll = Table(newcomer, "sushi-roll", n=2).tap(2, "add:pudding-3").confirm(1, 2, 3)
    roll.post("tokens/", menu_1="3", menu_2="0", chopsticks_1="0", chopsticks_2="0")
    yield "the records of a club", newcomer.get(f"/club/{club}/records/")
    yield from _seasons(newcomer, f"/club/{club}/")


def _seasons(phone: Client, club: str) -> Iterator[tuple[str, Any]]:
    """The pages of a club's year; dates and criteria are the club's own."""
    playeds = "2020-03-07T19:00Z", "2020-03-14T19:00Z"
    for at in playeds:
        table = Table(phone, "sushi-go", n=2).tap(1, "add:sashimi").confirm(1, 2, 3)
        night = GameNight.objects.create(club_id=table.row.night.club_id, date=at[:10])
        Game.objects.filter(pk=table.row.pk).update(night=night, created_at=at)
        Placing.objects.filter(game=table.row.pk).update(night=night, played_at=at, date=at[:10])
    yield (
        "the standings of a year, by wins a game",
        phone.get(f"{club}?year=2020&by=win-rate&least_games=2"),
    )
    yield "standings of which no game is", phone.get(f"{club}?players=8")
    yield "standings of a month without its year", phone.get(f"{club}?month=3")
    yield "records of which no game is", phone.get(f"{club}records/?players=8")
    yield "a list of games", phone.get(f"{club}games/")
    yield "a list of no games", phone.get(f"{club}games/?players=8")
    yield (
        "a list of games that makes no sense",
        phone.get(f"{club}games/", {"how": "ahead", "total": TYPED}),
    )
    yield "the seasons of a club", phone.get(f"{club}seasons/")
    season = {"first": "2020-01-01", "last": "2020-06-30", "by": "win-rate"}
    season |= {"least_games": "1", "least_nights": "1"}
    yield "a season without a name", phone.post(f"{club}seasons/", season)
    made = phone.post(f"{club}seasons/", season | {"name": TYPED})
    yield "a season that is over", phone.get(made.url)
    yield (
        "a season of days that another has",
        phone.post(f"{club}seasons/", season | {"name": "12"}),
    )
    yield "a season with its champion", phone.post(made.url, {"do": "crown"}, follow=True)
    yield "standings of a season", phone.get(club, {"season": made.url.split("/")[-2]})
    champion = table.row.seats.get(place=1).player_id
    yield "a player who is a champion", phone.get(f"{club}players/{champion}/")
    least = season | {"do": "change", "name": TYPED, "least_games": "99"}
    yield "a season whose criteria changed since", phone.post(made.url, least, follow=True)
    yield "a season that goes on", phone.get(f"{club}seasons/{timezone.localdate().year}/")
    yield "a season without games", phone.get(f"{club}seasons/1999/")
    yield "a season that is deleted", phone.post(made.url, {"do": "delete"}, follow=True)


def _nights(client: Client) -> Iterator[tuple[str, Any]]:
    host, player, stranger = (Client(**client.defaults) for _ in range(3))
    table = Table(host, "sushi-go-party", menu="points-platter")
    player.post(f"/join/{table.row.code}/", {"seat": "2"})
    club, night = f"/club/{table.row.night.club_id}/nights/", f"/night/{table.row.night_id}/"
    yield "a night whose first game goes on", host.get(night)
    yield "a history of one night", host.get(club)
    table.tap(1, "add:edamame").tap(2, "add:tea", "add:tea").confirm(1, 2, 3)
    yield "a night after its only game", host.get(night)
    yield "a night that a player looks at", player.get(night)
    yield "a night that a stranger looks at", stranger.get(night)
    Table(host, "sushi-go", n=2, variants=["two-player-dummy"]).confirm(1, 2, 3)
    Table(host, "sushi-roll").tap(2, "add:tempura-2")
    yield "a night with a game that is not finished", host.get(night)
    too_long = {"do": "name", "name": "Q" * 61, "location": TYPED}
    yield "a name of a night that is too long", host.post(night, too_long)
    host.post(night, {"do": "name", **dict.fromkeys(("name", "location", "note"), TYPED)})
    host.post(night, {"do": "share"})
    yield "a night that is shared", host.get(night)
    yield "a night that is no longer shared", host.post(night, {"do": "withdraw"}, follow=True)
    yield "a history", host.get(club)
    yield "a history before its first night", host.get(f"{club}?before=1990-01-01")
    GameNight.objects.bulk_create(
        GameNight(club_id=table.row.night.club_id, date=datetime.date(2020, 1, day))
        for day in range(1, 21)
    )
    yield "a history that was searched", host.get(club, {"q": TYPED})
    yield "a page of a long history", host.get(f"{club}?before=2020-01-20")
    empty = GameNight.objects.get(club=table.row.night.club_id, date="2020-01-01")
    yield "a night without games", host.get(f"/night/{empty.pk}/")
    yield "the first page on the evening", host.get("/")
    Game.objects.filter(night=table.row.night).update(created_at="2020-01-01T20:00Z")
    yield "the first page later on", host.get("/")


def _paper(client: Client) -> Iterator[tuple[str, Any]]:
    """Games that were kept on paper, and notes."""
    table = Table(client, "sushi-go", n=2)
    club = f"/club/{table.row.night.club_id}/"
    enter, files = f"{club}paper/", f"{club}paper/csv/"
    yield "the form for a game from paper", client.get(f"{enter}?date=2025-03-07")
    wrong = {"date": "2999-01-01", "menu": "sushi-go", "ruleset": "sushi-roll", "player_1": ANA}
    wrong |= {"total_2": "12345", "puddings_1": "x", "note": "1" * 501, "location": "1" * 61}
    yield "a game from paper that cannot be", client.post(enter, wrong)
    right = {"entry": uuid4(), "date": "2025-03-07", "ruleset": "sushi-go-party", "note": TYPED}
    right |= {"player_1": ANA, "total_1": "41", "puddings_1": "3", "location": TYPED}
    right |= {"player_2": BEN, "total_2": "40"}
    yield "a night with a game from paper", client.post(enter, right, follow=True)
    yield "a game from paper once more", client.post(enter, {**right, "entry": uuid4()})
    game = f"/g/{Game.objects.get(totals_only=True, night__club=table.row.night.club_id).pk}/"
    yield "a game from paper", client.get(f"{game}totals/")
    yield "the correction of a game from paper", client.get(f"{game}totals/correct/")
    unreasoned = {"player_1": ANA, "total_1": "4", "player_2": CEM, "total_2": "-5"}
    unreasoned |= {"date": "2025-03-08", "ruleset": "sushi-go"}
    yield "a correction that cannot be", client.post(f"{game}totals/correct/", {"total_1": "x"})
    yield "a correction that is refused", client.post(f"{game}totals/correct/", unreasoned)
    seen = people_mark(Game.objects.get(pk=game.split("/")[2]))
    corrected = {**unreasoned, "people": seen, "reason": TYPED}
    page = client.post(f"{game}totals/correct/", corrected, follow=True)
    yield "a game from paper that was corrected", page
    yield "a game from paper to be deleted", client.get(f"{game}delete/")
    yield "the note of a game", client.get(f"{game}note/")
    yield "a note that is refused", client.post(f"{game}note/", {"note": TYPED, "seen": "1"})
    yield "records with games from paper", client.get(f"{club}records/")
    yield "a history with games from paper", client.get(f"{club}nights/")
    yield "the form for a file of games", client.get(files)
    yield "a file of games that was not chosen", client.post(files)
    text = f"date,game,players,totals\n{','.join([TYPED] * 4)}\n2025-03-07,go,Qxana / Qxben,1 2 3\n"
    for name, sent in (("that cannot be", text), ("without games", ""), ("of no text", "\0")):
        file = SimpleUploadedFile("1234.csv", sent.encode())
        yield f"a file of games {name}", client.post(files, {"file": file})
    file = SimpleUploadedFile("1234.csv", b"date,game,players,totals\n2025-03-07,go,Qxana/1234,1 2")
    yield "a file of games that was read in", client.post(files, {"file": file}, follow=True)
    table.tap(2, "add:squid-nigiri").confirm(1, 2, 3)
    seats = {"player_1": CEM, "seat_1": "1", "player_2": BEN, "seat_2": "2"}
    yield "who sat at a game that is over", table.get("seats/")
    yield "somebody else at a game, without a reason", table.post("seats/", **seats, who_1="other")
    said = {**seats, "who_1": "other", "reason": TYPED}
    table.post("seats/", **said)
    yield "a result at which somebody else sat", table.get("result/")


def _club_files(client: Client) -> Iterator[tuple[str, Any]]:
    import_ = "/club/import/"
    phone = Client(**client.defaults)
    yield "a club file for a phone without a club", phone.get(import_)
    yield "a club file that was not chosen", phone.post(import_)
    many = {"format": "sushiscore-club", "version": 1, "club": 1234, "players": [1234] * 60}
    for name, text in (
        ("that is none", b"1234"),
        ("that is not whole", b'{"format": "sushiscore-club"'),
        ("of a newer version", b'{"format": "sushiscore-club", "version": 1234}'),
        ("with many faults", json.dumps(many).encode()),
        ("that is too large", b" " * (settings.CLUB_FILE_MAX_SIZE + 1)),
    ):
        file = SimpleUploadedFile("1234.json", text)
        yield f"a club file {name}", phone.post(import_, {"file": file}, follow=True)
    table = Table(phone, "sushi-go", n=2).confirm(1, 2, 3)
    whole = phone.get(f"/club/{table.row.night.club_id}/export/").getvalue()
    file = SimpleUploadedFile("1234.json", whole)
    yield "a club file for a club with games", phone.get(import_)
    yield "a club file that a club with games was sent", phone.post(import_, {"file": file})
    table.post("delete/")
    yield "a club file for a club without games", phone.get(import_)
    phone.post(f"/club/{table.row.night.club_id}/settings/", {"do": "name", "name": TYPED})
    yield "a club file for a club that has a name", phone.get(import_)
    file = SimpleUploadedFile("1234.json", whole)
    yield "a club that was read in", phone.post(import_, {"file": file}, follow=True)


def _accounts(client: Client) -> Iterator[tuple[str, Any]]:
    # How passwords are really kept takes its time on purpose.
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield from _running_a_club(client)


def _running_a_club(client: Client) -> Iterator[tuple[str, Any]]:
    host, tablet, helper, stranger = (Client(**client.defaults) for _ in range(4))
    log_in, new, change = "/account/log-in/", "/account/new/", "/account/password/"
    yield "no club yet", stranger.get("/club/")
    table = Table(host, "sushi-go", n=2).confirm(1, 2, 3)
    club = f"/club/{table.row.night.club_id}/"
    settings_, password = f"{club}settings/", {"password": "1234 puddings"}
    yield "the settings of a club that only its phone has", host.get(settings_)
    yield "a name of a club that is too long", _sent(host, settings_, do="name", name="Q" * 61)
    host.post(settings_, {"do": "name", "name": TYPED})
    yield "the form of a new account", host.get(new)
    yield "a new account with nothing typed", host.post(new, {})
    yield "a new account with a poor password", host.post(new, {"name": "Q" * 41, "password": "12"})
    yield "a new account", host.post(new, {"name": ANA, **password}, follow=True)
    yield "a new account of a name that is taken", helper.post(new, {"name": ANA, **password})
    yield "the form to log in", stranger.get(log_in)
    yield "the form to log in beside a club", host.get(log_in)
    yield "a wrong password", tablet.post(log_in, {"name": ANA, "password": "1234"})
    yield "logging in", tablet.post(log_in, {"name": ANA, **password}, follow=True)
    yield "the form of another password", tablet.get(change)
    old = {"name": ANA, "password": "1234", "new_password": "1234"}
    yield "another password that cannot be", tablet.post(change, old)
    invited = host.post(settings_, {"do": "invite"}, follow=True)
    yield "the settings with an invitation", invited
    link = f"/club/invited/{invited.context['invitation']['link'].split('/')[-2]}/"
    yield "an invitation", helper.get(link)
    yield "an invitation to whom runs the club", tablet.get(link)
    query = f"?invitation={link.split('/')[-2]}"
    yield "a new account for an invitation", helper.get(new + query)
    yield "the form to log in for an invitation", helper.get(log_in + query)
    typed = {"name": BEN, **password}
    Client(**client.defaults).post(new, typed)
    helper.post(log_in, typed)
    yield "an invitation for somebody with an account", helper.get(link)
    yield "the settings with a calendar", host.post(settings_, {"do": "calendar"}, follow=True)
    gone = host.post(settings_, {"do": "withdraw-calendar"}, follow=True)
    yield "the settings without a calendar", gone
    yield from _webhooks(host, table)
    delete = "/account/delete/"
    yield "the form to delete an account", tablet.get(delete)
    yield "the form before the keys", tablet.get("/account/keys/")
    shown = host.post("/account/keys/", {"name": ANA, **password})
    yield "no keys", shown
    form = {"sure": shown.context["sure"], "which": str(uuid4()), "do": "make", "scope": "read"}
    yield "a key without a name", host.post("/account/keys/", form)
    yield "a new key", host.post("/account/keys/", form | {"name": TYPED})
    yield "a key that was made before", host.post("/account/keys/", form | {"name": TYPED})
    yield "a key that was revoked", host.post("/account/keys/", form | {"do": "revoke"})
    sure = host.post(delete, {"name": ANA, **password})
    yield "the question before an account is deleted", sure
    helper.post(link)
    yield "an invitation that was used", stranger.get(link)
    yield "the settings for a helper with a club of their own", helper.get(settings_)
    yield "the other club of a helper", helper.get("/club/", follow=True)
    yield "something for the owner alone", helper.get(f"{club}delete/")
    yield "the settings of a club that is shared", _sent(host, settings_, do="share")
    yield "the settings for the owner’s other phone", tablet.get(settings_)
    shared = f"/shared/{SharedStandings.objects.get(club=table.row.night.club_id).pk}/"
    yield "shared standings", stranger.get(shared)
    yield "standings in a frame", stranger.get(f"{shared}embed/")
    yield "shared standings of no game", stranger.get(f"{shared}?ruleset=sushi-roll")
    yield "shared standings of a choice without sense", stranger.get(f"{shared}?month=5&by=1234")
    night = f"/night/{table.row.night_id}/"
    host.post(night, {"do": "name", "name": TYPED, "location": TYPED})
    host.post(night, {"do": "share"})
    night = SharedStandings.objects.get(night=table.row.night)
    yield "the shared standings of a night", stranger.get(f"/shared/{night.pk}/")
    table.post("delete/")
    yield "shared standings before the first game", stranger.get(shared)
    yield "standings in a frame before the first game", stranger.get(f"{shared}embed/")
    yield "a club that is no longer shared", _sent(host, settings_, do="withdraw-share")
    yield "standings that are no longer shared", stranger.get(shared)
    yield "standings in a frame that are no longer shared", stranger.get(f"{shared}embed/")
    yield "a club of others", stranger.get(club)
    yield "logging out", tablet.post("/account/log-out/", follow=True)
    for _ in range(5):
        many = tablet.post(log_in, {"name": ANA, "password": "1234"})
    yield "too many wrong passwords", many
    yield "the question before a club goes", host.get(f"{club}delete/")
    yield "a club that is gone", host.post(f"{club}delete/", follow=True)


def _sent(client: Client, address: str, **form: Any) -> Any:
    return client.post(address, form, follow=True)


def _webhooks(host: Client, table: Table) -> Iterator[tuple[str, Any]]:
    address = f"/club/{table.row.night.club_id}/webhooks/"
    yield "no webhooks", host.get(address)
    form = {"do": "make", "which": str(uuid4()), "address": "https://hooks.example/"}
    yield "a webhook without an event", host.post(address, form)
    form["events"] = Webhook.Event.values
    for wrong in ("", TYPED, "http://10.0.0.1/", "https://hooks.example:25/"):
        yield f"a webhook for {wrong!r}", host.post(address, form | {"address": wrong})
    yield "a new webhook", host.post(address, form)
    yield "a webhook that was made before", host.post(address, form, follow=True)
    test = {"do": "test", "which": form["which"]}
    yield "a webhook that is sent a test", host.post(address, test, follow=True)
    again = Table(host, "sushi-go", n=2).confirm(1, 2, 3)
    faults = ["status", "redirect", "private", "unknown-name", "unreachable", "certificate"]
    row = Delivery.objects.filter(event="game.finished").get()
    row.status, row.tries = 1234, 1
    for row.fault in (*faults, "no-tls", "no-http"):
        row.pk = uuid4()
        row.save()
    for row.fault in ("timed-out", ""):
        row.pk, row.due_at = uuid4(), None
        row.save()
    yield "what a webhook was told", host.get(address)
    off = {"do": "off", "which": form["which"]}
    yield "a webhook that is off", host.post(address, off, follow=True)
    yield "a test for a webhook that is off", host.post(address, test, follow=True)
    again.post("delete/")
    for _ in range(4):
        host.post(address, form | {"which": str(uuid4())})
    yield "a webhook too many", host.post(address, form | {"which": str(uuid4())})


def _club_players(client: Client) -> Iterator[tuple[str, Any]]:
    """Of the phone whose games all the other parts are, so that there are many."""
    club = Table(client, "sushi-go").row.night.club_id
    client.post("/new/sushi-go/", {"game": uuid4(), "player_1": ANA, "player_2": TYPED})
    players = f"/club/{club}/players/"
    yield "the players of a club", client.get(players)
    ids = dict(Player.objects.filter(club=club).values_list("name", "pk"))
    pages = {name: f"{players}{pk}/" for name, pk in ids.items()}
    yield "a player with many games", client.get(pages[ANA])
    yield "a player without a finished game", client.get(pages[TYPED])
    for name in ("", "1" * 41, "12\n34", "dummy", BEN):
        renamed = client.post(pages[ANA], {"do": "rename", "name": name})
        yield f"a player’s name that cannot be: {name!r}", renamed
    for name, kept, other in (
        ("the question whether two are one", BEN, TYPED),
        ("two who sat in one game", ANA, TYPED),
        ("a player twice", ANA, ANA),
    ):
        yield name, client.get(pages[kept], {"merge": ids[other]})
    yield "a player of another club", client.get(pages[ANA], {"merge": uuid4()})
    merged = {"do": "merge", "other": ids[TYPED]}
    yield "a player who was merged", client.post(pages[BEN], merged, follow=True)
    parted = {"do": "part", "which": ids[TYPED]}
    yield "players who were parted again", client.post(pages[BEN], parted, follow=True)
    yield "players who are parted already", client.post(pages[BEN], parted)
    client.post(pages[BEN], merged)
    yield "a player who is hidden", client.post(pages[CEM], {"do": "hide"}, follow=True)
    yield "the players of a club, some hidden", client.get(players)
    yield "the question whether a name goes", client.get(pages[CEM], {"ask": "anonymous"})
    gone = client.post(pages[CEM], {"do": "anonymous"}, follow=True)
    yield "a player who is anonymous", gone
    yield "an anonymous player and a name", client.get(pages[BEN], {"merge": ids[CEM]})


def _first_pages(client: Client) -> Iterator[tuple[str, Any]]:
    yield "the first page", client.get("/")
    yield "about SushiScore", client.get("/about/")
    yield "the page for times without a server", client.get("/offline/")
    for ruleset in ("sushi-go", "sushi-go-party", "sushi-roll"):
        yield f"the form of {ruleset}", client.get(f"/new/{ruleset}/")
        yield f"the rules of {ruleset}", client.get(f"/rules/{ruleset}/")
    yield "braille labels", client.get("/rules/sushi-go-party/braille/")
    yield "the games that have rules", client.get("/rules/")
    yield (
        "a question about a game",
        client.get("/rules/sushi-go-party/", {"q": f"{TYPED} maki tie"}),
    )
    yield "a question about all games", client.get("/rules/?q=1234 wasabi")
    yield "a question about a house rule", client.get("/rules/?q=dummy win")
    yield "a question that has no answer", client.get("/rules/sushi-go/", {"q": TYPED})
    form = {"player_1": ANA, "player_2": ANA, "player_3": "Q" * 41, "menu": "own"}
    yield "a form with faults", client.post("/new/sushi-go-party/", {**form, "game": "1"})
    form = {"player_1": ANA, "player_2": ANA, "variants": "two-player-dummy"}
    yield "a form with one name twice", client.post("/new/sushi-go/", {**form, "game": uuid4()})
    menu = {"player_1": ANA, "player_2": BEN, "menu": "own", "own_roll": ["maki", "temaki"]}
    yield "a menu of a wrong shape", client.post("/new/sushi-go-party/", {**menu, "game": uuid4()})
    menu["menu"] = "master-menu"
    yield "a menu not for two", client.post("/new/sushi-go-party/", {**menu, "game": uuid4()})
    yield "nobody at the table", client.post("/new/sushi-roll/", {"game": uuid4()})
    yield "an address of nothing", client.get(f"/g/{uuid4()}/")
    strict = Client(enforce_csrf_checks=True, **client.defaults)
    yield "a form of another site", strict.post("/new/sushi-roll/", {})
    many = {f"a{number}": "1" for number in range(1100)}
    yield "a form with too much in it", client.post("/new/sushi-roll/", many)


def every_page(**headers: str) -> Iterator[tuple[str, Any]]:
    """Every page by name, asked for by one phone; headers go along with every request."""
    client = Client(headers=headers)
    for part in (
        _sushi_go,
        _party,
        _roll,
        _people,
        _own_cards,
        _case_files,
        _codes,
        _next_games,
        _nights,
        _records,
        _paper,
        _club_files,
        _accounts,
        _first_pages,
        _club_players,
    ):
        yield from part(client)


def full_pages(**headers: str) -> Iterator[tuple[str, Any]]:
    """Three of the fullest pages, without the many that every_page builds."""
    client = Client(headers=headers)
    for part, name in (
        (_sushi_go, "a tableau with problems"),
        (_party, "a final table of Party"),
        (_first_pages, "the form of sushi-go-party"),
    ):
        yield next(page for page in part(client) if page[0] == name)
