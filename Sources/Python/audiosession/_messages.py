"""What the protocol's messages say: the parameters of requests, errors and events."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, Optional

from .errors import AudioSessionError, Refused, blocker
from .events import (
    Closed, DidBecomeActive, DidBecomeInactive, Ducking, Event, HardwareChange, InterruptionBegan,
    InterruptionEnded, MuteChange, ResumptionRecommendation, RouteChange, SilenceSecondaryAudioHint,
)  # fmt: skip

Json = Dict[str, Any]

#: What is called with the answer to a request: its result or its error.
Then = Callable[[Optional[Json], Optional[AudioSessionError]], None]


def ignore(result: Optional[Json], error: Optional[AudioSessionError]) -> None:
    """For a request about whose answer nobody cares."""


class Lost(AudioSessionError):
    """The connection ended before the answer; never leaves this package."""


class Violation(Exception):
    """What came over the connection isn't the protocol."""


def count(value: Any) -> Optional[int]:
    """A number as of a session or a decision, from 0 and below 2**53; None if it is none."""
    return value if type(value) is int and 0 <= value < 2**53 else None


def factor(value: Any) -> Optional[float]:
    """A gain by which an output may be multiplied; None if it is none."""
    return float(value) if type(value) in (int, float) and 0 <= value <= 1 else None


def given(**parameters: Any) -> Json:
    """The parameters of a request that are not None, by their names in the protocol."""
    return {
        # So `route_sharing_policy` becomes `routeSharingPolicy`.
        re.sub("_(.)", lambda found: found[1].upper(), name): value
        for name, value in parameters.items()
        if value is not None
    }


def configuration(**parts: Any) -> Json:
    """The parts of a configuration that are given, as copies. An empty role is none."""
    found = given(**parts)
    if "options" in found:
        found["options"] = list(found["options"])
    if "preferences" in found:
        found["preferences"] = dict(found["preferences"])
    if found.get("role") == "":
        found["role"] = None
    return found


def error_of(error: Json) -> AudioSessionError:
    """The error of a reply."""
    data = error.get("data")
    data = {str(key): value for key, value in data.items()} if isinstance(data, dict) else {}
    code = error.get("code")
    code = code if type(code) is int else 0
    name = str(data.pop("name", "invalidParams" if code == -32602 else "unspecified"))
    if name == "mediaServicesFailed":
        return Lost()  # the daemon is about to stop
    rest = {key: value for key, value in data.items() if key not in ("message", "code", "self")}
    message = error.get("message")
    said = message if isinstance(message, str) else ""
    said = said or f"the daemon gave no reason ({code})"
    return Refused(said, name=name, code=code, **rest)


def event_of(method: str, params: Json, seq: int, epoch: str) -> Optional[Event]:
    """The event of a notification; None if this package does not know it."""
    if method == "session.interruption":
        if params["type"] == "began":
            return InterruptionBegan(seq, epoch, str(params["reason"]), blocker(params.get("by")))
        if params["type"] == "ended":
            return InterruptionEnded(seq, epoch, "shouldResume" in params.get("options", []))
    elif method == "session.resumptionRecommendation":
        should = params["recommendation"] == "shouldResume"
        return ResumptionRecommendation(seq, epoch, should)
    elif method == "session.ducking":
        ramp = float(params.get("rampMilliseconds", 0)) / 1000
        duckers = tuple(params.get("duckedBy", []))
        gain = factor(params["gain"])
        return None if gain is None else Ducking(seq, epoch, gain, ramp, duckers)
    elif method == "session.silenceSecondaryAudioHint":
        return SilenceSecondaryAudioHint(seq, epoch, params["type"] == "begin")
    elif method == "session.routeChange":
        routes = params["previousRoute"], params["currentRoute"]
        return RouteChange(seq, epoch, str(params["reason"]), *routes)
    elif method == "session.hardwareChange":
        return HardwareChange(seq, epoch, dict(params["hardware"]))
    elif method == "session.muteChange":
        muted = tuple(str(way) for way in params["mutedByUser"])
        return MuteChange(seq, epoch, muted, params.get("wantsUnmute") is True)
    elif method == "session.didBecomeActive":
        return DidBecomeActive(seq, epoch)
    elif method == "session.didBecomeInactive":
        return DidBecomeInactive(seq, epoch, str(params["source"]), params.get("reason"))
    elif method == "session.closed":
        return Closed(seq, epoch, str(params["reason"]))
    return None
