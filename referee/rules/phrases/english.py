"""English, British and American."""

from .card_names import CARD_NAMES, EITHER, misheard_words, read_names, spoken_faces
from .vocabulary import Kind, Sayings, Vocabulary

_UP_TO_19 = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def number_words(number: int, feminine: bool = False) -> str:
    """1 to 99 in words, the same for every gender."""
    if number < 20:
        return _UP_TO_19.split()[number - 1]
    tens, units = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{number_words(units)}" if units else "")


def plural(word: str) -> str:
    """The plural of a noun."""
    if word.endswith(("x", "ch", "sh", "ss")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


ENGLISH = Vocabulary(
    code="en",
    types=read_names("en"),
    nigiri=CARD_NAMES["nigiri"]["en"].kinds,
    fruits=CARD_NAMES["fruit"]["en"].kinds,
    shapes=CARD_NAMES["onigiri"]["en"].kinds,
    either=EITHER["en"],
    dice="die, dice",
    another="another, another one",
    definite="the, my, that, this, those, these, both",
    speaker="i, we, i have, we have, ive, me",
    swaps="for, by, into, with, to",
    but="but, but rather, rather",
    commands={
        "undo": "undo, undo that, undo it, undo this, undo the last one, undo last, undo the last "
        "tap, go back, go back one, step back, take that back, take it back, oops go back",
        "next": "next player, next one please, next person, on to the next player, on to the next, "
        "go to the next player, next player please, next seat",
        "done": "done, i'm done, i am done, all done, we're done, finished, i'm finished, i am "
        "finished, that's it, that's all, that is all, that's everything, that is everything, "
        "that's me, that's me done, ready, i'm ready, complete, my cards are complete, that's mine",
        "clear": "delete everything, delete it all, clear, clear "
        "everything, clear it all, clear it, clear the table, clear all cards, clear my cards, "
        "remove everything, remove it all, take everything away, take it all away, "
        "take away everything, take all away, erase everything, wipe everything, start "
        "over, start again, start from scratch, empty the table, reset, delete all cards, remove "
        "all cards, delete all the cards, remove all the cards",
    },
    later="then, and then, next, after that, afterwards, and afterwards, later, and only later, "
    "finally",
    spent="used, i used, used up, i used up, i've used, i've used up, i spent, spent, has been "
    "used, 's been used, was used, got used",
    turned="i flipped, i turned, i turned over, turned, i've flipped, i have flipped, i'd flipped, "
    "i had flipped, i'd turned over, i've turned over, i've turned",
    of_them="of them",
    now="now, so far, at the moment, by now, currently, right now, lying, lying there, over there, "
    "here, on the table, in front of me, that's there, that is there, which is there",
    still="still, still there, left, remaining, still left, leftover, left over",
    soft="oh, well, hmm, ah, um, uh, er, erm, yes, yeah, ok, okay",
    prices="for, worth, at, thats, that is, so, scoring, making, makes, equals, is, scores, gives",
    closing="next",
    turns="next, next one, the next one, the next, next up, then next, and next",
    holds="has, has got, have, have got, had, got, gets, is, are, 's got, takes, took, holds",
    gives="give, give to, put, tell, enter",
    towards="for, to",
    he="he, she, they",
    own="i, i have, i've, i've got, i got, we have, we've got, me, mine, my cards",
    seat="seat, player",
    yes="yes, yeah, yep, yup, right, correct, exactly, true, sure, ok, okay, it is, it does, thats",
    no="no, nope, nah, not, isn't, doesn't, false",
    nothing="nothing, none, neither",
    words={
        Kind.CARD: "card",
        Kind.ARTICLE: "a, an",
        Kind.ICON: "icon, symbol, pip, icon each, each",
        Kind.TIMES: "x, times",
        Kind.OF: "of, in the shape of, shaped like, in shape of",
        Kind.MORE: "more, extra, additional, more of them",
        Kind.WITH: "taken by, occupied by, covered by, with, having, showing, that has, which "
        "has, worth",
        Kind.ON: "on, onto, over, on top of, atop, upon, in, dipped in, sitting on, lying on, "
        "stacked on, goes on, sits on, which is on, that is on, that's on, is on, are on, go on, "
        "lies on, lie on, goes on top of, go on top of, sits on top of, is on top of, lies on top "
        "of",
        Kind.UNDER: "under, below, beneath, underneath",
        Kind.BESIDE: "beside, besides, next to, off, not on, away from, off of, from, out of, but "
        "not on, and not on, just not on, isn't on, is not on, not in, but not in",
        Kind.WITHOUT: "without, without any, but without",
        Kind.ALONE: "alone, by itself, on its own, by themselves, on their own",
        Kind.BARE: "bare, plain, no wasabi, with no wasabi, but no wasabi, empty, loose, "
        "unused, naked",
        Kind.EMPTY: "still free, still empty, unoccupied, going spare, spare, with nothing on it, "
        "with nothing on top, without anything on it, without anything, with nothing, without a "
        "nigiri, without nigiri, without any nigiri, that's empty, that is empty, with no nigiri, "
        "with no nigiri on it, nothing on it, but nothing on it, and nothing on it, but nothing "
        "on top",
        Kind.ON_IT: "on it, on top, on them, on top of it, on that one",
        Kind.HAVE: "i have, i've, i've got, i got, i have got, i've gotten, have, got, there is, "
        "there are, there's, we have, we've got, it's, it is, that's, that is, these are, those "
        "are, they are, they're, just, only, nothing but, i only have, i just have, i only got, my "
        "cards are, my cards, in front of me i have, what i have is, what i've got is, "
        "what i'm holding is, what i'm holding onto is, i'm holding, i am holding, what i have in "
        "front of me is, mine are, i've only got, i'm on, i'm sitting on, you have, you've got",
        Kind.TOTAL: "total, in total then, in total, altogether, in all, all together, there "
        "should be, i actually have, actually i have, actually have, actually i've got, actually "
        "there are, actually it's, it was actually, i really have, in fact i have, now i have, "
        "now it's, total of, a total of, in sum",
        Kind.DENIED: "not, it's not, it is not, it wasn't, it was not, wasn't, that's not, that "
        "is not, that wasn't, that was not, isn't, it isn't, that isn't, they're not, they "
        "aren't, they weren't, they are not, no it's not, no it wasn't, this isn't, this is not, "
        "there aren't, there weren't",
        Kind.WAS: "make it, make that, make them, was, were, it was, they were, that was, those "
        "were, this was, there were, i meant it was, should have been, it should have been, that "
        "should have been, was actually, was really, actually was, were actually, i had, is "
        "actually, are actually, should be, it should be, that should be",
        Kind.CORRECT: "no wait, wait no, wait, no sorry, sorry, sorry no, i mean, i meant, no i "
        "mean, no i meant, no no, no no no, correction, or rather, rather, no make that, sorry "
        "make that, oops, whoops, i mean to say, no actually, actually no, oh no, sorry i meant, "
        "sorry i mean, not that, no not that, my mistake, my bad, wrong, that's wrong, hang on, "
        "hold on, scratch that, strike that, or actually, actually, well actually, no it's, no "
        "it is, no that's, no they're, no i have, no i've got, oops i meant, oops no, nope, "
        "no i'm lying, i'm lying, i lied, no i lied, what am i saying, hang on no, or was it",
        Kind.SWAP: "swap, switch, change, exchange, replace, trade, substitute, swap out, switch "
        "out, turn into, convert",
        Kind.INSTEAD: "instead of, rather than, in place of",
        Kind.CLAIM: "claimed, claims, claim, has claimed, have claimed, is claiming, reached ten, "
        "reached 10, has reached ten, got to ten, hit ten, hits ten, gets to ten, reaches ten, "
        "took first place, took second place, took third place, takes first place, takes second "
        "place, takes third place, takes first, takes second, takes third, got first place, got "
        "second place, got third place, gets first place, gets second place, gets third place, "
        "just claimed, scored, scores",
        Kind.ALL: "all, all the, all of the, all of my, every, every single, all those, all these, "
        "each of the, all of those, all of them, any, any of the",
        Kind.COPYING: "copying, copies, copied, that copies, which copies, copying as, as, "
        "acting as, used as, being, copy, copy a, copied from",
        Kind.COPY_OF: "copy of, a copy of, copies of",
        Kind.ADD: "i dipped, dipped, add, plus, put, place, lay, play, put down, add on, move, "
        "give me, give, played, i put, i put down, i played, i lay, i laid, laid, i took, took, "
        "drew, i drew, take in, add in, i add, i added, added, deal, i get, get, gimme, put in, "
        "enter, mark me down for, put me down for, put me down as having, stick me down for, "
        "write down, note, note down, record, register, log, count, jot down, i kept, kept, i "
        "keep, picked up, i picked up, i picked, i chose, i ended up with, ended up with, wound "
        "up with, i wound up with, i went with, went with, managed to get, i managed to get, i "
        "got me, bagged, i've bagged, i grabbed, grabbed, i collected, collected, i drafted, i "
        "laid down, i've taken, i have taken, i've played, i have played, just played, i just "
        "played, i nabbed, nabbed, i snagged, snagged, i pulled, i'm going with, going with, i'll "
        "take, i'll have, let me add, let's add, adding, i'm adding, add me, throw in, pop in, "
        "pop down, put me in, adding in, i forgot, forgot, missing, is missing, are missing, i'm "
        "missing",
        Kind.MINUS: "minus, less, fewer",
        Kind.REMOVE: "forget, forget about, ignore, skip, leave out, remove, "
        "take away, take off, take back, delete, drop, subtract, discard, "
        "get rid of, lose, throw away, throw out, toss, cancel, erase, chuck, chuck out, clear "
        "away, scrap, bin, ditch, lost, i lost, used, i used, used up, i used up, i've used, i've "
        "used up, no longer have, i no longer have, i spent, spent",
        Kind.TAKE: "take",
        Kind.AWAY: "away, back",
        Kind.FLIP: "flip, flip over, turn over, turn down, turn, turn face down, flip down, i "
        "flipped, i turned, i turned over, turned, "
        "i've flipped, i have flipped, i'd flipped, i had flipped, i'd turned over, i've turned "
        "over, i've turned",
        Kind.DOWN: "got flipped, was flipped, were flipped, has been flipped, have been flipped, "
        "been flipped, is flipped, are flipped, was turned over, were turned over, was turned "
        "face down, was turned upside down, has been put face down, been put face down, that i "
        "turned over, that i turned over earlier, that i flipped, that i flipped earlier, which i "
        "flipped, face down, facedown, face-down, flipped, flipped over, upside down, turned "
        "over, turned down, turned face down, faced down",
        Kind.AND: "and, also, as well as",
        Kind.BREAK: "afterwards, and afterwards, later, and later, and only later, finally, and "
        "finally, then, and then, next, after that, as well, full stop, period, comma, new line",
        Kind.FILLER: "you can, a whole family of, a bunch of, a load of, a pile of, a handful of, "
        "i, please, the, my, this, these, those, that, on the table, in front of me, here, other, "
        "um, uh, er, erm, hmm, ah, oh, umm, uhm, uhh, like, you know, let me see, let's see, "
        "well, okay, ok, yes, yeah, yep, right, now, then there's, that are, which is, which are, "
        "by now, currently, right now, still there, left, remaining, still left, leftover, "
        "left over, lone, "
        "are, is, lying, lies, i want, i'd like, i want to, i'd like to, could you, can you, can "
        "i have, i think, i guess, i believe, thanks, thank you, on my side, on my side there's, "
        "on my side there is, hey, of mine, of them, first, first place, second place, third "
        "place, it's that, that's there, that is there, lying there, which is there, over there, "
        "for me, this time, this round, on my tray, on my plate, so far, cheers, ta, if you "
        "would, if you please, would you, would you mind, would you please, can i, right then, "
        "alright, go ahead and, go ahead, kindly, i'd be grateful for, let me, it looks like, "
        "looks like, i reckon, basically, little, lonely, lovely, woohoo, yay, yummy, yum, tasty, "
        "still, of course, obviously, belong to me, belongs to me, let me count, face-up, face "
        "up, to my name, at the moment, in my tableau, in my row, in my area, all right, didn't "
        "flip anything, flipped nothing, i flipped nothing",
        Kind.CHAT: "does, do you, did i, are you, am i, who, who's, whose, how many, how much, "
        "how, "
        "why, when, where, anybody, anyone, somebody, someone, everybody, everyone, nobody, "
        "no one, "
        "if, wants, wanted, love, loves, hungry, next time, last round, last time, next round, "
        "haha, dinner, freezer, kitchen, order some, should order, hurry, salad, mate, good game, "
        "want to eat, anybody want, shall, shall we, winning, fell, each of us, two of us, us both",
        Kind.POINTS: "point, points, pts, pt",
        Kind.SUM: "so, that makes, making, makes, equals, i e, ie, in "
        "other words, hence, thus, which makes, which brings me to, bringing me to, so now, so now "
        "i have, so that's, so that is, so that makes, and that's, and that makes, "
        "for a total of, all told, it comes to, comes to",
        Kind.BEFORE: "before, earlier than, ahead of",
        Kind.AFTER: "after, came after, comes after, was after, played after",
        Kind.ORDER: "in that order, played in that order, in this order",
        Kind.GONE: "gone, is gone, are gone, has gone, have gone, got cancelled, was cancelled, "
        "were cancelled, got discarded, was discarded, were discarded, were all discarded, is "
        "out, are out, had to be thrown away, was thrown away, has been used, 's been used, was "
        "used, got used, went to the discard pile, were thrown away",
        Kind.NOT: "no",
        Kind.NONE: "none, zero, nought, nil, zip, zilch, none of, none of the, none at all, not a "
        "single, not a single one, not any, not one, neither, nor, no more, still no, i didn't get "
        "any, didn't get any, i haven't any, haven't any, i haven't got any, haven't got any, i "
        "don't have any, don't have any, i have no, i've got no, i've no, i got no, got no, there "
        "are no, there's no, there is no",
        Kind.QUANTITY: "your, yours, his, her, hers, their, theirs, ours, never, don't, do not, "
        "don't have, do not have, haven't, haven't got, aren't, didn't, some, several, few, many, "
        "half, except, but, everything, everything but, everything except, all but, lots of, "
        "hundred, take out, last, more or less, at least, at most, has, has got, had, mine, one "
        "of each, one of each kind of, one each of the, each of, maybe, perhaps, or, "
        "about, around, almost, nearly, than, too many, too "
        "much",
    },
    numbers={
        form: n
        for n in range(1, 100)
        for form in (number_words(n).replace("-", " "), number_words(n).replace("-", ""))
    },
    groups={
        form: number
        for words, number in (
            ("pair", 2), ("couple", 2), ("duo", 2), ("trio", 3), ("triplet", 3), ("threesome", 3),
            ("quartet", 4), ("dozen", 12),
        )
        for form in (words, plural(words))
    }
    | {
        f"{kind} of {number}": n
        for n in range(2, 6)
        for number in (n, number_words(n))
        for kind in ("set", "full set", "complete set", "group")
    }
    | {"both": 2, "both the": 2, "both of the": 2, "half a dozen": 6, "half dozen": 6},
    multiples={
        "single": 1, "double": 2, "triple": 3, "treble": 3, "ones": 1, "twos": 2, "threes": 3,
        "fours": 4, "fives": 5,
    },
    each="one of each, one of each kind of, one each of the",
    often={
        "once": 1, "twice": 2, "thrice": 3, "one time": 1,
        **{f"{number_words(n)} times": n for n in range(2, 11)},
    },
    strange="men, tu, son, hay, era, fin, par, media, medio, van, va, mete, sea, real, cobra, si, "
    "da, di, ni, ser, bota, pares, tira, gira, vale, lista, este, esta, sola, verde, uno, la, el, "
    "extra",
    sounds={
        "to": "two", "too": "two", "for": "four", "fore": "four", "won": "one", "ate": "eight",
        "tree": "three", "free": "three", "sicks": "six", "tu": "two",
    },
    heard=misheard_words("en"),
    plural=plural,
    sayings=Sayings(
        faces=spoken_faces("en"),
        icons={1: "with one icon"} | {n: f"with {number_words(n)} icons" for n in range(2, 6)},
        number=number_words,
        on="on",
        copying="special order copying/special orders copying",
        down="face down",
        flipped="face-down card/face-down cards",
        empty="with nothing on it",
        there="on the",
        under="under the",
        less="minus",
        more="plus",
        total="in total",
    ),
)  # fmt: skip
