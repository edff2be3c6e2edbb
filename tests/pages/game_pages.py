"""Every page of a game and of its rules, in every state that looks different, by name."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from django.core.cache import cache
from django.test import Client

from referee.models import Dispute, Game
from referee.play.services.joining import join
from tests.factories import claim, finish, version_of
from tests.pages.table import ANA, BEN, MARKUP, NAMES, TYPED, Table


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
    yield "a card that is none", table.post("r/1/1/", do=f"add:{TYPED}")
    yield "a button that is none", table.post("r/1/1/", do=TYPED)
    yield "a claim without uramaki", table.post("r/1/1/", icons="10")
    yield "a round that is open", table.get("r/1/")
    yield "everybody's cards", table.get("r/1/cards/")
    yield "the points of a player, so far", table.get("why/1/")
    yield "a confirmation that must wait", table.post("r/2/confirm/", seen="0")
    yield "a confirmation of an old page", table.post("r/1/confirm/", seen="0")
    yield "the setup card of a dummy's game", table.get("r/1/setup/")
    yield "the setup card of a later round", table.get("r/2/setup/")
    actions = [f"{uuid4()}.{seat}.{do}" for seat, do in ((1, "add:maki-3"), (3, "add:pudding"))]
    actions += [f"{uuid4()}.1.take:{table.card(number)}" for number in (0, 1)]
    yield "a try", table.get(f"what-if/1/1/?w={'&w='.join(actions)}")
    yield "a try that no longer fits", table.get(f"what-if/1/2/?w={uuid4()}.1.take:{uuid4()}")
    yield "a correction of nothing", table.post("r/1/correct/", place="1", seen="0")
    table.confirm(1)
    yield "a round that is confirmed", table.get("r/1/")
    seen = version_of(table.row)
    yield "a confirmation with empty seats", table.post("r/2/confirm/", seen=seen)
    yield (
        "a round confirmed twice",
        table.followed("r/1/confirm/", seen=seen),
    )
    yield "a confirmed tableau", table.get("r/1/1/")
    seen = version_of(table.row)
    join(table.row.pk, "a guest's", 2)  # who reads the reason
    unreasoned = {"w": f"{uuid4()}.2.add:maki-3", "place": "2", "seen": seen, "reason": ""}
    yield "a correction without a reason", table.post("r/1/correct/", **unreasoned)
    corrected = {**unreasoned, "reason": TYPED}
    yield "a round that was corrected", table.followed("r/1/correct/", **corrected)
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
        table.followed("r/1/confirm/", seen=version_of(table.row), sure="1"),
    )
    table.post("r/1/reopen/", reason=TYPED)
    table.tap(2, "add:maki-1")
    seen = version_of(table.row)
    yield "a correction", table.followed("r/1/confirm/", seen=seen, sure="1")
    yield "versions of a round without any", table.get("r/3/versions/")
    table.confirm(1, 2, 3)
    yield from _disputed(table)
    yield "a final table with problems", table.get("result/")
    yield "every point of a player", table.get("why/1/")
    yield "the rules of a game beside a dummy", table.get("rules/")
    yield from _too_many_on_the_table(client)
    yield from counted(client, "sushi-go")


def counted(client: Client, ruleset: str) -> Iterator[tuple[str, Any]]:
    """A game whose rounds are kept by their points alone."""
    table = Table(client, ruleset)
    yield "a round that may be counted", table.get("r/1/")
    points = {f"points_{seat}": "12" for seat in (1, 2, 3)}
    wrong = {"points_1": "-1", "points_2": "", "points_3": TYPED, "seen": "0"}
    yield "points that cannot be", table.post("r/1/count/", **wrong)
    yield "points from an old page", table.post("r/1/count/", **points, seen="999999")
    for number in (1, 2, 3):
        seen = version_of(table.row)
        answer = table.followed(f"r/{number}/count/", **points, seen=seen)
    yield "what is left at the end", answer
    yield "a round that was counted", table.get("r/1/")
    yield "a player's points that were counted", table.get("why/1/")
    yield "a tableau of a round that was counted", table.get("r/1/1/")
    yield "everybody's cards of a round that was counted", table.get("r/1/cards/")
    yield "a number that was counted", table.get("dispute/?seat=1&part=1")
    none = table.post("dispute/", seat="1", part="1", number="13").url
    yield "a counted number that is disputed", client.get(none)
    yield "desserts that cannot be", table.post("tokens/", pudding_1="999", pudding_2="x")
    table.post("tokens/", pudding_1="2", pudding_2="1", pudding_3="0")
    yield "a final table with counted rounds", table.get("result/")
    yield "what was left at the end", table.get("tokens/")
    table.post("r/1/reopen/", reason=TYPED)
    yield "a counted round that is open again", table.get("r/1/")
    table.post("case/", do="open")
    yield (
        "a report of counted rounds",
        client.get(f"/case/{Game.objects.get(pk=table.row.pk).case_files.get().pk}/"),
    )


def _disputed(table: Table) -> Iterator[tuple[str, Any]]:
    yield "the numbers of a seat", table.get("dispute/?seat=1&part=1")
    yield "a number and what people get instead", table.get("dispute/?seat=1&part=1&type=maki")
    yield "a sum and what people get instead", table.get("dispute/?seat=1&part=0&type=sum")
    yield "a number that is none", table.post("dispute/", seat="1", part="1", number=TYPED)
    yield "a number that is far off", table.post("dispute/", seat="1", part="1", number="12345")
    right = table.row.rounds.get(number=2).versions.get().scores.first().total
    yield "a number that is right", table.post("dispute/", seat="1", part="2", number=str(right))
    one = table.post("dispute/", seat="1", part="1", type="dumpling", number="18").url
    yield "a disputed number", table.client.get(one)
    table.client.post(f"{one}show/")
    Dispute.objects.update(asks_host=True)
    yield "a host who is asked to look", table.get("r/2/1/")
    none = table.post("dispute/", seat="1", part="0", number="777").url
    yield "a number that nothing explains", table.client.get(none)
    yield "the disputed numbers", table.get("dispute/")
    said = {"version": table.row.rounds.get(number=1).version}
    table.post("r/1/opinion/", place="1", say="agree", **said)
    disagrees = {"place": "2", "say": "disagree", **said}
    yield "an opinion without words", table.post("r/1/opinion/", words="", **disagrees)
    table.post("r/1/opinion/", words=TYPED, **disagrees)
    yield "a round on which opinions differ", table.get("r/1/")
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

    boxes = ["temaki", "tofu", "miso-soup", "eel", "takeout-box", "soy-sauce", "fruit"]
    table = Table(client, "sushi-go-party", menu=boxes)
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


def roll(client: Client) -> Iterator[tuple[str, Any]]:
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
    table.post("tokens/", **{**none, "menu_1": "3"})
    yield "a final table with tokens", table.get("result/")
    yield "every point of dice", table.get("why/1/")


def people(client: Client, ruleset: str = "sushi-go") -> Iterator[tuple[str, Any]]:
    table = Table(client, ruleset)
    join = f"/join/{table.row.code}/"
    yield "the seats of a phone that comes", Client(**client.defaults).get(join)
    player, watcher, pest = table.guest(2), table.guest(), table.guest()
    yield "the seats of the host", client.get(join)
    yield "the seats of a player", player.get(join)
    yield "a seat that is taken", watcher.post(join, {"seat": "2"})
    away = table.row.guests.order_by("pk").last().pk
    table.post("table/", do="send-away", which=away)
    yield "the door, to a phone that was sent away", pest.get(join)
    yield "the table of a host who holds no seat", table.get("table/")
    yield "the table with a new code", table.followed("table/", do="code")
    join = f"/join/{Game.objects.get(pk=table.row.pk).code}/"
    client.post(join, {"seat": "1"})
    player.post(join, {"seat": "3"})
    table.post("table/", do="anyone")
    yield "the table of the host", table.get("table/")
    yield "the seats that can be changed", table.get("seats/")
    yield "a seat for one more", table.post("seats/", add=f"Qxdan{MARKUP}")
    yield "the table of a player", player.get(f"{table.game}table/")
    client.post(join, {"seat": "2"})
    table.guest(1)
    yield "the seats when all are taken", Client(**client.defaults).get(join)
    yield "something for the host alone", watcher.get(f"{table.game}delete/")
    yield "a tableau without history", table.get("r/1/1/history/")
    yield "the points before the first card", table.get("why/1/")
    yield "the scoreboard before the first card", table.get("scoreboard/")
    table.tap(1, "add:wasabi", "add:squid-nigiri", "add:maki-3", "undo:", "undo:", "undo:", "undo:")
    table.tap(1, "add:pudding")
    if ruleset != "sushi-roll":
        table.tap(1, "add:flipped").tap(1, f"flip:{table.card(0)}")
    table.tap(1, f"take:{table.card(0)}")
    table.tap(2, *["add:tempura"] * 12)
    table.tap(3, "add:dumpling")
    table.post("r/1/3/ready/", ready="1")
    yield "a tableau's history", watcher.get(f"{table.game}r/1/1/history/")
    yield "the scoreboard of the host", table.get("scoreboard/")
    table.confirm(1)
    player.post(f"{table.game}r/1/3/", {"tap": str(uuid4()), "do": "add:maki-1"})
    table.post("r/1/late/", late="aside")
    yield "a history with a tap that was set aside", table.get("r/1/3/history/")
    yield "the scoreboard of a later round", table.get("scoreboard/")
    finish(table.row)
    yield "the scoreboard at the end", table.get("scoreboard/")
    yield "a seat at a game that is over", watcher.get(join)
    yield "leaving the table", player.post(f"{table.game}table/", {"do": "leave"}, follow=True)


def own_cards(client: Client, ruleset: str = "sushi-go") -> Iterator[tuple[str, Any]]:
    table = Table(client, ruleset)
    player, watcher = table.guest(2), table.guest()
    table.tap(1, "add:tempura").tap(2, "add:tempura", "add:wasabi", "add:egg-nigiri")
    own, others = f"{table.game}r/1/2/", f"{table.game}r/1/3/"
    yield "one's own cards that the host has entered", player.get(own)
    player.post(own, {"tap": str(uuid4()), "do": "add:pudding"})
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
    late = ["add:sashimi", "undo:"]
    if ruleset != "sushi-roll":
        late += ["copy:tempura", f"take:{table.card(0)}", "add:flipped"]
    for do in late:
        player.post(own, {"tap": str(uuid4()), "do": do})
    yield "a round with taps that came late", table.get("r/1/")
    yield "a player's page of taps that came late", player.get(f"{table.game}r/1/")
    yield "taps that were added", table.followed("r/1/late/", late="add")
    finish(table.row)
    yield "a player's final table", player.get(f"{table.game}result/")


def _case_files(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-go-party", menu="points-platter")
    watcher = table.guest()
    yield "no case file yet, for a watcher", watcher.get(f"{table.game}case/")
    yield "a case file's link", table.followed("case/", do="open")
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
    table.post("dispute/", dispute=uuid4(), seat="1", part="0", number="99")
    table.post("r/1/reopen/", reason=TYPED)
    yield "the case file of a round that is open again", stranger.get(case)
    table.tap(2, "add:edamame").confirm(1, 2, 3)
    yield "the case file of a game that is over", stranger.get(case)
    yield "a case file that was closed", table.followed("case/", do="close")
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


def _codes(client: Client) -> Iterator[tuple[str, Any]]:
    yield "the question for a code", client.get("/join/")
    cache.clear()
    yield "a code of no game", client.get("/join/", {"code": TYPED}, follow=True)
    for _ in range(10):
        client.get("/join/1234/")
    yield "too many wrong codes", client.get("/join/1234/")
    cache.clear()


def _next_games(client: Client) -> Iterator[tuple[str, Any]]:
    table = Table(client, "sushi-go-party", menu="points-platter")
    player = table.guest(2)
    yield "a rematch that comes too early", table.followed("rematch/")
    table.confirm(1, 2, 3)
    yield "a result with the rematch and menus for it", table.get("result/")
    yield "a result whose next game the host starts", player.get(f"{table.game}result/")
    yield "a rematch with a menu that is none", table.post("rematch/", menu=TYPED)
    form = f"/new/sushi-go-party/?after={table.row.pk}"
    yield "the form of a next game", client.get(form)
    typed = {"player_1": ANA, "player_2": BEN, "suggest": "favourite"}
    yield "the form with a menu that is favourite", client.post(form, typed)
    yield "the form without players for a menu", client.post(form, {"suggest": "random"})
    many = {f"player_{n}": f"Q{n}1234" for n in range(1, 9)}
    favourite = client.post(form, {**many, "suggest": "favourite", "menu": "sushi-go"})
    yield "the form without a favourite that fits", favourite
    yield "a rematch", table.followed("rematch/")
    yield "a rematch that has begun already", table.followed("rematch/")
    named = {f"player_{n}": name for n, name in enumerate((f"Qxzoe{MARKUP}", *NAMES[1:]), 1)}
    named |= {f"seat_{n}": n for n in (1, 2, 3)}
    yield "the question whose name that is", table.post("seats/", **named)
    yield "a first page with a game that goes on", client.get("/")
    yield "a result that shows the way", table.get("result/")
    typed = {"game": str(uuid4()), "player_1": ANA, "player_2": BEN, "menu": "sushi-go"}
    yield "the form of a game that has begun already", client.post(form, typed)


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
    yield "an address of nothing", client.get(f"/g/{uuid4()}/")
    strict = Client(enforce_csrf_checks=True, **client.defaults)
    yield "a form of another site", strict.post("/new/sushi-roll/", {})
    many = {f"a{number}": "1" for number in range(1100)}
    yield "a form with too much in it", client.post("/new/sushi-roll/", many)


def game_pages(client: Client) -> Iterator[tuple[str, Any]]:
    for part in (
        _sushi_go,
        _party,
        roll,
        people,
        own_cards,
        _case_files,
        _codes,
        _next_games,
        _first_pages,
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
