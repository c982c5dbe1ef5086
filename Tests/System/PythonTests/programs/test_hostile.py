"""What a daemon may send that no daemon should, without sockets."""

from __future__ import annotations

import unittest
from typing import Any, List, Optional, Tuple

from audiosession._machine import Machine
from audiosession._messages import Json, Lost, Violation
from audiosession._record import Phase, Record
from audiosession.errors import AudioSessionError, Refused
from support import notice, to_line

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


class Values(unittest.TestCase):
    def test_limits_that_are_none(self) -> None:
        for limits in ([], 7, None, {"lineBytes": "many"}, {"lineBytes": None}, {"lineBytes": -1}):
            conversation = Conversation(limits=limits).opened()
            conversation.ask("session.get")
            self.assertEqual((conversation.answers, conversation.machine.lines.limit), ([], 65_536))

    def test_a_limit_under_which_nothing_can_be_said_ends_with_its_connection(self) -> None:
        machine = Conversation(limits={"lineBytes": 0}).machine
        machine.disconnected("it is wrong")
        machine.connected()
        self.assertIn(b'"hello"', bytes(machine.lines.outgoing))

    def test_an_epoch_that_cannot_be_said_again(self) -> None:
        for epoch in ("\ud800", "", "e" * 70_000, 7, None, []):
            machine = Machine("test", None)
            machine.connected()
            with self.assertRaises(Violation, msg=repr(epoch)):
                machine.lines.received(to_line({"id": 1, "result": {"epoch": epoch}}))
            self.assertEqual(machine.epoch, "")
            machine.disconnected("it is wrong")
            machine.connected()
        conversation = Conversation()
        conversation.hear(to_line(notice("mediaServices.wereReset", 1, epoch="\ud800")))
        self.assertEqual(conversation.machine.epoch, "")

    def test_a_session_without_a_number(self) -> None:
        for number in (None, "1", [1], True, 1.0, -1, 2**60):
            conversation = Conversation()
            conversation.ask("session.get")
            with self.assertRaisesRegex(Violation, "a session without a number", msg=repr(number)):
                conversation.answer(2, {"session": number})
            conversation.machine.disconnected("it is wrong")
            self.assertEqual(conversation.record.phase, Phase.UNOPENED)
            self.assertEqual([type(error) for _, error in conversation.answers], [Lost])

    def test_a_status_that_is_wrong_counts_as_not_sent(self) -> None:
        rows: List[Json] = [
            {"seq": "2"}, {"seq": None}, {"seq": 10**30}, {"state": []}, {"state": "loud"},
        ]  # fmt: skip
        for wrong in rows:
            conversation = Conversation().opened()
            conversation.ask("session.get")
            said = {"session": 1, "seq": 2, "state": "active", "gain": 1, **wrong}
            conversation.answer(4, said)
            record = conversation.record
            self.assertEqual((record.seq, record.state, record.ramp.target), (1, "inactive", 1))
            self.assertEqual(len(conversation.answers), 1)

    def test_gains_that_are_none(self) -> None:
        gains = [10**400, "1e999", 1e300, -1, "0.5", None, [], True]
        for gain in gains:
            conversation = Conversation().opened()
            conversation.ask("session.get")
            said = {"session": 1, "seq": 2, "state": "active", "gain": gain}
            ducking = notice("session.ducking", 3, session=1, gain=gain)
            for message in ({"id": 4, "result": said}, ducking):
                # The only way to write a number that is infinite.
                conversation.hear(to_line(message).replace(b'"1e999"', b"1e999"))
            ramp = notice("session.ducking", 3, session=1, gain=0, rampMilliseconds=10**400)
            conversation.hear(to_line(ramp))
            record = conversation.record
            self.assertEqual((record.state, record.ramp.target), ("active", 1), repr(gain))

    def test_notifications_with_numbers_that_are_none(self) -> None:
        wrong: List[Json] = [{"seq": 2**60}, {"seq": True}, {"seq": -1}, {"session": True}]
        for numbers in wrong:
            conversation = Conversation().opened()
            params = {"session": 1, "seq": 3, **numbers}
            conversation.hear(to_line({"method": "session.didBecomeActive", "params": params}))
            self.assertEqual((conversation.record.state, conversation.machine.seq), ("inactive", 0))

    def test_an_error_without_a_number(self) -> None:
        conversation = Conversation().opened()
        conversation.ask("session.get")
        conversation.hear(to_line({"id": 4, "error": {"code": "x", "data": {"by": 1, "code": 2}}}))
        ((result, error),) = conversation.answers
        assert isinstance(error, Refused)
        self.assertEqual((result, error.code, error.name), (None, 0, "unspecified"))
        self.assertEqual(str(error), "the daemon gave no reason (0)")
