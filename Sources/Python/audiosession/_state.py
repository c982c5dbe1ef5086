"""What both kinds of client, and of session, tell without a request."""

from __future__ import annotations

import time
from typing import Any, Mapping, Optional

from ._connection import Connection
from ._record import Record
from .words import State


class ClientState:
    """What both kinds of client tell without a request."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def is_connected(self) -> bool:
        """Whether a daemon arbitrates."""
        return self._connection.machine.is_present is True

    @property
    def hello(self) -> Mapping[str, Any]:
        """The latest answer to `hello`, with `features`, `grants`, `limits` and `epoch`."""
        return self._connection.machine.hello

    @property
    def strict(self) -> bool:
        """Whether `Unavailable` is raised without a daemon."""
        return self._connection.strict

    @strict.setter
    def strict(self, value: bool) -> None:
        self._connection.strict = value

    @property
    def timeout(self) -> float:
        """The seconds that the daemon has for an answer."""
        return self._connection.timeout

    @timeout.setter
    def timeout(self, value: float) -> None:
        self._connection.timeout = value


class SessionState:
    """What both kinds of session tell without a request."""

    def __init__(self, record: Record) -> None:
        self._record = record

    @property
    def number(self) -> Optional[int]:
        """Its number, as `audiosessionctl list` shows it; None while no daemon has it."""
        return self._record.number

    @property
    def state(self) -> State:
        """`active` means that it may be heard, with this gain; it must not in any other state."""
        return self._record.state

    @property
    def is_active(self) -> bool:
        """Whether it may be heard now."""
        return self._record.state == "active"

    @property
    def gain(self) -> float:
        """The factor, 0…1, by which to multiply the output at this moment, ramps included."""
        return self._record.ramp.value(time.monotonic())

    @property
    def target_gain(self) -> float:
        """The factor at the end of the present ramp."""
        return self._record.ramp.target

    @property
    def status(self) -> Mapping[str, Any]:
        """The session object of the protocol, with what events have changed since it was sent."""
        record = self._record
        changed = {"state": record.state, "gain": record.ramp.target, "playing": record.plays}
        return {**record.configuration, **record.status, **changed}

    @property
    def playing(self) -> bool:
        """Whether it plays. Set it to false when the user pauses, and to true when the user plays.

        During an interruption, this is the user's wish, and decides whether the session is told to
        resume. A session that never reports it counts as playing while it is active. Setting it
        sends the report without waiting; `report` waits, and raises if it is refused.
        """
        return self._record.plays

    @playing.setter
    def playing(self, value: bool) -> None:
        self._say_playing(value)

    def _say_playing(self, value: bool) -> None:
        raise NotImplementedError
