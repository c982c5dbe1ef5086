"""What a client knows of one of its sessions."""

from __future__ import annotations

import time
import weakref
from enum import Enum
from typing import Callable, Dict, List, NamedTuple, Optional, Protocol, Tuple

from ._messages import Json, Then, count, factor, ignore
from .errors import Refused
from .events import (
    Closed, DidBecomeActive, DidBecomeInactive, Ducking, Event, InterruptionBegan,
    InterruptionEnded, ResumptionRecommendation,
)  # fmt: skip
from .words import State

#: Events that tell a session's state as of their decision.
_CHANGES = (InterruptionBegan, InterruptionEnded, Ducking, DidBecomeActive, DidBecomeInactive)


class Ramp(NamedTuple):
    """A gain on its way to another one."""

    start: float = 1.0
    target: float = 1.0
    since: float = 0.0
    seconds: float = 0.0

    def value(self, now: float) -> float:
        passed = now - self.since
        if self.seconds <= 0 or passed >= self.seconds:
            return self.target
        return self.start + (self.target - self.start) * max(passed, 0) / self.seconds


class Phase(Enum):
    UNOPENED, OPENING, OPEN, CLOSED = range(4)


class Listener(Protocol):
    """Who is told what happens to a session."""

    def put(self, event: Event) -> None:
        """Takes an event."""

    def end(self) -> None:
        """There will be no more events."""


def unheard(event: Event) -> None:
    """For a session whose program wants no calls."""


class Record:
    """What a client knows of one of its sessions."""

    def __init__(self, opening: Json, configuration: Json) -> None:
        self.opening = opening
        self.configuration = configuration
        self.phase = Phase.UNOPENED
        self.number: Optional[int] = None
        self.state: State = "inactive"
        self.ramp = Ramp()
        #: The session object that the daemon last sent, and the decision as of which all holds.
        self.status: Json = {}
        self.seq = 0
        #: Whether the program has asked for it, so that it is opened where there is a daemon.
        self.is_wanted = False
        #: Whether it plays, and has to be activated as soon as it is open.
        self.is_to_restore = False
        #: Whether its restoration was refused, so that it is interrupted for its program alone.
        self.is_withheld = False
        self.interruption: Optional[InterruptionBegan] = None
        #: Whether to try again after the latest refusal; None: not known yet.
        self.advice: Optional[bool] = None
        #: What the program last reported.
        self.reports: Dict[str, bool] = {}
        #: The number of the latest call that decides whether the session is to be active.
        self.intent = 0
        #: Requests to make once it is open.
        self.backlog: List[Tuple[str, Json, Then]] = []
        #: Who waits for its end, and who is called for each event.
        self.closed: Then = ignore
        self.on_event: Callable[[Event], None] = unheard
        self.listeners: weakref.WeakSet[Listener] = weakref.WeakSet()

    @property
    def plays(self) -> bool:
        return self.state == "active" and self.reports.get("playing", True)

    def configured(self, changes: Json) -> Json:
        """The configuration with changes, which apply as the daemon applies them."""
        reset = {"mode", "options", "routeSharingPolicy"} if "category" in changes else set()
        kept = {key: value for key, value in self.configuration.items() if key not in reset}
        if "preferences" in kept and "preferences" in changes:
            changes = {**changes, "preferences": {**kept["preferences"], **changes["preferences"]}}
        return {**kept, **changes}

    def withhold(self, error: Refused, epoch: str) -> None:
        """A session that plays may not go on: it is interrupted, as far as its program can tell."""
        self.is_to_restore = False
        self.is_withheld = error.is_temporary
        self.stop("interrupted" if error.is_temporary else "inactive")
        event = InterruptionBegan(self.seq, epoch, "refused", error.by)
        self.interruption, self.advice = event, None
        self.tell(event)

    def update(self, status: Json) -> None:
        """Takes a session object, unless it is older than what is known."""
        seq, state = status.get("seq", 0), status.get("state", "inactive")
        # What no daemon sends counts as not sent.
        if count(seq) is None or state not in ("inactive", "active", "interrupted"):
            return
        if seq < self.seq:
            return
        self.seq, self.status = seq, status
        # Until its restoration is answered it plays on, and a refused one waits.
        if state == "inactive" and (self.is_to_restore or self.is_withheld):
            return
        if state == "active" and self.state != "active" and not self.is_to_restore:
            told = factor(status.get("gain"))
            gain = 1.0 if told is None else told
            self.ramp = Ramp(gain, gain)
        if state == "active":
            self.state, self.is_withheld, self.interruption = "active", False, None
        else:
            self.stop(state)

    def happened(self, event: Event) -> None:
        """Takes an event, unless it is older than what is known."""
        changes_state = isinstance(event, _CHANGES)
        if changes_state and event.seq < self.seq:
            return
        if changes_state:
            self.seq = event.seq
        if isinstance(event, Ducking):
            return self.duck(event)
        if isinstance(event, Closed):
            return self.end(event)
        if isinstance(event, InterruptionBegan):
            self.interruption, self.advice = event, None
            # A process that was suspended is inactive, and no end will be told (R47).
            self.stop("inactive" if event.reason == "appWasSuspended" else "interrupted")
        elif isinstance(event, InterruptionEnded):
            self.advice = event.should_resume
            self.stop("inactive")
        elif isinstance(event, DidBecomeActive):
            self.state, self.is_withheld, self.interruption = "active", False, None
        elif isinstance(event, DidBecomeInactive):
            if event.reason in (None, "appWasSuspended"):
                self.stop("inactive")
        elif isinstance(event, ResumptionRecommendation):
            self.advice = event.should_resume
            if self.is_withheld:
                self._release(event)
        self.tell(event)

    def _release(self, advice: ResumptionRecommendation) -> None:
        """Ends the interruption of a session whose restoration was refused."""
        should_resume = advice.should_resume and self.reports.get("playing", True)
        self.stop("inactive")
        self.tell(InterruptionEnded(advice.seq, advice.epoch, should_resume))

    def duck(self, event: Ducking) -> None:
        """Goes to another gain, from where it is now."""
        now = time.monotonic()
        self.ramp = Ramp(self.ramp.value(now), event.gain, now, event.ramp)
        self.tell(event)

    def stop(self, state: State) -> None:
        """Ceases to be active."""
        self.state, self.ramp = state, Ramp()
        if state == "inactive":
            self.is_withheld = False

    def end(self, event: Closed) -> None:
        """The daemon has closed it."""
        self.phase, self.number, self.seq = Phase.UNOPENED, None, 0
        self.is_wanted, self.is_to_restore, self.advice = False, False, False
        self.stop("inactive")
        self.tell(event)

    def tell(self, event: Event) -> None:
        """Tells all who listen."""
        self.on_event(event)
        for listener in list(self.listeners):
            listener.put(event)
