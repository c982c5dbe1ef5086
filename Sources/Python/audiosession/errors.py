"""What can go wrong."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Optional


class Blocker(NamedTuple):
    """The session that is in the way of another one."""

    session: int
    #: Its name; None if it has none, or belongs to another user and may not be seen.
    name: Optional[str]
    priority: str


def blocker(value: Any) -> Optional[Blocker]:
    """The session that is in the way, as a message says it; None if it says none."""
    if not isinstance(value, dict) or not isinstance(value.get("session"), int):
        return None
    return Blocker(value["session"], value.get("name"), str(value.get("priority", "normal")))


class AudioSessionError(Exception):
    """What all errors of this package have in common."""


class Refused(AudioSessionError):
    """The daemon refused a request, and nothing has changed. Do not play after a refusal."""

    def __init__(self, message: str, *, name: str, code: int = 0, **data: Any) -> None:
        super().__init__(message)
        #: The error's name, such as `insufficientPriority`, `missingEntitlement` or `badParam`.
        self.name = name
        #: Its number: Apple's for an error of arbitration, else that of JSON-RPC.
        self.code = code
        #: Everything that the daemon said about it.
        self.data: Mapping[str, Any] = data
        #: The rule that refused, such as `R10`, and with R59 the cell of the pair table.
        self.rule: Optional[str] = data.get("rule")
        self.cell: Optional[str] = data.get("cell")
        #: Apple's four characters, such as `!pri`.
        self.four_cc: Optional[str] = data.get("fourCC")
        #: The session that is in the way.
        self.by: Optional[Blocker] = blocker(data.get("by"))

    @property
    def is_temporary(self) -> bool:
        """Whether the session will be told when to try again; `activate(wait=True)` then waits."""
        return self.name in ("insufficientPriority", "siriIsRecording", "interrupted")


class Interrupted(Refused):
    """The activation was granted, and the session interrupted before the caller could go on."""

    def __init__(self, by: Optional[Blocker]) -> None:
        message = "The session was interrupted as soon as it was active."
        super().__init__(message, name="interrupted")
        self.by = by


class Unavailable(AudioSessionError):
    """No daemon answers. Sessions raise this only in a client that is strict."""


class TimedOut(AudioSessionError, TimeoutError):
    """The daemon did not answer in time, or what was waited for did not happen in time."""


class ClosedError(AudioSessionError):
    """The session or its client has been closed by the program."""
