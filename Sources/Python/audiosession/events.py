"""What happens to a session without a call of its program."""

from __future__ import annotations

import dataclasses
from typing import Any, Mapping, Optional, Tuple

from .errors import Blocker


@dataclasses.dataclass(frozen=True)
class Event:
    """Something that happened to a session without a call of its program."""

    #: The number of the decision behind it, and the run of the daemon that the number belongs to.
    seq: int
    epoch: str


@dataclasses.dataclass(frozen=True)
class InterruptionBegan(Event):
    """The session has to be silent.

    `reason` is `default`, `appWasSuspended`, `builtInMicMuted` or `routeDisconnected`. It is
    `refused` if the session was playing without the daemon, or before a restart, and may not go on.
    """

    reason: str
    by: Optional[Blocker]


@dataclasses.dataclass(frozen=True)
class InterruptionEnded(Event):
    """The interruption is over, and the session inactive. Activate it again if it should resume."""

    should_resume: bool


@dataclasses.dataclass(frozen=True)
class ResumptionRecommendation(Event):
    """Whether to activate again, after an interruption or a refusal."""

    should_resume: bool


@dataclasses.dataclass(frozen=True)
class Ducking(Event):
    """The output has to be multiplied by `gain` from now on, reached over `ramp` seconds."""

    gain: float
    ramp: float
    ducked_by: Tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class SilenceSecondaryAudioHint(Event):
    """Whether secondary audio, such as the music of a game, should be silent."""

    should_be_silent: bool


@dataclasses.dataclass(frozen=True)
class RouteChange(Event):
    """The machine's audio route has changed; a route is `{"inputs": [...], "outputs": [...]}`."""

    reason: str
    previous: Mapping[str, Any]
    current: Mapping[str, Any]


@dataclasses.dataclass(frozen=True)
class HardwareChange(Event):
    """What is known of the route's hardware has changed, such as the volume (`outputVolume`)."""

    hardware: Mapping[str, Any]


@dataclasses.dataclass(frozen=True)
class MuteChange(Event):
    """The user has muted these of `input` and `output` in a mixer, and no others.

    `wants_unmute` is true if the user has acted to hear the output that the program has muted.
    """

    muted_by_user: Tuple[str, ...]
    wants_unmute: bool = False


@dataclasses.dataclass(frozen=True)
class DidBecomeActive(Event):
    """The session has become active."""


@dataclasses.dataclass(frozen=True)
class DidBecomeInactive(Event):
    """The session has become inactive, by its own call (`app`) or not (`system`)."""

    source: str
    reason: Optional[str]


@dataclasses.dataclass(frozen=True)
class Closed(Event):
    """The daemon has closed the session: `evicted`, `leaseExpired` or `ended`. Stop playing.

    The next activation opens the session again; make it only if the user wants to play.
    """

    reason: str


@dataclasses.dataclass(frozen=True)
class MediaServicesLost(Event):
    """The daemon has gone. What plays goes on."""


@dataclasses.dataclass(frozen=True)
class MediaServicesReset(Event):
    """The daemon has returned; the session is being opened again, and activated if it played."""
