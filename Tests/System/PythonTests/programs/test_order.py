"""The order of replies and notifications, and what isn't the protocol: the conversation alone."""

from __future__ import annotations

import json
import unittest
from typing import Any, List, Optional, Tuple
from unittest import mock

import audiosession
from audiosession import InterruptionBegan, InterruptionEnded, MediaServicesLost, MediaServicesReset
from audiosession._machine import Machine
from audiosession._messages import Violation
from audiosession._record import Ramp, Record
from audiosession.async_events import WAITING_EVENTS, EventQueue
from support import Json, interruption, notice, refusal, reply, state, to_line

Answer = Tuple[Optional[Json], Optional[audiosession.AudioSessionError]]


class Listener:
    """Keeps what it is told."""

    def __init__(self, record: Record) -> None:
        self.heard: List[audiosession.Event] = []
        record.listeners.add(self)

    def put(self, event: audiosession.Event) -> None:
        self.heard.append(event)

    def end(self) -> None:
        pass

    @property
    def kinds(self) -> List[str]:
        return [type(event).__name__ for event in self.heard]


class Order(unittest.TestCase):
    """Drives the conversation as a connection would."""

    def setUp(self) -> None:
        self.machine = Machine("test", None)
        self.record = Record({"name": "music"}, {"category": "playback"})
        self.machine.records.append(self.record)
        self.listener = Listener(self.record)
        self.answers: List[Answer] = []

    def sent(self) -> List[Json]:
        lines = bytes(self.machine.lines.outgoing).splitlines()
        self.machine.lines.outgoing.clear()
        return [json.loads(line) for line in lines]

    def one(self, method: str) -> Json:
        (request,) = self.sent()
        self.assertEqual(request["method"], method)
        return dict(request)

    def receive(self, *messages: Any) -> None:
        self.machine.lines.received(b"".join(map(to_line, messages)))

    def greet(self, epoch: str = "e") -> None:
        self.machine.connected()
        self.receive(reply(self.one("hello"), epoch=epoch))

    def answered(
        self, result: Optional[Json], error: Optional[audiosession.AudioSessionError]
    ) -> None:
        self.answers.append((result, error))

    def ask(self, method: str) -> None:
        self.machine.ask(self.record, method, {}, self.answered)

    def open(self) -> Json:
        """Opens the session, and returns the request to activate it."""
        self.greet()
        self.ask("session.activate")
        self.receive(state(self.one("session.open"), "inactive", 1))
        return self.one("session.activate")

    def test_a_reply_older_than_the_last_event_is_no_news(self) -> None:
        request = self.open()
        self.receive(interruption(), state(request, "active", 8))
        self.assertEqual(self.record.state, "interrupted")
        self.assertEqual(self.listener.kinds, ["InterruptionBegan"])
        self.assertEqual(len(self.answers), 1)

    def test_a_reply_and_the_event_behind_it_are_taken_in_their_order(self) -> None:
        request = self.open()
        self.receive(state(request, "active", 8), interruption())
        self.assertEqual(self.record.state, "interrupted")

    def test_an_event_older_than_the_state_is_no_news(self) -> None:
        request = self.open()
        self.receive(state(request, "active", 12))
        gain = notice("session.ducking", 10, session=1, gain=0.2, rampMilliseconds=0)
        self.receive(interruption(), gain)
        self.assertEqual((self.record.state, self.record.ramp.target), ("active", 1.0))
        self.assertEqual(self.listener.heard, [])

    def test_states_never_go_back(self) -> None:
        request = self.open()
        self.ask("session.get")
        again = self.one("session.get")
        self.receive(state(again, "active", 12), state(request, "inactive", 8))
        self.assertEqual(self.record.state, "active")

    def test_lines_in_any_pieces(self) -> None:
        request = self.open()
        line = to_line(state(request, "active", 8)) + b"\r\n\n" + to_line(interruption())
        for number in range(len(line)):
            self.machine.lines.received(line[number : number + 1])
        self.assertEqual(self.listener.kinds, ["InterruptionBegan"])

    def test_what_it_does_not_know_it_ignores(self) -> None:
        request = self.open()
        self.receive(state(request, "active", 2, novelty={"a": [1]}))
        self.receive(
            notice("session.novelty", 3, session=1),
            notice("server.decision", 3, changes=[]),
            notice("session.ducking", 4, session=1, gain="loud"),
            notice("session.interruption", 5, session=1, type="paused"),
            notice("session.routeChange", 6, session=1, reason="unknown"),
            notice("session.ducking", 7, session=99, gain=0.1),
            {"jsonrpc": "2.0", "method": "session.ducking", "params": [1]},
        )
        self.assertEqual(self.listener.heard, [])
        reason = notice("session.interruption", 8, session=1, type="began", reason="novelty", by=7)
        self.receive(reason)
        self.assertEqual(self.listener.heard, [InterruptionBegan(8, "e", "novelty", None)])

    def test_what_is_not_the_protocol_ends_the_connection(self) -> None:
        strange = [b'{"id":99,"result":{}}', b'{"id":null}', b"[" * 9999]
        for line in (b"{", b"[]", b"\xff", b"1", *strange):
            with self.subTest(line=line[:9]):
                self.setUp()
                self.open()
                with self.assertRaises(Violation):
                    self.machine.lines.received(line + b"\n")

    def test_a_connection_that_outlived_a_restart(self) -> None:
        request = self.open()
        self.receive(state(request, "active", 8))
        # One request is under way; its answer comes in the new epoch.
        self.ask("session.get")
        pending = self.one("session.get")
        other = Record({"name": "late"}, {})
        self.machine.records.append(other)
        self.machine.ask(other, "session.get", {}, self.answered)
        opening = self.one("session.open")
        self.receive(notice("mediaServices.wereReset", 1, previousEpoch="e"))
        kinds = [type(error).__name__ for _, error in self.answers[1:]]
        self.assertEqual(kinds, ["Lost", "Lost"])
        hello = self.one("hello")
        self.assertEqual(hello["params"]["events"], ["lifecycle"])
        self.receive(
            refusal(pending, "expiredSession", 561210739),
            reply(opening, session=2, state="inactive", gain=1, seq=1),
        )
        # The session that was opened too late belongs to nobody.
        self.assertEqual(self.one("session.close")["params"], {"session": 2})
        self.assertEqual(self.record.state, "active")
        self.receive(reply(hello, epoch="f"))
        first, second = self.sent()
        self.assertEqual([first["method"], second["method"]], ["session.open"] * 2)
        self.receive(state(first, "inactive", 2, session=3))
        self.assertEqual(self.record.state, "active")  # it plays on
        activate = self.one("session.activate")
        self.receive(state(activate, "active", 4, session=3))
        self.assertEqual((self.record.state, self.record.number), ("active", 3))
        self.assertEqual(self.listener.kinds, ["MediaServicesLost", "MediaServicesReset"])

    def test_the_loss_is_told_once_and_the_last_epoch_is_named(self) -> None:
        self.open()
        self.receive(notice("mediaServices.wereLost", 3))
        self.machine.disconnected("gone")
        self.assertIsNone(self.machine.is_present)
        self.machine.disconnected("nobody there")
        self.assertIs(self.machine.is_present, False)
        self.machine.connected()
        hello = self.one("hello")
        self.assertEqual(hello["params"]["epoch"], "e")
        reset = notice("mediaServices.wereReset", 1, previousEpoch="e")
        self.receive(reset, reply(hello, epoch="f"))
        self.assertEqual(
            self.listener.heard, [MediaServicesLost(0, "e"), MediaServicesReset(0, "f")]
        )

    def test_who_is_about_to_stop_refuses_nothing(self) -> None:
        request = self.open()
        self.receive(refusal(request, "mediaServicesFailed", 1836282486))
        self.assertEqual(type(self.answers[0][1]).__name__, "Lost")

    def test_a_recording_goes_on_after_a_restart_or_is_interrupted(self) -> None:
        for may_record in (True, False):
            with self.subTest(may_record=may_record):
                self.setUp()
                request = self.open()
                self.receive(state(request, "active", 8))
                self.record.reports["recording"] = True
                self.machine.disconnected("gone")
                self.greet("f")
                self.receive(state(self.one("session.open"), "inactive", 2))
                self.receive(state(self.one("session.activate"), "active", 3))
                report = self.one("session.report")
                self.assertEqual(report["params"], {"session": 1, "recording": True})
                if may_record:
                    self.receive(state(report, "active", 4))
                    self.assertEqual((self.record.state, self.sent()), ("active", []))
                    continue
                self.receive(refusal(report, "cannotStartRecording"))
                self.assertEqual(self.record.state, "inactive")
                began = InterruptionBegan(3, "f", "refused", None)
                self.assertEqual(self.listener.heard[-1], began)
                self.one("session.deactivate")

    def test_who_paused_while_it_was_refused_is_not_told_to_resume(self) -> None:
        for plays in (True, False):
            with self.subTest(plays=plays):
                self.setUp()
                self.receive(state(self.open(), "active", 8))
                self.machine.disconnected("gone")
                self.greet("f")
                self.receive(state(self.one("session.open"), "inactive", 2))
                self.receive(refusal(self.one("session.activate"), "insufficientPriority"))
                self.assertEqual(self.record.state, "interrupted")
                self.record.reports["playing"] = plays
                advice = {"session": 1, "recommendation": "shouldResume"}
                self.receive(notice("session.resumptionRecommendation", 4, **advice))
                ended = [one for one in self.listener.heard if isinstance(one, InterruptionEnded)]
                self.assertEqual([one.should_resume for one in ended], [plays])

    def test_a_restart_before_the_reply_to_hello_is_no_news(self) -> None:
        self.machine.connected()
        hello = self.one("hello")
        reset = notice("mediaServices.wereReset", 1, previousEpoch="d")
        self.receive(reset, reply(hello, epoch="e"))
        self.assertEqual((self.sent(), self.listener.heard), ([], []))

    def test_a_process_that_was_suspended_is_inactive(self) -> None:
        self.receive_active()
        self.receive(interruption("appWasSuspended"))
        self.assertEqual(self.record.state, "inactive")
        self.assertEqual(self.listener.kinds, ["InterruptionBegan"])

    def test_a_session_that_ended_untold_is_opened_again(self) -> None:
        self.receive_active()
        self.ask("session.get")
        self.receive(refusal(self.one("session.get"), "noSuchSession", -32002))
        self.assertEqual(self.listener.heard, [audiosession.Closed(0, "e", "ended")])
        self.assertEqual((self.record.state, self.record.number), ("inactive", None))
        self.ask("session.activate")
        self.one("session.open")

    def receive_active(self) -> None:
        self.receive(state(self.open(), "active", 8))

    def test_a_category_resets_what_is_not_given_with_it(self) -> None:
        record = Record({}, {"category": "playback", "mode": "spokenAudio"})
        record.configuration["preferences"] = {"a": True}
        changed = record.configured({"category": "record", "preferences": {"b": False}})
        self.assertEqual(changed, {"category": "record", "preferences": {"a": True, "b": False}})
        self.assertEqual(record.configured({"role": None})["mode"], "spokenAudio")

    def test_a_ramp_that_is_cut_short_continues_from_where_it_is(self) -> None:
        self.receive_active()
        for seq, now, gain in ((9, 100.0, 0.2), (10, 100.5, 1.0)):
            with mock.patch("time.monotonic", return_value=now):
                self.receive(
                    notice("session.ducking", seq, session=1, gain=gain, rampMilliseconds=1000)
                )
        self.assertEqual(self.record.ramp, (0.6, 1.0, 100.5, 1.0))

    def test_who_does_not_read_has_the_latest_events(self) -> None:
        events = EventQueue(self.record)
        self.receive_active()
        count = WAITING_EVENTS + 7
        for seq in range(9, 9 + count):
            self.receive(notice("session.ducking", seq, session=1, gain=0.2, rampMilliseconds=seq))
        ramps = [getattr(event, "ramp", None) for event in events.events]
        self.assertEqual(ramps, [(8 + number) / 1000 for number in range(8, count + 1)])

    def test_a_ramp(self) -> None:
        ramp = Ramp(1.0, 0.2, 100.0, 0.4)
        values = [round(ramp.value(at), 3) for at in (99.0, 100.0, 100.1, 100.2, 100.4, 200.0)]
        self.assertEqual(values, [1.0, 1.0, 0.8, 0.6, 0.2, 0.2])
        self.assertEqual(Ramp(1.0, 0.2).value(5.0), 0.2)
