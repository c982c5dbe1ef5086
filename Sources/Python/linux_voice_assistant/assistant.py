"""What linux-voice-assistant does, as far as its peripheral API tells; without I/O."""

from __future__ import annotations

import json
from typing import Dict, List, Optional, Union

from audiosession import Priority

_SOUND = 930.0  # seconds without a message while it plays: its timers ring for 900
_PHASES = ("wake_word_detected", "listening", "thinking", "tts_speaking")


class Assistant:
    """Messages in, wanted sessions out."""

    def __init__(self, limit: float = 120.0) -> None:
        self._limit = limit
        #: What the conversation and the timer are about; None if there is none.
        self._subjects: Dict[Priority, Optional[str]] = {"assistant": None, "alarm": None}
        self._is_cancelling = False
        self.is_muted = False

    @property
    def wanted(self) -> List[Priority]:
        """The priorities of the sessions that it should have."""
        return [kind for kind, subject in self._subjects.items() if subject is not None]

    @property
    def patience(self) -> Optional[float]:
        """The seconds without a message after which all of it is over."""
        plays = self._subjects["alarm"] or self._subjects["assistant"] == "tts_speaking"
        return max(_SOUND, self._limit) if plays else self._limit if self.wanted else None

    def end(self, *kinds: Priority) -> None:
        """These are over, until a message tells of them again."""
        self._subjects.update({kind: None for kind in kinds})

    def take(self, text: Union[str, bytes]) -> None:
        """Takes a message; raises `ValueError` if it isn't one. Unknown events change nothing."""
        message = json.loads(text)
        event = message.get("event") if isinstance(message, dict) else None
        if not isinstance(event, str):
            raise ValueError("it has no event")
        data = message.get("data")
        data = data if isinstance(data, dict) else {}
        timer = str(data.get("id"))
        was_cancelling, self._is_cancelling = self._is_cancelling, False
        if event in _PHASES:
            if event in ("wake_word_detected", "listening"):
                self.end("alarm")  # it doesn't ring while it listens, and doesn't say so
            self._subjects["assistant"] = event
        elif event == "tts_finished" and self._subjects["assistant"]:
            self._subjects["assistant"] = event  # it is idle or listens again in a moment
        elif event == "pipeline_error":
            self.end("assistant")
        elif event == "disconnected" or event == "idle" and not was_cancelling:
            self.end("assistant", "alarm")
        elif event == "timer_ringing":
            self._subjects["alarm"] = timer
        elif event == "timer_updated" and data.get("seconds_left") == 0:
            self._is_cancelling = True  # the idle behind it is about this timer alone
            if self._subjects["alarm"] == timer:
                self.end("alarm")
        elif event in ("snapshot", "muted"):
            self.is_muted = data.get("muted", event == "muted") is True
            if self.is_muted:
                self.end("assistant")
