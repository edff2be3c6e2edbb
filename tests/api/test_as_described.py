"""A few requests of every operation; as_described.py sends thousands."""


def test_a_few_requests_of_every_operation_are_answered_as_described(senders):
    """Each by somebody else, good ones and bad ones."""
    from .as_described import DESCRIBED, WHO, send_some  # takes a second

    operations = [one.ok() for one in DESCRIBED.get_all_operations()]
    for number, operation in enumerate(operations):
        send_some(operation, 3, senders[WHO[number % len(WHO)]])
    assert len(operations) > 15
