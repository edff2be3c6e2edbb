"""What SushiScore itself can do: questions about it are answered with the way there."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Way(NamedTuple):
    """A way to something in SushiScore.

    Attributes:
        title: what one wants to do.
        words: where that is, with the buttons' own words.
        page: the address's name of the page nearest to it, for who asks outside a game.
        in_game: the same for who asks in a game; it takes the game's id. "" where that is no page
            of a game.
        at_foot: instead of a page, the place at the foot of every page.
    """

    title: str | Promise
    words: str | Promise
    page: str = ""
    in_game: str = ""
    at_foot: str = ""


WAYS: dict[str, Way] = {
    "undo": Way(
        _("Undo a card"),
        _(
            "Tap “Undo” where the cards are entered, or “−” at a card that lies there. “Who did "
            "what” on the same page lists every tap."
        ),
        "home",
        "game",
    ),
    "enter": Way(
        _("Enter cards"),
        _(
            "Choose the player, then tap each card that lies there. What lies on the table has "
            "buttons for the rest: onto wasabi, take off wasabi, flip."
        ),
        "home",
        "game",
    ),
    "words": Way(
        _("Say or type cards"),
        _("Tap “Type” where the cards are entered, and write or dictate what lies there."),
        "home",
        "game",
    ),
    "confirm": Way(
        _("End a round"),
        _(
            "When everybody’s cards are entered, the host taps “Confirm” on the round’s page. Then "
            "the next round is open."
        ),
        "home",
        "game",
    ),
    "correct": Way(
        _("Correct a confirmed round"),
        _(
            "Go to the cards of that round: “Correct this round” stands there for the host. The "
            "round’s page has it under “Not right?”."
        ),
        "home",
        "game",
    ),
    "wrong-sum": Way(
        _("A sum that looks wrong"),
        _(
            "Tap the number: “Why?” explains every point. If you still get another one, tap “I get "
            "another number”."
        ),
        "home",
        "dispute",
    ),
    "what-if": Way(
        _("Try other cards"),
        _("On the round’s page, “Not right?” leads to “What if …?”: it changes nothing."),
        "home",
        "game",
    ),
    "phones": Way(
        _("Play with several phones"),
        _(
            "“Players and phones” shows a QR code and six letters. The other phones scan the code, "
            "or type the letters on the start page, under “Join a game”."
        ),
        "join",
        "table",
    ),
    "blank": Way(
        _("A phone that shows nothing"),
        _(
            "Load the page again, or scan the QR code under “Players and phones” once more. The "
            "phone must be on the same network as SushiScore."
        ),
        "join",
        "table",
    ),
    "seats": Way(
        _("Change who plays, names and seats"),
        _(
            "Under “Players and phones” the host finds “Names and seats”. Players can come and go "
            "until the first round is confirmed; names can be changed at any time."
        ),
        "home",
        "table",
    ),
    "host": Way(
        _("Who is the host"),
        _(
            "The phone that started the game is the host. Under “Players and phones” it can make "
            "another phone the host too, and let players enter for anyone."
        ),
        "home",
        "table",
    ),
    "scoreboard": Way(
        _("Show the score on a TV"),
        _("Under “Players and phones”, “On the TV” opens the scoreboard."),
        "home",
        "scoreboard",
    ),
    "offline": Way(
        _("Without a connection"),
        _(
            "Go on: a phone keeps every tap until the server has it. Pages show again when the "
            "phone is back on the network."
        ),
        "about",
    ),
    "saved": Way(
        _("Go on later"),
        _(
            "Nothing needs to be saved: every tap is kept at once. On the same phone, the start "
            "page leads back to your games."
        ),
        "home",
    ),
    "points": Way(
        _("See the points"),
        _(
            "A round’s page has everybody’s points, by card and in total. The numbers at the top "
            "of it lead to the other rounds. Tap a number of points to see why."
        ),
        "home",
        "game",
    ),
    "new-game": Way(
        _("Start a game"),
        _(
            "Choose one of the three games on the start page. Then enter who plays, and the menu, "
            "variants and house rules that you want."
        ),
        "home",
    ),
    "rematch": Way(
        _("Play again with the same people"),
        _(
            "When the game is over, tap “Rematch” on its result. “Change players or menu” is "
            "beside it."
        ),
        "home",
        "game",
    ),
    "share": Way(
        _("Share a result"),
        _("When the game is over, “Share the result” has a picture and a text to send."),
        "home",
        "game",
    ),
    "delete": Way(
        _("Delete a game"),
        _(
            "Who runs the club finds “Delete this game” at the end of the game’s pages: that of a "
            "round, and that of the result. It is gone for good then."
        ),
        "home",
        "game",
    ),
    "nights": Way(
        _("Earlier games and the standings"),
        _(
            "“Your club” has every evening under “Nights”, and who has won most under “Standings” "
            "and “Records”."
        ),
        "club",
    ),
    "players": Way(
        _("The players of your club"),
        _(
            "“Your club”, “Players”: the page of each player has the figures. There you can change "
            "the name, merge two entries of one person, hide or forget somebody."
        ),
        "club",
    ),
    "paper": Way(
        _("Enter a game from paper"),
        _(
            "“Your club”, “Nights”, “Enter a game from paper”. For many at once, the club’s "
            "“Settings” have “Past games from a file”."
        ),
        "club",
    ),
    "export": Way(
        _("Take your games along"),
        _(
            "“Your club”, “Settings”: export everything as a file, or the games and standings as "
            "CSV for a spreadsheet."
        ),
        "club",
    ),
    "account": Way(
        _("Your club on another device"),
        _(
            "Nobody needs an account to play. “Your club”, “Settings”: make one there to log in on "
            "another device, or delete it."
        ),
        "club",
    ),
    "privacy": Way(
        _("What is stored about you"),
        _("“About SushiScore” says what is stored and how to be forgotten."),
        "about",
    ),
    "language": Way(
        _("Change the language"),
        _("“Language” stands at the foot of every page."),
        at_foot="#languages",
    ),
    "look": Way(
        _("Light or dark"),
        _("Choose it at the foot of every page."),
        at_foot="#looks",
    ),
    "keyboard": Way(
        _("Shortcut keys and screen readers"),
        _(
            "Everything works by keyboard and with a screen reader. Where cards are entered, the "
            "key ? lists the shortcuts."
        ),
        "about",
    ),
}
"""By name."""
