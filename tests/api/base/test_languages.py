"""The interface says what it says in the language that is asked for; its codes stay."""

SPANISH = {"Accept-Language": "es-ES,es;q=0.9"}
SHEET = {
    "ruleset": "sushi-go",
    "players": ["Ana", "Ben"],
    "rounds": [{"tableaus": {"Ana": "tempura"}}],
}


def post(client, sheet, **headers):
    kind = "application/json"
    return client.post("/api/v1/score/", sheet, content_type=kind, headers=headers)


def test_a_program_that_asks_for_no_language_gets_equal_bytes_for_equal_sheets(client):
    answers = [post(client, SHEET), post(client, dict(reversed(SHEET.items())))]
    post(client, SHEET, **SPANISH)
    answers.append(post(client, SHEET))
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].headers["Content-Language"] == "en"


def test_explanations_are_in_the_language_asked_for_and_codes_are_not(client):
    one, other = (post(client, SHEET, **headers).json() for headers in ({}, SPANISH))
    explained = [answer["rounds"][0]["players"]["Ana"]["lines"][0] for answer in (one, other)]
    assert explained[0]["explanation"] != explained[1]["explanation"]
    assert explained[1]["explanation"].endswith("0 puntos")
    assert [line["type"] for line in explained] == ["tempura", "tempura"]
    assert [problem["code"] for problem in one["problems"]] == [
        problem["code"] for problem in other["problems"]
    ]


def test_refusals_are_in_the_language_asked_for_and_places_are_not(client):
    faulty = {**SHEET, "rounds": [{"tableaus": {"Ana": "tempra"}}]}
    one, other = (post(client, faulty, **headers).json()["errors"] for headers in ({}, SPANISH))
    assert [fault["path"] for fault in one] == [fault["path"] for fault in other]
    assert one[0]["path"] == "rounds[0].tableaus.Ana, item 1"
    assert one[0]["message"] != other[0]["message"]
    refused = client.get("/api/v1/score/", headers=SPANISH).json()
    assert refused["title"] == "Método no permitido"
