"""Every page of a club and of an account, in every state that looks different, by name."""

import datetime
import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from referee.models import Delivery, Game, GameNight, Placing, Player, SharedStandings, Webhook
from referee.play.services.seating import people_mark
from referee.standings.placing import WHOLE_WIN
from tests.factories import QUICK_HASHERS, played
from tests.pages.table import ANA, BEN, CEM, NAMES, TYPED, Table, phone_of


def _nights(client: Client) -> Iterator[tuple[str, Any]]:
    host, stranger = (Client(**client.defaults) for _ in range(2))
    table = Table(host, "sushi-go-party", menu="points-platter")
    player = table.guest(2)
    club, night = f"/club/{table.row.night.club_id}/nights/", f"/night/{table.row.night_id}/"
    yield "a night whose first game goes on", host.get(night)
    table.tap(1, "add:edamame").tap(2, "add:tea", "add:tea").confirm(1, 2, 3)
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


def _records(client: Client) -> Iterator[tuple[str, Any]]:
    newcomer = Client(**client.defaults)
    club = Table(newcomer, "sushi-go", n=2).row.night.club_id
    yield "the records of a club without games", newcomer.get(f"/club/{club}/records/")
    yield "no games at a glance", newcomer.get(f"/club/{club}/year/")
    for _ in range(5):
        table = Table(newcomer, "sushi-go", n=2).tap(1, *["add:sashimi"] * 3, "add:pudding")
        table.tap(2, "add:egg-nigiri", "add:maki-1", number=2).confirm(1, 2, 3)
    own = ["temaki", "tofu", "miso-soup", "eel", "tea", "soy-sauce", "fruit"]
    Table(newcomer, "sushi-go-party", menu=own).confirm(1, 2, 3)
    roll = Table(newcomer, "sushi-roll", n=2).tap(2, "add:pudding-3").confirm(1, 2, 3)
    roll.post("tokens/", menu_1="3", menu_2="0", chopsticks_1="0", chopsticks_2="0")
    yield "the records of a club", newcomer.get(f"/club/{club}/records/")
    yield "a club's games at a glance", newcomer.get(f"/club/{club}/year/")
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
    yield "the games of a year at a glance", phone.get(f"{club}year/?year=2020")
    yield "a list of games", phone.get(f"{club}games/")
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
    tied = {**right, "entry": uuid4(), "total_2": "41", "puddings_2": "3"}
    yield "a night with a tie", client.post(enter, tied, follow=True)
    winner = Placing.objects.filter(win=WHOLE_WIN // 2, game__totals_only=True).latest("pk")
    game = f"/g/{winner.game_id}/"
    yield "a game from paper with a tie", client.get(f"{game}totals/")
    yield "how a table broke a tie", client.get(f"{game}tie/")
    yield "a broken tie that cannot be", client.post(f"{game}tie/", {"words": TYPED * 60})
    broken = {"winner": winner.player_id, "words": TYPED}
    yield "a tie that was broken", client.post(f"{game}tie/", broken, follow=True)
    yield "how a table broke a tie, once more", client.get(f"{game}tie/")
    yield "the form for a file of games", client.get(files)
    text = f"date,game,players,totals\n{','.join([TYPED] * 4)}\n2025-03-07,go,Qxana / Qxben,1 2 3\n"
    for name, sent in (("that cannot be", text), ("without games", ""), ("of no text", "\0")):
        file = SimpleUploadedFile("1234.csv", sent.encode())
        yield f"a file of games {name}", client.post(files, {"file": file})
    file = SimpleUploadedFile("1234.csv", b"date,game,players,totals\n2025-03-07,go,Qxana/1234,1 2")
    page = client.post(files, {"file": file})
    yield "what is in a file of games", page
    sent = {"kept": page.context["kept"], "enter": "1"}
    yield "a file of games that was read in", client.post(files, sent, follow=True)
    page = client.get(files)
    yield "files of games that can be taken back", page
    back = reverse("paper-csv-back", args=[page.context["club"].pk, page.context["files"][0].pk])
    yield "a file of games that was taken back", client.post(back, follow=True)
    client.post(files, sent)
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
    with override_settings(PASSWORD_HASHERS=QUICK_HASHERS):
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
    yield "something for the owner alone", helper.get(f"{club}delete/")
    yield "the settings of a club that is shared", _sent(host, settings_, do="share")
    yield "the settings for the owner’s other phone", tablet.get(settings_)
    shared = f"/shared/{SharedStandings.objects.get(club=table.row.night.club_id).pk}/"
    yield "shared standings", stranger.get(shared)
    yield "standings in a frame", stranger.get(f"{shared}embed/")
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
    club = Table(client, "sushi-go").row.night.club_id
    for menu in ("sushi-go", "points-platter"):
        for hands in (("tempura*2", "edamame", ""), ("", "tea", "squid-nigiri")) * 3:
            agreed = {"ruleset": "sushi-go-party", "menu": menu}
            played(*hands, players=NAMES, phone=phone_of(client), **agreed)
    client.post("/new/sushi-go/", {"game": uuid4(), "player_1": ANA, "player_2": TYPED})
    players = f"/club/{club}/players/"
    yield "the players of a club", client.get(players)
    ids = dict(Player.objects.filter(club=club).values_list("name", "pk"))
    pages = {name: f"{players}{pk}/" for name, pk in ids.items()}
    yield "a player with many games", client.get(pages[ANA])
    yield "a player without a finished game", client.get(pages[TYPED])
    for name in ("12\n34", "dummy", BEN):
        renamed = client.post(pages[ANA], {"do": "rename", "name": name})
        yield f"a player’s name that cannot be: {name!r}", renamed
    for name, kept, other in (
        ("the question whether two are one", BEN, TYPED),
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


def club_pages(client: Client) -> Iterator[tuple[str, Any]]:
    for part in (_nights, _records, _paper, _club_files, _accounts, _club_players):
        yield from part(client)
