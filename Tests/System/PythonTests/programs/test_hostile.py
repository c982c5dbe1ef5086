"""What a daemon may send that no daemon should, without sockets."""

from __future__ import annotations

import unittest
from typing import Any, List, Optional, Tuple

from audiosession._machine import Machine
from audiosession._messages import Json, Lost, Violation
from audiosession._record import Record
from audiosession.errors import AudioSessionError
from support import to_line

Answered = List[Tuple[Optional[Json], Optional[AudioSessionError]]]


class Conversation:
    """A client with one session, which the test answers in the daemon's place."""

    def __init__(self, **hello: Any) -> None:
        self.machine = Machine("test", None)
        self.record = Record({}, {})
        self.machine.records.append(self.record)
        self.machine.connected()
        self.answer(1, {"epoch": "e", **hello})
        self.answers: Answered = []

    def hear(self, line: bytes) -> None:
        self.machine.lines.received(line)

    def answer(self, number: Any, result: Any) -> None:
        self.hear(to_line({"jsonrpc": "2.0", "id": number, "result": result}))

    def ask(self, method: str) -> None:
        def then(result: Optional[Json], error: Optional[AudioSessionError]) -> None:
            self.answers.append((result, error))

        self.machine.ask(self.record, method, {}, then)

    def opened(self) -> Conversation:
        """Opens the session as number 1, by the requests 2 and 3."""
        self.machine.ask(self.record, "session.get", {}, lambda result, error: None)
        for number in (2, 3):
            self.answer(number, {"session": 1, "seq": 1, "state": "inactive"})
        return self


class Lines(unittest.TestCase):
    def test_what_python_reads_and_json_does_not_have(self) -> None:
        for word in ("NaN", "Infinity", "-Infinity"):
            with self.assertRaisesRegex(Violation, "not JSON", msg=word):
                Conversation().hear(f'{{"method":"m","params":{{"seq":{word}}}}}\n'.encode())

    def test_what_is_no_line_of_the_protocol(self) -> None:
        lines = [
            b"\xff\xfe\n", b"[]\n", b'"a"\n', b"1\n", b"{}\n", b'{"id":[],"result":{}}\n',
            b'{"id":{},"result":{}}\n', b'{"id":99,"result":{}}\n', b"[" * 100_000 + b"\n",
            b'{"id":' + b"9" * 10_000 + b',"result":{}}\n', b"{\n", b'{"a":1}x\n',
        ]  # fmt: skip
        for line in lines:
            with self.assertRaises(Violation, msg=repr(line[:40])):
                Conversation().hear(line)

    def test_true_is_not_the_number_of_a_request(self) -> None:
        machine = Machine("test", None)
        machine.connected()
        with self.assertRaisesRegex(Violation, "a request that was not made"):
            machine.lines.received(b'{"id":true,"result":{"epoch":"e"}}\n')

    def test_a_reply_that_says_nothing_ends_its_call_with_the_connection(self) -> None:
        conversation = Conversation().opened()
        conversation.ask("session.get")
        with self.assertRaisesRegex(Violation, "neither a result nor an error"):
            conversation.answer(4, None)
        conversation.machine.disconnected("it is wrong")
        self.assertEqual([type(error) for _, error in conversation.answers], [Lost])
