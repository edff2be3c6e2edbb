"""Passes over words that say nothing of the cards: talk around them."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from .kinds import NAMES, Kind, Sense, plain
from .lexer import END, SENTENCE_ENDS, Lexeme, sentences
from .vocabulary import MAX_COMMON, Vocabulary, split
from .words import common_words, first_names

_TELLING = f"{Kind.QUANTITY}{Kind.CHAT}{Kind.GONE}{Kind.CLAIM}"
"""In a sentence with one of these no word is passed over."""
_AROUND = f"{Kind.ARTICLE}{Kind.HAVE}{Kind.SUM}{Kind.AND}{Kind.SOFT}{Kind.ADD}{Kind.CARD}"
"""What may stand among words that are passed over from one comma to the next."""
_REASONS_NOT = (
    f"{NAMES}{Kind.NUMBER}{Kind.QUANTITY}{Kind.DENIED}{Kind.NOT}{Kind.GONE}{Kind.REMOVE}"
    f"{Kind.CORRECT}{Kind.COMMAND}{Kind.CLAIM}{Kind.SWAP}{Kind.FLIP}{Kind.INSTEAD}"
)
"""What makes of the words behind "because" more than a reason."""
_LEADING = (
    f"{Kind.HAVE}{Kind.ARTICLE}{Kind.AND}{Kind.SOFT}{Kind.TOTAL}{Kind.ON}{Kind.OF}{Kind.CARD}"
    f"{Kind.SUM}"
)
"""What may stand among words that lead to the cards."""
_JOINING = f"{Kind.WITH}{Kind.ON}{Kind.UNDER}{Kind.BESIDE}{Kind.WITHOUT}{Kind.ON_IT}{Kind.OF}"
"""What joins a card to another one."""
_ASIDE = (
    f"{Kind.UNKNOWN}{Kind.HAVE}{Kind.ADD}{Kind.AND}{Kind.SOFT}{Kind.SUM}{Kind.OF}{Kind.WITH}"
    f"{Kind.ON}{Kind.CHAT}{Kind.QUANTITY}{Kind.ARTICLE}"
)
"""What may stand in a clause that says nothing of the cards."""
_UNCLEAR = f"{Kind.CHAT}{Kind.QUANTITY}{Kind.ADD}"
"""What may say beside a card that it is not one of the speaker's that lies there."""
_GONE_AGAIN = (
    f"{Kind.UNKNOWN}{Kind.HAVE}{Kind.OF}{Kind.WITH}{Kind.ON}{Kind.SUM}{Kind.AND}{Kind.REMOVE}"
    f"{Kind.TAKE}{Kind.AWAY}{Kind.GONE}"
)
"""What may stand in a clause that says once more that cards are gone."""
_BEFORE_OWN = f"{Kind.AND}{Kind.SOFT}{Kind.SUM}{Kind.QUANTITY}"
"""What may stand before "I have"."""
_NAMED_AGAIN = f"{Kind.NOUN}{Kind.NIGIRI}{Kind.ON_DICE}{Kind.ROLL}"
"""Cards that a number alone may mean, which others have."""
_COUNTED = f"{NAMES}{Kind.NUMBER}{Kind.ARTICLE}{Kind.GROUP}{Kind.CARD}"
"""Cards and how many; a colon behind other words parts these from what follows."""
_LEAST_WORDS = 3
"""Fewer words may be a card that is misheard: "dumb links"."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class Passed(NamedTuple):
    """Words that are passed over, from ``start`` to ``end`` of the text."""

    start: int
    end: int


def without_talk(
    row: list[Lexeme], text: str, known: Vocabulary
) -> tuple[list[Lexeme], list[Passed]]:
    """The row without the words that say nothing beside cards, and where those stand.

    Of what is left of a sentence either all of its unknown words are passed over, or none: who is
    not understood in one word may say of the cards that they are lost, another's, or wished for.
    """
    row, passed = _without_asides(row, text, known)
    kept: list[Lexeme] = []
    for sentence, sign in sentences(row):
        # "Can you write two tofu, dear?"; but "enter two tofu, dear?" may ask.
        is_request = any(one.kind == Kind.ADD and " " in one.form for one in sentence[:1])
        is_told = sign.form != "?" or is_request
        said, idle = _said(sentence, text, known) if is_told else ([], [])
        kept += said if idle else sentence
        kept += [sign] if sign is not END else []
        passed += idle
    return kept, sorted(passed)


# ------------------------------------------------------------------ what commas part


class _Clause(NamedTuple):
    """What commas and the like part: ``breaks`` before it, its lexemes, and all of its words."""

    breaks: list[Lexeme]
    said: list[Lexeme]
    words: list[str]
    start: int
    end: int

    @property
    def names(self) -> bool:
        """Whether a card is named in it."""
        return any(one.kind in NAMES for one in self.said)

    @property
    def begins_sentence(self) -> bool:
        return any(one.form in SENTENCE_ENDS for one in self.breaks)


def _without_asides(
    row: list[Lexeme], text: str, known: Vocabulary
) -> tuple[list[Lexeme], list[Passed]]:
    """The row without what commas part that says nothing of the cards: "can you pass the chips
    please, two tempura"; nor what it says of others' cards: "Tom has a squid, I have two"."""
    parted = _parted(row, text, known)
    if not any(one.names for one in parted):
        return row, []
    passes = _passing(parted, text, known)
    if all(n in passes for n, clause in enumerate(parted) if clause.names):
        return row, []
    kept: list[Lexeme] = []
    for n, clause in enumerate(parted):
        kept += clause.breaks
        if n and n not in passes:
            kinds = {one.kind for one in parted[n - 1].said}
            denies = bool(kinds & {Kind.DENIED, Kind.NOT, Kind.ALL})
            more = _without_but(clause, known, denies=denies)
            kept += _gone_too(clause, parted[n - 1], known) or more
        elif n not in passes:
            kept += clause.said
    spans = [parted[n] for n in sorted(passes) if parted[n].words]
    return kept, [Passed(clause.start, clause.end) for clause in spans]


def _passing(parted: list[_Clause], text: str, known: Vocabulary) -> set[int]:
    """Which clauses are passed over."""
    passes: set[int] = set()
    others: int | None = None
    """Where others' cards were told of last, and nothing of one's own since."""
    is_other_round = False
    for n, clause in enumerate(parted):
        is_own = _speaks(clause, known.lists.speaking, known)
        if is_other_round and others is not None:
            is_own |= _speaks(clause, known.lists.this_time, known)
        if others is not None and is_own:
            is_none = " ".join(clause.words) in known.lists.not_me
            passes |= {*range(others, n + is_none)}
            _name_again(clause, parted[others])
            others = None
        elif _is_of_another_round(clause, known):
            others, is_other_round = n, True
        elif not is_own and _is_of_others(clause, text, known):
            # "Two tofu, those are Ben's" are his; "those are Ben's, I have two tofu" are not.
            is_of_said = not clause.names and any(one.names for one in parted[:n])
            others, is_other_round = (None if is_of_said else n), False
        elif clause.names and not _never_came(clause, known):
            others = None
        elif others is None and _is_aside(parted, n, text, known):
            passes.add(n)
    if others is not None and any(one.names for one in parted[:others]):
        passes.add(others)
    return passes


def _without_but(clause: _Clause, known: Vocabulary, *, denies: bool) -> list[Lexeme]:
    """What a clause says without the "but" of "no tofu, but I have an eel"; behind what ``denies``
    "but two eels" puts right."""
    is_but = clause.names and clause.said[0].form in known.lists.but
    begun = known.lists.speaking | known.lists.there_is
    after = clause.said[1] if len(clause.said) > 1 else END
    counts = after.kind in f"{Kind.NUMBER}{Kind.ARTICLE}" and not denies
    is_more = counts or _begins_with(clause.words[1:], begun)
    return clause.said[is_but and is_more :]


def _parted(row: list[Lexeme], text: str, known: Vocabulary) -> list[_Clause]:
    """The clauses of a text. Behind what is told of others "but I" begins one, too."""
    found: list[tuple[list[Lexeme], list[Lexeme]]] = [([], [])]
    for lexeme in row:
        said = found[-1][1]
        is_break = lexeme.kind == Kind.BREAK
        ends = is_break
        if lexeme.kind in _BEFORE_OWN and said and _names_others(said, text, known):
            words = [plain(one[0]) for one in _WORD.finditer(text, lexeme.end)][:3]
            ends = _begins_with(words, known.lists.speaking)
        ends |= lexeme.apart and not any(one.kind in _COUNTED for one in said)
        if said and ends:
            found.append(([], []))
        found[-1][0 if is_break else 1].append(lexeme)
    clauses = []
    for n, (breaks, said) in enumerate(found):
        start = breaks[-1].end if breaks else said[0].start if n and said else 0
        after = [*found[n + 1][0], *found[n + 1][1]] if n + 1 < len(found) else []
        found_words = list(_WORD.finditer(text, start, after[0].start if after else len(text)))
        span = (found_words[0].start(), found_words[-1].end()) if found_words else (start, start)
        clauses.append(_Clause(breaks, said, [plain(one[0]) for one in found_words], *span))
    return clauses


def _gone_too(clause: _Clause, before: _Clause, known: Vocabulary) -> list[Lexeme]:
    """The chopsticks, gone as well, in "the pudding is gone, the chopsticks too"; or nothing."""
    gone = before.said[-1] if before.said else END
    if gone.kind != Kind.GONE or not clause.names or clause.words[-1] not in known.lists.too:
        return []
    end = clause.said[-1].end
    said = [one for one in clause.said if one.kind != Kind.AND]
    return [*said, gone._replace(start=end, end=end)]


def _is_aside(parted: list[_Clause], at: int, text: str, known: Vocabulary) -> bool:
    """Whether a clause says nothing of the cards."""
    clause = parted[at]
    if _says_nothing_new(parted, at, text, known):
        return True
    behind = next((one for one in parted[at + 1 :] if one.names), None)
    unknown = [one for one in clause.said if one.kind == Kind.UNKNOWN]
    if not unknown or any(one.kind not in _ASIDE for one in clause.said):
        return False
    is_asked = _speaks(clause, known.lists.asking, known)
    if known.points(clause.words) and (not is_asked or any(one.names for one in parted[:at])):
        return False
    if clause.said[-1].kind == Kind.ARTICLE:
        return False
    is_of_people = any(map(known.is_person, clause.words)) or any(
        _is_name(one, text) for one in unknown
    )
    is_long = len(clause.words) >= _LEAST_WORDS
    if is_asked:
        is_named = any(one.form in first_names() or _is_name(one, text) for one in unknown)
        return is_long and not is_named
    if known.bears_on_cards(clause.words):
        return False
    rare = [one.form for one in unknown if one.form not in common_words(MAX_COMMON, (known.code,))]
    if any(map(known.is_like_a_card, rare)):
        return False
    is_own = behind is not None and _speaks(behind, known.lists.speaking, known)
    if is_of_people and (not is_own if behind else not _names_others(clause.said, text, known)):
        return False  # "Ana says, two tempura" are hers; so are "two tempura, from Ana"
    if is_of_people and re.search("['’]s?\\b", text[clause.start : clause.end]):
        return False  # "two tempura, Ana's I think"
    after = parted[at + 1 :]
    is_joined = behind is not None and not any(
        one.begins_sentence for one in after[: after.index(behind) + 1]
    )
    if (is_joined and not is_own) or not is_long:
        is_clear = all(
            one.kind not in f"{Kind.CHAT}{Kind.QUANTITY}{Kind.ADD}" for one in clause.said
        )
        is_clear &= all(known.says_nothing(one.form) for one in unknown)
        return is_clear and not is_of_people and len(clause.words) > 1
    common = common_words(None, (known.code,))
    return all(one.form in common or known.is_person(one.form) for one in unknown)


def _says_nothing_new(parted: list[_Clause], at: int, text: str, known: Vocabulary) -> bool:
    """Whether a clause is only talk, or says who speaks, what never came or why cards are gone."""
    clause = parted[at]
    if _never_came(clause, known) or _introduces(clause, known):
        return True
    kinds = {one.kind for one in clause.said}
    is_idle = Kind.UNKNOWN in kinds and kinds <= {Kind.UNKNOWN, Kind.SOFT, Kind.AND}
    is_idle &= known.lists.idle.issuperset(
        one.form for one in clause.said if one.kind == Kind.UNKNOWN
    )
    if is_idle and not _is_asked(parted, at, known):
        return True  # "My turn. Two tempura"
    if not at or not _takes_away(parted[at - 1]) or clause.names:
        return False
    is_others = _names_others(clause.said, text, known)
    is_others &= not known.lists.speaking.intersection(clause.words)
    # "Remove the tofu, I gave it back", "…, Ben has one, too".
    return is_others or (bool(clause.said) and all(one.kind in _GONE_AGAIN for one in clause.said))


def _is_asked(parted: list[_Clause], at: int, known: Vocabulary) -> bool:
    """Whether a clause stands in a question that is no request: "really, a tempura?"."""
    begun, end = at, at + 1
    while begun and not parted[begun].begins_sentence:
        begun -= 1
    while end < len(parted) and not parted[end].begins_sentence:
        end += 1
    is_question = end < len(parted) and any(one.form == "?" for one in parted[end].breaks)
    return is_question and not _speaks(parted[begun], known.lists.asking, known)


def _takes_away(clause: _Clause) -> bool:
    """Whether a clause tells of cards that go."""
    kinds = {one.kind for one in clause.said}
    return clause.names and bool(kinds & {Kind.GONE, Kind.REMOVE, Kind.AWAY})


def _introduces(clause: _Clause, known: Vocabulary) -> bool:
    """Whether speakers say who they are: "this is Paul", "Granny here"."""
    words = clause.words[:]
    while words and words[0] in known.lists.idle - known.lists.introducing:
        del words[0]
    return (
        any(
            " ".join(said) in known.lists.introducing and known.is_person(who)
            for who, said in ((words[-1], words[:-1]), (words[0], words[1:]))
        )
        if words
        else False
    )


def _never_came(clause: _Clause, known: Vocabulary) -> bool:
    """ "The third one never came"."""
    said = f" {' '.join(clause.words)} "
    is_nth = any(one.kind == Kind.NTH for one in clause.said)
    return is_nth and any(f" {one} " in said for one in known.lists.never_came)


def _is_of_others(clause: _Clause, text: str, known: Vocabulary) -> bool:
    """Whether a clause tells of cards of other people."""
    said = f" {' '.join(clause.words)} "
    if any(f" {one} " in said for one in known.lists.theirs):
        return True
    if any(
        f" {one} {who} " in said
        for one in known.lists.belongs
        for who in clause.words
        if known.is_person(who)
    ):
        return True
    is_given = "me" in clause.words and not known.lists.from_me.intersection(clause.words)
    return clause.names and not is_given and _names_others(clause.said, text, known)


def _is_of_another_round(clause: _Clause, known: Vocabulary) -> bool:
    """Whether a clause tells of cards of another round."""
    said = f" {' '.join(clause.words)} "
    return clause.names and any(f" {one} " in said for one in known.lists.other_times)


def _names_others(said: Sequence[Lexeme], text: str, known: Vocabulary) -> bool:
    """Whether words begin with somebody else."""
    first = next((one for one in said if one.kind not in _BEFORE_OWN), END)
    who = first.form.partition(" ")[0]
    if who in known.lists.you:
        return True
    is_word = first.kind in f"{Kind.UNKNOWN}{Kind.CHAT}"
    return is_word and (known.is_person(who) or _is_first_name(first, text, known))


def _is_first_name(lexeme: Lexeme, text: str, known: Vocabulary) -> bool:
    """Whether an unknown word with a capital letter, also at the beginning, may be a name."""
    is_large = text[lexeme.start].isupper() and not text.isupper()
    is_rare = lexeme.form not in common_words(None, (known.code,))
    return lexeme.kind == Kind.UNKNOWN and (_is_name(lexeme, text) or (is_large and is_rare))


def _name_again(own: _Clause, others: _Clause) -> None:
    """Names the card in "Tom has three sashimi, I only have one"."""
    names = [one for one in others.said if one.kind in NAMES]
    if len(names) != 1 or names[0].kind not in _NAMED_AGAIN:
        return
    for n, (one, after) in enumerate(pairwise([*own.said, END])):
        if one.kind in NAMES:
            return
        if one.kind in f"{Kind.NUMBER}{Kind.ARTICLE}" and after.kind in f"{Kind.AND}{Kind.BREAK}":
            is_roll = names[0].kind == Kind.ROLL
            if is_roll and not (n and own.said[n - 1].kind == Kind.ARTICLE):
                return  # "they have three maki, I have two": with which icons?
            at = n - 1 if is_roll else n + 1
            place = own.said[at].start if is_roll else one.end
            again = names[0]._replace(start=place, end=place, definite=False, plural=is_roll)
            own.said.insert(at, again)
            return


def _speaks(clause: _Clause, phrases: Collection[str], known: Vocabulary) -> bool:
    """Whether a clause begins with one of some phrases, or only with "but" or the like before."""
    words = clause.words
    joining = {word for one in clause.said if one.kind in _BEFORE_OWN for word in split(one.form)}
    for begun in range(len(words)):
        if _begins_with(words[begun:], phrases):
            return True
        word = words[begun]
        if word not in joining and word not in known.lists.idle and not known.is_filler(word):
            return False
    return False


def _begins_with(words: Sequence[str], phrases: Collection[str]) -> bool:
    return any(" ".join(words[:n]) in phrases for n in range(1, 5))


# ------------------------------------------------------------------ sentences


def _said(
    sentence: list[Lexeme], text: str, known: Vocabulary
) -> tuple[list[Lexeme], list[Passed]]:
    """A sentence without what says nothing; nothing where that cannot be told."""
    sentence, passed = _without_reasons(sentence, known)
    kinds = {one.kind for one in sentence}
    if not kinds & {*NAMES} or kinds & {*_TELLING}:
        return [], []
    if sentence[0].form in known.lists.holds and _begins(sentence[0], text):
        return [], []  # "are three sashimi really ten points" asks
    kept: list[Lexeme] = []
    for lead, said in _clauses(sentence, known):
        clause = _without_lead(said, known)
        if clause != said:
            passed.append(Passed(said[0].start, clause[0].end))
        unknown = [one for one in clause if one.kind == Kind.UNKNOWN]
        unknown = _without_prices(clause, unknown, known)
        is_lead = bool(unknown) and not any(one.kind in NAMES for one in kept)
        if is_lead and clause[0].form not in known.lists.own and _says_nothing(clause, text, known):
            passed.append(Passed(clause[0].start, clause[-1].end))
        elif all(one.form in known.lists.idle for one in unknown) and not _is_torn(clause):
            kept += [*lead, *_parted_by_idle(clause, unknown)]
            passed += [Passed(one.start, one.end) for one in unknown]
        else:
            return [], []
    return kept, passed


def _without_lead(clause: list[Lexeme], known: Vocabulary) -> list[Lexeme]:
    """A clause with words that only lead to its cards as one "I have": "that leaves me showing"."""
    first = next((n for n, one in enumerate(clause) if one.kind in NAMES), 0)
    after = max((n + 1 for n in range(first) if clause[n].kind == Kind.UNKNOWN), default=0)
    lead = clause[:after]
    leading, idle = known.lists.leading, known.lists.idle
    unknown = [one.form for one in lead if one.kind == Kind.UNKNOWN]
    if not leading.difference(idle).intersection(unknown) or not leading.union(idle).issuperset(
        unknown
    ):
        return clause
    if clause[after].definite or after < 2:
        return clause  # "leave the squid"
    if any(
        one.kind not in _LEADING
        or (one.kind == Kind.HAVE and not leading.issuperset(one.form.split()))
        for one in clause[:first]
        if one.kind
        not in (Kind.UNKNOWN, Kind.NUMBER, Kind.GROUP, Kind.MULTIPLE, Kind.MORE, Kind.BARE)
    ):
        return clause
    total = next((one for one in lead if one.kind == Kind.TOTAL), None)
    have = total or lead[-1]._replace(kind=Kind.HAVE, sense=Sense(Kind.HAVE))
    return [have._replace(start=lead[-1].end, end=lead[-1].end, definite=False), *clause[after:]]


def _without_reasons(
    sentence: list[Lexeme], known: Vocabulary
) -> tuple[list[Lexeme], list[Passed]]:
    """A sentence without why somebody has the cards before: "an egg because I was unlucky"."""
    kept: list[Lexeme] = []
    passed: list[Passed] = []
    for clause in _clauses(sentence, known):
        said = [*clause[0], *clause[1]]
        begun = next(
            (n for n, one in enumerate(said) if one.form in known.lists.because), len(said)
        )
        reason = said[begun:]
        is_said = any(one.kind in NAMES for one in (*kept, *said[:begun]))
        if reason and is_said and not any(one.kind in _REASONS_NOT for one in reason):
            passed.append(Passed(reason[0].start, reason[-1].end))
            said = said[:begun]
        kept += said
    return kept, passed


def _says_nothing(clause: list[Lexeme], text: str, known: Vocabulary) -> bool:
    """Whether what is said up to a comma, before any card, are common words that say nothing. One
    such word may be somebody's name, "Ace, two tempura"; and "the waiter, …" the waiter's cards."""
    is_exclaimed = clause[0].form in known.lists.exclaims
    found = 0
    for one in clause:
        if one.kind == Kind.HAVE and one is not clause[0]:
            return False  # "Ace got, two tempura"
        is_idle = one.form in known.lists.idle or one.form in known.lists.leading
        if one.kind in f"{_AROUND}{_LEADING}" or is_idle or (is_exclaimed and not found):
            found += one.kind == Kind.UNKNOWN
        elif (
            one.kind == Kind.UNKNOWN
            and not one.definite
            and known.says_nothing(one.form, is_exclaimed=is_exclaimed)
            and not _is_name(one, text)
        ):
            found += 1
        else:
            return False
    idle = known.lists.idle | known.lists.leading
    is_idle = all(one.form in idle for one in clause if one.kind == Kind.UNKNOWN)
    return found > 1 or is_idle or clause[0].kind == Kind.HAVE


def _is_torn(clause: list[Lexeme]) -> bool:
    """Whether a word that says nothing has what joins cards behind it, and no card before it: "it's
    very good with wasabi, the squid"; or tells what cards are like: "tempura is terrible"."""
    before = END
    is_named = False
    for one, after in pairwise([*clause, END]):
        if one.kind != Kind.UNKNOWN:
            is_named |= one.kind in NAMES
            before = one
            continue
        is_joined = after.kind in _JOINING and before.kind not in (*NAMES, Kind.CARD)
        if is_joined or (after is END and before.kind == Kind.HAVE and is_named):
            return True
    return False


def _clauses(sentence: list[Lexeme], known: Vocabulary) -> list[tuple[list[Lexeme], list[Lexeme]]]:
    """What commas part, and what begins with "I have"; each with the commas before it."""
    found: list[tuple[list[Lexeme], list[Lexeme]]] = [([], [])]
    for lexeme in sentence:
        is_break = lexeme.kind == Kind.BREAK
        begins = lexeme.kind == Kind.HAVE and lexeme.form in known.lists.own
        said = [one.kind for one in found[-1][1]]
        begins |= lexeme.apart and not any(one in _COUNTED + Kind.HAVE for one in said)
        if found[-1][1] and (is_break or begins):
            found.append(([], []))
        found[-1][0 if is_break else 1].append(lexeme)
    return found


def _without_prices(clause: list[Lexeme], unknown: list[Lexeme], known: Vocabulary) -> list[Lexeme]:
    """The unknown words but those before points: "three dumplings for six"."""
    prices = [
        one
        for one, after in pairwise(clause)
        if after.kind == Kind.NUMBER and one.form in known.lists.prices
    ]
    return [one for one in unknown if one not in prices]


def _parted_by_idle(clause: list[Lexeme], idle: list[Lexeme]) -> list[Lexeme]:
    """A clause without the words that say nothing: what such words part, a comma does, and an
    article before them is one of the card behind them."""
    kept: list[Lexeme] = []
    is_parted = is_definite = False
    for lexeme in clause:
        if lexeme in idle:
            is_parted, is_definite = True, is_definite or lexeme.definite
            continue
        begins = lexeme.kind in f"{NAMES}{Kind.NUMBER}{Kind.ARTICLE}"
        if is_parted and begins and kept and kept[-1].kind in NAMES:
            kept.append(END._replace(start=lexeme.start, end=lexeme.start))
        kept.append(lexeme._replace(definite=lexeme.definite or is_definite))
        is_parted = is_definite = False
    return kept


def _is_name(lexeme: Lexeme, text: str) -> bool:
    """Whether a word may be somebody's name, as it has a capital letter within a sentence that is
    not all in capitals; or is a verb in the past of somebody else in Spanish."""
    said = text[lexeme.start : lexeme.end]
    is_large = said[:1].isupper() and not text.isupper() and not _begins(lexeme, text)
    return is_large or said.endswith("ó")


def _begins(lexeme: Lexeme, text: str) -> bool:
    """Whether a sentence begins with it."""
    return not re.search(r"\w", re.split(r"[.;!?…\n]", text[: lexeme.start])[-1])
