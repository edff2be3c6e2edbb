"""Words understood: phrases read, and questions to the referee answered."""

import re
from html.parser import HTMLParser
from typing import Any

from django.utils.translation import gettext, override
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.play.pages.answers import answers_page
from referee.rules import RULESETS
from referee.rules.phrases import read_request
from referee.rules.problems.validation import Wrong, fields, text, value
from referee.rules.reading import NAME, one_of
from referee.wording import phrase_document
from referee.wording.guide.scope import Scope
from referee.wording.guide.search import MAX_QUERY
from referee.wording.names import ruleset_name

from . import schema, sent
from .limits import Limit
from .operations import described


class PhrasesLimit(Limit):
    """Allows enough for a program that reads as somebody types."""

    name = "phrases"
    most = 300


class PhrasesView(APIView):
    """Reads one phrase."""

    parser_classes = [sent.JSONParser]
    throttle_classes = [PhrasesLimit]

    @described(
        "Read a phrase",
        "phrases",
        schema.READ_PHRASE,
        (400, 413, 415),
        body=schema.PHRASE,
        said="What lies there when it has been done.",
        description="Reads what somebody says of the cards that lie in front of a player. What is "
        "doubtful is asked back, and nothing of it is entered.",
    )
    def post(self, request: Request) -> Response:
        """What the phrase in the body comes to, asked in its own language."""
        phrase = read_request(request.data)
        with override(phrase.language):
            return Response(phrase_document(phrase))


class AskLimit(Limit):
    """Allows enough for a program that asks as somebody types."""

    name = "questions"
    most = 120


def _question(found: object) -> str:
    question = text(found)
    if not re.search(NAME["pattern"], question):
        raise Wrong("missing")
    if len(question) > MAX_QUERY:
        raise Wrong("too-many-characters", found, wanted=str(MAX_QUERY))
    return question.strip()


QUESTION = fields(
    {
        "question": value(
            _question, {"type": "string", "maxLength": MAX_QUERY, "pattern": NAME["pattern"]}
        ),
        "ruleset": one_of(RULESETS, "unknown-ruleset"),
    },
    required=["question"],
    title="Question",
)


class AskView(APIView):
    """Answers one question about the rules."""

    parser_classes = [sent.JSONParser]
    throttle_classes = [AskLimit]

    @described(
        "Ask the referee",
        "ask",
        schema.ANSWERS,
        (400, 413, 415),
        body=QUESTION.schema,
        said="The answers, the best first.",
        description="Answers a question about the rules of a game, or of all three, with the "
        "section of the rulebook. Where no word of it is understood, the nearest answers are "
        "given, and is_found is false.",
    )
    def post(self, request: Request) -> Response:
        """What the referee answers to the question in the body."""
        asked = sent.body(request, QUESTION)
        scope = Scope(asked["ruleset"]) if "ruleset" in asked else None
        page = answers_page(asked["question"], scope)
        return Response(
            {
                "question": page["query"],
                "is_found": page["is_found"],
                "read_as": [{"typed": typed, "read": read} for typed, read in page["corrected"]],
                "answers": [_answer(answer) for answer in page["answers"]],
            }
        )


def _answer(answer: dict[str, Any]) -> dict[str, Any]:
    """One answer in plain text, with the sections that it stands in."""
    said = {name: answer[name] for name in ("slug", "kind", "ruleset", "title")}
    if "html" not in answer:
        example = answer["example"]
        lines = [str(answer["words"]), *(example["told"] if example else ())]
        places = [(place.rulebook, place.section) for place in answer["citations"]]
    else:
        reader = _Lines()
        reader.feed(answer["html"])
        said["title"], *lines = filter(None, (" ".join(one.split()) for one in reader.lines))
        name = ruleset_name(answer["ruleset"])
        source = " ".join((gettext("Rulebook:"), name))
        cited = [line for line in lines if line.startswith(source)]
        lines = [line for line in lines if line not in cited]
        places = [(name, line.removeprefix(source).lstrip(":, ")) for line in cited]
    citations = [{"rulebook": rulebook, "section": section} for rulebook, section in places]
    text_ = "\n".join(lines).translate(ISOLATES)
    return {**said, "text": text_, "citations": citations}


ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
"""Signs around names, for pages alone."""


class _Lines(HTMLParser):
    """Reads the lines of a rule's page, without what repeats them for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_noise = tag in ("summary", "caption", "i", "svg") or ("class", "of-game") in attrs
        if is_noise or self._skipped:
            self._skipped.append(tag)
        elif tag in ("p", "li", "tr", "h3"):
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._skipped:
            while self._skipped.pop() != tag:
                pass
        elif tag in ("p", "li", "tr", "h3"):
            self.lines.append("")
        elif tag in ("th", "td", "b"):
            self.lines[-1] += " "

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.lines[-1] += data
