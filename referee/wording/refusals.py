"""Why a change was not made, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from .phrases import number

_MESSAGES = {
    "round-confirmed": _(
        "Round %(round)s is confirmed, so nothing was changed. "
        "“Not right?” on its page lets the host correct it."
    ),
    "cards-lie": _(
        "Something is entered in round %(round)s, and that counts. Take it away first, or confirm "
        "the round with it."
    ),
    "counted-without-cards": _(
        "A round of this game was counted at the table, which no score sheet can say."
    ),
    "points-impossible": _("A round brings a player %(least)s to %(most)s points."),
    "desserts-missing": _(
        "A round was counted at the table: say how many puddings or desserts everybody has."
    ),
    "no-such-card": _("There is no “%(face)s”. Nothing was changed."),
    "too-many": _("No more than %(cards)s fit here. Nothing was added."),
    "already-claimed": _(
        "This player has a claim on that turn already. Take it back first, "
        "or enter the new one as another turn."
    ),
    "too-many-claims": _("There are %(claims)s claims already. Nothing was entered."),
    "no-uramaki": _("This game has no uramaki, so there is no race to claim in."),
    "not-a-number": _(
        "A claim takes %(least)s to %(most)s icons, written as a number. Nothing was entered."
    ),
    "too-few-icons": _(
        "Only %(icons)s uramaki icons lie here by now; it takes %(least)s. Nothing was claimed."
    ),
    "cards-gone": _("Uramaki with %(cards)s icons do not lie here any more. Nothing was changed."),
    "no-place-left": _(
        "All three places are gone by now: the uramaki stay on the table. Nothing was claimed."
    ),
    "claim-missing": _(
        "%(player)s’s %(icons)s uramaki icons cannot still lie there. Say who reached ten "
        "first; then the round can be confirmed."
    ),
    "claim-gone": _("That claim was taken back by now. Nothing was changed."),
    "seats-empty": _(
        "Nothing is entered for one of the players. Say that you are sure, or enter it first."
    ),
    "not-ready": _(
        "One of the players has not said that the cards are complete. Say that you are sure, "
        "or wait."
    ),
    "questions-open": _(
        "Nobody has said yet what lies on one of the wasabi. Say that you are sure, or say "
        "what does."
    ),
    "has-rounds": _("This game was kept with its cards: correct its rounds."),
    "no-tokens": _("This game has no tokens."),
    "not-yet": _("Round %(round)s comes first: it is not confirmed yet."),
    "not-seated": _("That phone holds no seat by now. Nothing was changed."),
    "host-here": _("The host is here: nobody takes over. Ask the host to hand over."),
    "taking-over": _("%(name)s takes over already."),
    "took-over": _("It is too late to say no: %(name)s is the host by now."),
    "said-no": _("Somebody said no. You can ask again in %(seconds)s seconds."),
    "not-over": _("This game is not over yet. Finish it, then start the next one."),
    "club-has-games": _(
        "This club has games already, so nothing was read in: a club file goes into a club "
        "without games. Open it in another browser or on another phone, or ask whoever looks "
        "after the server to read it in with “manage.py import_club”."
    ),
    "import-stopped": _(
        "Reading the file stopped before its end, so nothing was read in. Send it once more."
    ),
    "no-cookie-yet": _(
        "This phone was not known here yet, so the file was not taken. Send it once more."
    ),
    "imports-wait": _(
        "Other club files are being read in, so this one was not taken. Try again in some minutes."
    ),
    "too-many-imports": _("Many club files have come from here within the hour. Try again later."),
    "import-not-kept": _(
        "The file could not be kept here, so nothing was read in: the disk may be full."
    ),
    "next-begun": _(
        "The next game has begun already, so no other one was started. "
        "If that one was a mistake, delete it; then you can start this one."
    ),
    "changed-meanwhile": _(
        "The game has changed since you opened this page. "
        "Look at the result once more, then confirm it."
    ),
    "corrected-meanwhile": _(
        "Round %(round)s has been corrected since you opened this page. Look at it once more."
    ),
    "reason-missing": _("Say in a few words why."),
    "words-too-long": _("That is %(signs)s characters; %(most)s are the most."),
    "not-confirmed": _(
        "Round %(round)s is open. Wait until it is confirmed, then give your opinion."
    ),
    "words-missing": _("Say in a few words what is wrong."),
    "nobody-sits": _("Nobody sits there. Choose one of the players."),
    "number-missing": _("Write the number that you get."),
    "no-number": _("“%(typed)s” is not a whole number. Write it in digits, such as 47."),
    "nothing-there": _("There is no such number in this game yet."),
    "number-right": _("%(number)s is right: the referee gets the same number."),
    "number-out-of-range": _("Enter a number from %(least)s to %(most)s."),
    "too-many-disputes": _(
        "%(disputes)s numbers are disputed already. Take one back before you add another."
    ),
    "too-many-proposals": _("%(proposals)s proposals wait for the host already. Nothing was sent."),
    "not-understood": _("That button is not known here. Nothing was changed."),
    "late": _(
        "Round %(round)s is confirmed already. Your tap is kept aside: the host is asked "
        "whether to open the round again for it."
    ),
    "not-yours": _("Another player enters these. Nothing was changed."),
    "too-many-changes": _("You can try at most %(changes)s changes at a time."),
    "no-longer-fits": _("This no longer fits: it is gone, or lies differently by now."),
    "done-already": _("This is on the table already."),
    "nothing-tried": _("Nothing was changed: all would lie as it does."),
    "tried-meanwhile": _(
        "Something has changed in this round since you looked, so nothing was changed. "
        "Look at the difference once more."
    ),
    "nothing-said": _("Nothing was understood, so nothing was entered."),
    "shown-otherwise": _(
        "Something has changed here since you looked, so nothing was entered. "
        "Look at what your words come to now."
    ),
    "id-used": _("This tap’s id belongs to another tap. Nothing was changed."),
    "no-such-tableau": _("There is no such round or seat. Nothing was changed."),
    "too-many-taps": _("You can enter at most %(taps)s taps at a time. Nothing was entered."),
    "too-many-turns": _(
        "More than %(most)s changes from player to player cannot be read at once. Say it in two "
        "goes. Nothing was entered."
    ),
    "too-many-late": _(
        "%(taps)s taps wait for the host already. Nothing was added: ask the host to decide."
    ),
    "unknown-code": _("No game has this code. Ask the host for the code on the host’s phone."),
    "too-many-codes": _("Too many wrong codes. Wait a minute, then try again."),
    "sent-away": _("The host has taken this phone off the table."),
    "sent-out": _("An organiser has sent this phone out of the hall. Ask to be let back."),
    "game-over": _("The game is over: nobody takes a seat any more."),
    "seat-taken": _("This seat is taken. Choose another, or watch."),
    "table-full": _("%(phones)s phones watch this table already. You can still take a seat."),
    "too-many-watchers": _(
        "Too many phones on your network are watching. Take a seat, or try again later."
    ),
    "same-game": _(
        "There is a game like this on that day already: the same game, players and totals. "
        "Nothing was entered."
    ),
    "no-tie": _("They do not share the victory any more. Nothing was changed."),
    "tie-words-missing": _("Say in a few words how it was decided."),
    "described-meanwhile": _(
        "Somebody has written something else there since you opened this page. Nothing was "
        "changed; look once more."
    ),
    "not-merged": _("This is not merged any more. Nothing was changed."),
    "seats-stand": _(
        "A round is confirmed, so nobody can be added, taken out or moved any more. "
        "Names can still be changed."
    ),
    "seats-disputed": _(
        "A number of this game is disputed. Take the dispute back, then change the seats."
    ),
    "totals-changed": _(
        "Somebody has corrected this game since you opened this page: its points or players are "
        "others now. Look once more."
    ),
    "seats-changed": _("The seats have changed since you opened this page. Look once more."),
    "seat-has-cards": _(
        "Cards of %(name)s lie on the table. Take them away first, or leave the seat."
    ),
    "dummy-has-cards": _("The dummy hand is for two players, and has cards. Take them away first."),
    "seat-has-entered": _(
        "The phone of %(name)s has entered cards for others, and their history says so. "
        "The seat stays."
    ),
    "too-many-games": _(
        "Too many games were started from here. Wait a while, then start this one."
    ),
    "wrong-password": _("The name or the password is wrong. Try again."),
    "too-busy": _("Many people are logging in just now. Wait a moment, then try again."),
    "account-taken": _("There is an account “%(name)s” already. Choose another name."),
    "invitation-over": _("This invitation has been used, or withdrawn. Ask for another one."),
    "sent-otherwise": _(
        "Another request had this Idempotency-Key within the last day. Nothing was done."
    ),
    "under-way": _(
        "The request with this Idempotency-Key is not answered yet. Send it again in a moment."
    ),
    "too-many-answers": _(
        "There were %(most)s requests with an Idempotency-Key within the last day. Nothing was "
        "done; send this one later, or without."
    ),
    "too-many-keys": _("There are %(most)s keys already. Revoke one of them first."),
    "webhook-off": _("The webhook is turned off. Turn it on first."),
    "too-many-webhooks": _("There are %(most)s webhooks already. Delete one of them first."),
    "no-address": _("Write an address that begins with https:// or http://."),
    "address-private": _(
        "This address lies in a private network. Only who runs the server can allow that."
    ),
    "address-port": _("Webhooks go to the ports 80, 443 and those from 1024."),
    "events-missing": _("Choose at least one thing to be told of."),
    "last-owner": _(
        "Nobody could run the club any more then. Make an account for it first, or delete the club."
    ),
    "name-missing": _("Write a name."),
    "name-too-long": _("That is %(signs)s characters; %(most)s are the most."),
    "name-unprintable": _("This name contains a character that cannot be shown."),
    "name-of-dummy": _("On score sheets “dummy” is the dummy hand. Choose another name."),
    "name-taken": _("%(name)s is another player of this club, or looks the same."),
    "anonymous-stays": _("%(name)s was made anonymous and keeps this name."),
    "name-gone": _("%(name)s was made anonymous and keeps this name."),
    "merge-with-self": _("This is one and the same player. Choose another one to merge."),
    "player-was-champion": _("%(name)s was champion of a season, and stays on the list."),
    "too-many-seasons": _("There are %(most)s seasons already. Delete one of them first."),
    "season-taken": _("“%(name)s” has the same days. Change that one instead."),
    "season-not-over": _("This season is not over yet. Its champion is crowned when it is."),
    "ratings-waited-for": _(
        "An older game was corrected: the ratings are being worked out again. After that the "
        "champion can be crowned."
    ),
    "no-champion": _("Nobody has played often enough in this season to be its champion."),
    "night-there": _("The club has a night on that day already. Change that one instead."),
    "too-many-nights": _("There are %(most)s nights already. Delete one of them first."),
    "night-has-games": _("This night has games. Delete them first."),
    "import-under-way": _("Another file is being read in, so this one was not taken."),
    "player-has-games": _("%(name)s sits in a game, and stays on the list."),
    "not-in-club": _("There is no such player in this club, or there is no longer."),
    "sat-together": _(
        "%(one)s and %(other)s sat in one game (%(night)s), so they are two people. "
        "Nothing was merged."
    ),
    "anonymous-merge": _(
        "%(name)s was made anonymous, and would get or give a name. Nothing was merged."
    ),
    "looks-alike": _(
        "%(other)s has played against somebody whose name looks like %(name)s. "
        "Rename one of them first."
    ),
    # a night of several tables
    "night-has-tables": _("This night has several tables already: they go on."),
    "tables-drawn": _("Tables are drawn already, so the game stays as it is."),
    "draws-made": _("%(draws)s draws are made already: there cannot be fewer."),
    "evening-over": _("The evening is over. An organiser can open it again."),
    "entrant-has-phone": _(
        "%(name)s came in with another phone. If that was a mistake, an organiser can free the "
        "name."
    ),
    "entrant-was-drawn": _(
        "%(name)s was drawn to a table, and stays on the list. Say that %(name)s is away instead."
    ),
    "wish-of-one": _("A wish is about two different people."),
    "draws-over": _("All draws of this evening are made."),
    "another-draw": _("That is not the draw that comes now: it is draw %(draw)s."),
    "too-few-entrants": _("%(there)s are here; it takes %(least)s at least to draw tables."),
    "tables-open": _("There is no result yet from table: %(tables)s."),
    "table-begun": _("The game at table %(table)s has begun, so nothing was changed."),
    "table-has-result": _("Table %(table)s has its result already. Correct it in its game."),
    "at-drawn-table": _(
        "This game was played at a table of an evening: its day and its players stay as they were "
        "drawn."
    ),
    "not-drawn": _("That is no table and no player of this draw any more."),
    "table-size": _("A table has %(least)s to %(most)s players. Nothing was changed."),
    "code-of-hall": _("This is the code of a night of several tables."),
}


def refusal_message(code: str, facts: Mapping[str, int | str]) -> str:
    """Say why, in the language in use; ``code`` and ``facts`` are those of the refusal.

    Raises:
        KeyError: for a code that has no message.
    """
    shown = {name: number(it) if isinstance(it, int) else it for name, it in facts.items()}
    return str(_MESSAGES[code]) % shown
