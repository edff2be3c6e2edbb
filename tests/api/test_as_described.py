"""A few requests of every operation that is sent something; as_described.py sends thousands."""

from tests.api.openapi import OPERATIONS

SENT = {
    operation["operationId"]
    for _method, _path, operation in OPERATIONS
    if "requestBody" in operation
    or any(one.get("in") == "query" for one in operation.get("parameters", ()))
}
"""What is more than an address: all else test_examples.py and test_bad_input.py ask for."""


def test_a_few_requests_of_what_is_sent_something_are_answered_as_described(senders):
    """Each by somebody else, good ones and bad ones."""
    from .as_described import DESCRIBED, WHO, send_some  # takes a second

    operations = [one.ok() for one in DESCRIBED.get_all_operations()]
    sent = [one for one in operations if one.definition.raw["operationId"] in SENT]
    for number, operation in enumerate(sent):
        send_some(operation, 2, senders[WHO[number % len(WHO)]])
