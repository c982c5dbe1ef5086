"""Messages in, wanted sessions out: without a network."""

from __future__ import annotations

import json
import sys
import unittest
from typing import Any, Dict, List, Optional, Tuple, Union

from fake import PROGRAM

sys.path.insert(0, PROGRAM)
from assistant import Assistant  # noqa: E402

Row = Tuple[str, List[str], Optional[float]]


class Messages(unittest.TestCase):
    def take(self, assistant: Assistant, event: str, **data: Any) -> None:
        message = {"event": event, "data": data} if data else {"event": event}
        assistant.take(json.dumps(message))

    def follow(self, *rows: Row) -> None:
        """After each event, these are wanted, for so long without a further message."""
        assistant = Assistant(7)
        for event, wanted, patience in rows:
            self.take(assistant, event)
            self.assertEqual((assistant.wanted, assistant.patience), (wanted, patience), event)

    def test_a_conversation(self) -> None:
        self.follow(
            ("snapshot", [], None),
            ("wake_word_detected", ["assistant"], 7),
            ("listening", ["assistant"], 7),
            ("stt_text", ["assistant"], 7),
            ("thinking", ["assistant"], 7),
            ("tts_text", ["assistant"], 7),
            ("tts_speaking", ["assistant"], 930),
            ("tts_finished", ["assistant"], 7),
            ("idle", [], None),
        )

    def test_an_answer_that_asks_back_is_one_conversation(self) -> None:
        self.follow(
            ("tts_speaking", ["assistant"], 930),
            ("tts_finished", ["assistant"], 7),
            ("listening", ["assistant"], 7),
        )

    def test_errors_end_it_and_what_is_said_afterwards_does_not_begin_it(self) -> None:
        for event in ("pipeline_error", "disconnected", "muted"):
            self.follow(
                ("listening", ["assistant"], 7),
                (event, [], None),
                ("tts_finished", [], None),
                ("idle", [], None),
            )

    def test_a_timer_rings_until_it_is_idle_or_listens_or_is_disconnected(self) -> None:
        for event in ("idle", "disconnected"):
            self.follow(("timer_ticking", [], None), ("timer_ringing", ["alarm"], 930))
            self.follow(("timer_ringing", ["alarm"], 930), (event, [], None))
        for event in ("wake_word_detected", "listening"):
            self.follow(("timer_ringing", ["alarm"], 930), (event, ["assistant"], 7))

    def test_a_timer_that_is_cancelled_ends_neither_another_one_nor_a_conversation(self) -> None:
        assistant = Assistant()
        self.take(assistant, "timer_ringing", id="a")
        self.take(assistant, "thinking")
        for timer, wanted in (("b", ["assistant", "alarm"]), ("a", ["assistant"])):
            self.take(assistant, "timer_updated", id=timer, seconds_left=0)
            self.take(assistant, "idle")
            self.assertEqual(assistant.wanted, wanted)
        self.take(assistant, "timer_updated", id="c", seconds_left=30)
        self.take(assistant, "idle")
        self.assertEqual(assistant.wanted, [])

    def test_what_is_ended_begins_with_the_next_event_of_it(self) -> None:
        assistant = Assistant()
        self.take(assistant, "wake_word_detected")
        assistant.end("assistant")
        self.take(assistant, "volume_changed", volume=0.5)
        self.assertEqual(assistant.wanted, [])
        self.take(assistant, "listening")
        self.assertEqual(assistant.wanted, ["assistant"])

    def test_the_mute(self) -> None:
        assistant = Assistant()
        rows: List[Tuple[str, Dict[str, Any], bool]] = [
            ("snapshot", {"muted": True}, True), ("snapshot", {"volume": 1}, False),
            ("muted", {}, True), ("muted", {"muted": False}, False),
        ]  # fmt: skip
        for event, data, is_muted in rows:
            self.take(assistant, event, **data)
            self.assertEqual(assistant.is_muted, is_muted, (event, data))

    def test_what_is_no_message_changes_nothing(self) -> None:
        assistant = Assistant()
        self.take(assistant, "listening")
        texts: List[Union[str, bytes]] = ["", "{", "[]", "null", "7", '{"event":null}', b"\xff\xfe"]
        for text in texts:
            with self.assertRaises(ValueError, msg=text):
                assistant.take(text)
        for strange in ('{"event":"light_command","data":[]}', '{"event":"new","data":null}'):
            assistant.take(strange)
        self.assertEqual(assistant.wanted, ["assistant"])
