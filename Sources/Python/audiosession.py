"""Audio sessions for Python programs, arbitrated by audiosessiond.

A program opens a session, says what its sound is for, and activates the session before it plays. It
is then told when to be silent, when it may resume, and how loud to be. `AsyncClient` is for
programs with asyncio; `Client` has the same methods for programs without it.

    async with AsyncClient("satellite") as client:
        async with client.session(category="playback", options=["duckOthers"]) as session:
            await session.activate(wait=True)
            await speak("It is five o'clock.")  # others are ducked until the session is closed

Without a daemon, a program plays as it would have without sessions: `activate` succeeds, and when a
daemon appears, the sessions are opened and activated there. After a restart of the daemon, sessions
that were playing are activated again; a session that was interrupted becomes inactive and waits for
its user. Whatever the daemon sends is processed in the order in which it arrives, so that a session
never shows a state that is older than its last event. Connect after forking, not before.

Only the standard library is used; Python 3.9 or newer.
"""

from __future__ import annotations

import asyncio
import collections
import dataclasses
import json
import logging
import os
import socket
import threading
import time
import weakref
from enum import Enum
from functools import partial
from typing import Any, Callable, Coroutine, Deque, Dict, List, Literal, Mapping, NamedTuple
from typing import Optional, Sequence, Tuple, TypeVar, Union

__version__ = "1.0.0"

__all__ = [
    "AlertStyle", "AsyncClient", "AsyncEvents", "AsyncSession", "AudioSessionError", "Blocker",
    "Category", "Client", "Closed", "ClosedError", "DidBecomeActive", "DidBecomeInactive",
    "Ducking", "EVERYWHERE", "Event", "Events", "HardwareChange", "Interrupted",
    "InterruptionBegan", "InterruptionEnded", "MediaServicesLost", "MediaServicesReset", "Mode",
    "MuteChange", "Option", "Priority", "Refused", "ResumptionRecommendation", "RouteChange",
    "RouteSharingPolicy", "Session", "SilenceSecondaryAudioHint", "State", "TimedOut",
    "Unavailable", "socket_path",
]  # fmt: skip

Category = Literal[
    "ambient", "soloAmbient", "playback", "record", "playAndRecord", "multiRoute"
]  # fmt: skip
Mode = Literal[
    "default", "voiceChat", "gameChat", "videoRecording", "measurement", "moviePlayback",
    "videoChat", "spokenAudio", "voicePrompt", "shortFormVideo", "dualRoute",
]  # fmt: skip
Option = Literal[
    "mixWithOthers", "duckOthers", "interruptSpokenAudioAndMixWithOthers", "allowBluetoothHFP",
    "allowBluetooth", "allowBluetoothA2DP", "allowAirPlay", "defaultToSpeaker",
    "overrideMutedMicrophoneInterruption", "farFieldInput", "bluetoothHighQualityRecording",
]  # fmt: skip
RouteSharingPolicy = Literal["default", "longFormAudio", "longFormVideo"]
Priority = Literal["normal", "assistant", "alarm", "ringtone", "phoneCall"]
AlertStyle = Literal["fullScreen", "banner"]
State = Literal["inactive", "active", "interrupted"]
Json = Dict[str, Any]


class _Everywhere(Enum):
    EVERYWHERE = "everywhere"


#: The zone of a session that is heard in all zones, also where each user has a zone by default.
EVERYWHERE = _Everywhere.EVERYWHERE
Zone = Union[str, _Everywhere]

_log = logging.getLogger("audiosession")
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 5.0  # seconds between two attempts to connect
_TIMEOUT, _FIRST_TIMEOUT = 5.0, 1.0  # seconds for an answer, and for the first one
_FAIL_OPEN = 1.0  # seconds without a daemon after which nothing stays ducked


# --- Errors ---------------------------------------------------------------------------------------


class Blocker(NamedTuple):
    """The session that is in the way of another one."""

    session: int
    #: Its name; None if it has none, or belongs to another user and may not be seen.
    name: Optional[str]
    priority: str


class AudioSessionError(Exception):
    """What all errors of this module have in common."""


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
        self.by: Optional[Blocker] = _blocker(data.get("by"))

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


class _Lost(AudioSessionError):
    """The connection ended before the answer; never leaves this module."""


class _Violation(Exception):
    """What came over the connection isn't the protocol."""


#: The longest line from the daemon: several times the list of the most sessions.
_LINE_BYTES = 64 * 2**20

#: The most events of a session that wait for a program to read them; then the oldest are dropped.
_WAITING_EVENTS = 4096


# --- Events ---------------------------------------------------------------------------------------


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


def _given(**parameters: Any) -> Json:
    """The parameters of a request without those that are None."""
    return {name: value for name, value in parameters.items() if value is not None}


def _blocker(value: Any) -> Optional[Blocker]:
    if not isinstance(value, dict) or not isinstance(value.get("session"), int):
        return None
    return Blocker(value["session"], value.get("name"), str(value.get("priority", "normal")))


def _error(error: Json) -> AudioSessionError:
    """The error of a reply."""
    data = error.get("data")
    data = {str(key): value for key, value in data.items()} if isinstance(data, dict) else {}
    code = error.get("code", 0)
    name = str(data.pop("name", "invalidParams" if code == -32602 else "unspecified"))
    if name == "mediaServicesFailed":
        return _Lost()  # the daemon is about to stop
    rest = {key: value for key, value in data.items() if key not in ("message", "code", "self")}
    return Refused(str(error.get("message")), name=name, code=code, **rest)


def _event(method: str, params: Json, seq: int, epoch: str) -> Optional[Event]:
    """The event of a notification; None if this module does not know it."""
    if method == "session.interruption":
        if params["type"] == "began":
            return InterruptionBegan(seq, epoch, str(params["reason"]), _blocker(params.get("by")))
        if params["type"] == "ended":
            return InterruptionEnded(seq, epoch, "shouldResume" in params.get("options", []))
    elif method == "session.resumptionRecommendation":
        should = params["recommendation"] == "shouldResume"
        return ResumptionRecommendation(seq, epoch, should)
    elif method == "session.ducking":
        ramp = float(params.get("rampMilliseconds", 0)) / 1000
        duckers = tuple(params.get("duckedBy", []))
        return Ducking(seq, epoch, float(params["gain"]), ramp, duckers)
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


# --- The conversation, without I/O ----------------------------------------------------------------


class _Ramp(NamedTuple):
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


class _Phase(Enum):
    UNOPENED, OPENING, OPEN, CLOSED = range(4)


_Then = Callable[[Optional[Json], Optional[AudioSessionError]], None]


def _ignore(result: Optional[Json], error: Optional[AudioSessionError]) -> None:
    pass


class _Record:
    """What a client knows of one of its sessions."""

    def __init__(self, opening: Json, configuration: Json) -> None:
        self.opening = opening
        self.configuration = configuration
        self.phase = _Phase.UNOPENED
        self.number: Optional[int] = None
        self.state: State = "inactive"
        self.ramp = _Ramp()
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
        self.backlog: List[Tuple[str, Json, _Then]] = []
        #: Who waits for its end.
        self.closed: _Then = _ignore
        self.listeners: "weakref.WeakSet[AsyncEvents]" = weakref.WeakSet()

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


class _Machine:
    """The client's side of the conversation: calls, bytes and losses in, bytes and events out.

    Replies and notifications are processed here, one after the other, before the next line is read.
    """

    def __init__(self, name: Optional[str], application: Optional[str]) -> None:
        self.records: List[_Record] = []
        self.outgoing = bytearray()
        #: Whether a daemon answers; None while that is being found out.
        self.is_present: Optional[bool] = None
        #: Why no daemon answers.
        self.reason = "it has not been tried yet"
        self.epoch = ""
        self.hello: Json = {}
        self._naming = _given(name=name, application=application)
        #: The number of the last notification that was read.
        self.seq = 0
        #: Whether there was a daemon that has not answered `hello` again.
        self.is_lost = False
        #: Whether `hello` was answered on this connection.
        self.is_greeted = False
        self._buffer = bytearray()
        self._scanned = 0
        self._last_id = 0
        self._replies: Dict[int, Tuple[str, _Then]] = {}

    # The connection.

    def connected(self) -> None:
        self.outgoing.clear()
        self._buffer.clear()
        self._scanned = 0
        self._replies.clear()
        self.is_greeted = False
        self._greet()

    def disconnected(self, reason: str) -> None:
        """The connection ended, or could not be made."""
        self.reason = reason
        self.outgoing.clear()
        was_greeted, self.is_greeted = self.is_greeted, False
        if was_greeted:
            self._lose()
        self._forget_replies()
        self.is_present = None if was_greeted else False

    def is_silent(self) -> None:
        """It has not been found out in time whether a daemon answers."""
        if self.is_present is None:
            self.is_present = False

    def received(self, data: bytes) -> None:
        self._buffer += data
        while True:
            end = self._buffer.find(b"\n", self._scanned)
            if end < 0:
                self._scanned = len(self._buffer)  # a long line is searched once
                if self._scanned > _LINE_BYTES:
                    self._buffer.clear()
                    self._scanned = 0
                    raise _Violation(f"a line of more than {_LINE_BYTES} bytes")
                return
            line = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            self._scanned = 0
            if line.strip():
                self._take(line)

    def request(self, method: str, params: Json, then: _Then) -> None:
        """Makes a request; `then` is called once, in the order of all that arrives."""
        message = {"jsonrpc": "2.0", "id": self._last_id + 1, "method": method, "params": params}
        try:
            line = json.dumps(message, ensure_ascii=False, allow_nan=False).encode() + b"\n"
        except (TypeError, ValueError) as error:
            refusal = Refused(f"{method}: {error}", name="invalidParams", code=-32602)
            return then(None, refusal)
        limit = self.hello.get("limits", {}).get("lineBytes", 65_536)
        if len(line) > limit:
            sentence = f"{method}: expected at most {limit} bytes, found {len(line)}"
            return then(None, Refused(sentence, name="limitExceeded", code=-32003))
        self._last_id += 1
        self._replies[self._last_id] = method, then
        self.outgoing += line

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line.decode())
        except (ValueError, RecursionError):
            raise _Violation("it sent a line that is not JSON") from None
        if not isinstance(message, dict):
            raise _Violation("it sent a line that is not a message")
        if isinstance(message.get("method"), str):
            params = message.get("params")
            self._notified(message["method"], params if isinstance(params, dict) else {})
        else:
            self._replied(message)

    def _replied(self, message: Json) -> None:
        number, result, error = message.get("id"), message.get("result"), message.get("error")
        if not isinstance(number, int) or number not in self._replies:
            said = error.get("message") if isinstance(error, dict) else None
            raise _Violation(str(said or "it answered a request that was not made"))
        _, then = self._replies.pop(number)
        if isinstance(error, dict):
            then(None, _error(error))
        elif isinstance(result, dict):
            then(result, None)
        else:
            raise _Violation("it sent a reply with neither a result nor an error")

    def _forget_replies(self) -> None:
        """Ends all calls, whether or not replies still come."""
        forgotten = self._replies
        # A session that is opened after all belongs to nobody.
        self._replies = {
            number: (method, self._close_stray if method == "session.open" else _ignore)
            for number, (method, _) in forgotten.items()
        }
        for _, then in forgotten.values():
            then(None, _Lost())
        for record in self.records:
            backlog, record.backlog = record.backlog, []
            for _, _, then in backlog:
                then(None, _Lost())

    def _close_stray(self, result: Optional[Json], error: Optional[AudioSessionError]) -> None:
        if result and isinstance(result.get("session"), int):
            self.request("session.close", {"session": result["session"]}, _ignore)

    # Loss and return of the daemon.

    def _greet(self) -> None:
        params: Json = {"protocol": 1, "events": ["lifecycle"], **self._naming}
        if self.epoch:
            params["epoch"] = self.epoch
        self.request("hello", params, self._greeted)

    def _greeted(self, result: Optional[Json], error: Optional[AudioSessionError]) -> None:
        if isinstance(error, _Lost):
            return
        if result is None or not isinstance(result.get("epoch"), str):
            raise _Violation(str(error or "its answer to hello has no epoch"))
        self.hello, self.epoch, self.is_present = result, result["epoch"], True
        self.is_greeted = True
        was_lost, self.is_lost = self.is_lost, False
        for record in list(self.records):
            record.is_to_restore = record.plays
            if not record.plays:
                self._stop(record, "inactive")
            if was_lost:
                self._tell(record, MediaServicesReset(0, self.epoch))
            if record.is_wanted:
                self._open(record)

    def _lose(self) -> None:
        if self.is_lost:
            return
        self.is_lost, self.is_present, self.seq = True, None, 0
        self._forget_replies()
        for record in list(self.records):
            record.phase, record.number, record.seq = _Phase.UNOPENED, None, 0
            record.is_to_restore = False
            # What plays goes on; an interruption of which nobody will tell the end is over.
            if record.state == "interrupted":
                self._stop(record, "inactive")
            record.advice = True
            self._tell(record, MediaServicesLost(0, self.epoch))

    def fail_open(self) -> None:
        """The daemon has not returned: nothing stays ducked."""
        for record in self.records:
            if record.ramp.target != 1 and record.state == "active":
                self._duck(record, Ducking(0, self.epoch, 1.0, 1.0))

    # Sessions.

    def ask(self, record: _Record, method: str, params: Json, then: _Then) -> None:
        """Makes a request about a session, once it is open."""
        if record.phase is _Phase.CLOSED:
            return then(None, ClosedError("The session is closed."))
        record.is_wanted = True
        if record.phase is not _Phase.OPEN:
            record.backlog.append((method, params, then))
            return self._open(record)
        number = record.number

        def answered(result: Optional[Json], error: Optional[AudioSessionError]) -> None:
            if result is not None and result.get("session") == record.number:
                self._update(record, result)
            if isinstance(error, Refused) and error.name in ("noSuchSession", "expiredSession"):
                # It ended without a notification, as with the process that it was opened for.
                if number == record.number:
                    self._end(record, Closed(self.seq, self.epoch, "ended"))
            then(result, error)

        self.request(method, {"session": number, **params}, answered)

    def close(self, record: _Record, then: _Then = _ignore) -> None:
        """Closes a session for good, whatever is under way."""
        phase, number = record.phase, record.number
        lease = record.opening.get("lease")
        record.phase, record.number, record.closed = _Phase.CLOSED, None, then
        record.advice = False
        self._stop(record, "inactive")
        self.records = [other for other in self.records if other is not record]
        backlog, record.backlog = record.backlog, []
        for _, _, pending in backlog:
            pending(None, ClosedError("The session is closed."))
        for listener in list(record.listeners):
            listener._end()
        if self.is_present and phase is _Phase.OPENING:
            return  # closed as soon as it is open
        if self.is_present and phase is _Phase.OPEN:
            self.request("session.close", {"session": number}, then)
        elif self.is_present and lease:
            self.request("session.close", {"leaseName": lease["leaseName"]}, then)
        else:
            then({}, None)

    def give_up(self, record: _Record) -> None:
        """Takes back an activation, or the wish for one, about which nobody cares any more."""
        record.is_to_restore = False
        if record.state != "inactive":
            self._stop(record, "inactive")
        if self.is_present and record.phase is _Phase.OPEN:
            self.ask(record, "session.deactivate", _NOTIFYING, _ignore)

    def _open(self, record: _Record) -> None:
        if record.phase is not _Phase.UNOPENED or not self.is_present:
            return
        record.phase = _Phase.OPENING
        params = {**record.opening, **record.configuration}
        self.request("session.open", params, partial(self._opened, record))

    def _opened(
        self, record: _Record, result: Optional[Json], error: Optional[AudioSessionError]
    ) -> None:
        if record.phase is _Phase.CLOSED and result:
            return self.request("session.close", {"session": result.get("session")}, record.closed)
        if record.phase is not _Phase.OPENING:
            return record.closed({}, None)
        backlog, record.backlog = record.backlog, []
        if result is None:
            record.phase = _Phase.UNOPENED
            if record.is_to_restore and isinstance(error, Refused):
                self._withhold(record, error)
            for _, _, then in backlog:
                then(None, error)
            return
        record.phase, record.number = _Phase.OPEN, result.get("session")
        record.seq = 0
        self._update(record, result)
        self._restore(record)
        for method, params, then in backlog:
            self.ask(record, method, params, then)

    def _restore(self, record: _Record) -> None:
        """Repeats what the program did before there was this daemon."""
        usual: Json = {"playing": True, "foreground": True, "preferredInput": None}
        usual.update(inputMuted=False, outputMuted=False)
        reported = record.reports.items()
        lacking = {key: value for key, value in reported if usual.get(key, value) != value}
        if lacking:
            self.ask(record, "session.report", lacking, _ignore)
        if not record.is_to_restore:
            return
        self.ask(record, "session.activate", {}, lambda _, error: self._restored(record, error))

    def _restored(self, record: _Record, error: Optional[AudioSessionError]) -> None:
        if not record.is_to_restore or isinstance(error, (_Lost, ClosedError)):
            return
        if isinstance(error, Refused):
            return self._withhold(record, error)
        record.is_to_restore = False
        if record.ramp.target != 1 and record.status.get("gain") == 1:
            # The daemon tells the gain only if the session is ducked now.
            self._duck(record, Ducking(record.seq, self.epoch, 1.0, 0.0))
        if record.reports.get("recording"):
            self.ask(record, "session.report", {"recording": True}, partial(self._records, record))

    def _records(
        self, record: _Record, result: Optional[Json], error: Optional[AudioSessionError]
    ) -> None:
        if isinstance(error, Refused):
            self._withhold(record, error)
            self.give_up(record)

    def _withhold(self, record: _Record, error: Refused) -> None:
        """A session that plays may not go on: it is interrupted, as far as its program can tell."""
        record.is_to_restore = False
        record.is_withheld = error.is_temporary
        self._stop(record, "interrupted" if error.is_temporary else "inactive")
        event = InterruptionBegan(record.seq, self.epoch, "refused", error.by)
        record.interruption, record.advice = event, None
        self._tell(record, event)

    def _update(self, record: _Record, status: Json) -> None:
        """Takes a session object, unless it is older than what is known."""
        seq = status.get("seq", 0)
        if seq < record.seq:
            return
        record.seq, record.status = seq, status
        state = status.get("state", "inactive")
        # Until its restoration is answered it plays on, and a refused one waits.
        if state == "inactive" and (record.is_to_restore or record.is_withheld):
            return
        if state == "active" and record.state != "active" and not record.is_to_restore:
            gain = float(status.get("gain", 1))
            record.ramp = _Ramp(gain, gain)
        if state == "active":
            record.state, record.is_withheld, record.interruption = "active", False, None
        else:
            self._stop(record, state)

    # Notifications.

    def _notified(self, method: str, params: Json) -> None:
        if method == "mediaServices.wereLost":
            return self._lose()
        if method == "mediaServices.wereReset":
            return self._was_reset(params)
        number, seq = params.get("session"), params.get("seq", 0)
        record = next((one for one in self.records if one.number == number), None)
        if record is None or number is None or not isinstance(seq, int):
            return
        try:
            event = _event(method, params, seq, self.epoch)
        except (KeyError, TypeError, ValueError):
            return  # as if it were unknown
        if event is None:
            return
        self.seq = max(self.seq, seq)
        self._happened(record, event)

    def _was_reset(self, params: Json) -> None:
        # On a new connection this is no news: the reply to hello will say the same.
        if not self.is_greeted:
            return
        self._lose()
        self.epoch = str(params.get("epoch", ""))
        self._greet()

    def _happened(self, record: _Record, event: Event) -> None:
        changes_state = isinstance(event, _CHANGES)
        if changes_state and event.seq < record.seq:
            return  # older than what is known
        if changes_state:
            record.seq = event.seq
        if isinstance(event, Ducking):
            return self._duck(record, event)
        if isinstance(event, Closed):
            return self._end(record, event)
        if isinstance(event, InterruptionBegan):
            record.interruption, record.advice = event, None
            # A process that was suspended is inactive, and no end will be told (R47).
            self._stop(record, "inactive" if event.reason == "appWasSuspended" else "interrupted")
        elif isinstance(event, InterruptionEnded):
            record.advice = event.should_resume
            self._stop(record, "inactive")
        elif isinstance(event, DidBecomeActive):
            record.state, record.is_withheld, record.interruption = "active", False, None
        elif isinstance(event, DidBecomeInactive):
            if event.reason in (None, "appWasSuspended"):
                self._stop(record, "inactive")
        elif isinstance(event, ResumptionRecommendation):
            record.advice = event.should_resume
            if record.is_withheld:
                self._release(record, event)
        self._tell(record, event)

    def _release(self, record: _Record, advice: ResumptionRecommendation) -> None:
        """Ends the interruption of a session whose restoration was refused."""
        should_resume = advice.should_resume and record.reports.get("playing", True)
        self._stop(record, "inactive")
        self._tell(record, InterruptionEnded(advice.seq, advice.epoch, should_resume))

    def _duck(self, record: _Record, event: Ducking) -> None:
        now = time.monotonic()
        record.ramp = _Ramp(record.ramp.value(now), event.gain, now, event.ramp)
        self._tell(record, event)

    def _stop(self, record: _Record, state: State) -> None:
        record.state, record.ramp = state, _Ramp()
        if state == "inactive":
            record.is_withheld = False

    def _end(self, record: _Record, event: Closed) -> None:
        record.phase, record.number, record.seq = _Phase.UNOPENED, None, 0
        record.is_wanted, record.is_to_restore, record.advice = False, False, False
        self._stop(record, "inactive")
        self._tell(record, event)

    def _tell(self, record: _Record, event: Event) -> None:
        for listener in list(record.listeners):
            listener._put(event)


_CHANGES = (InterruptionBegan, InterruptionEnded, Ducking, DidBecomeActive, DidBecomeInactive)
_NOTIFYING: Json = {"options": ["notifyOthersOnDeactivation"]}


# --- With asyncio ---------------------------------------------------------------------------------


def socket_path() -> str:
    """The path of the daemon's socket.

    It is `AUDIOSESSION_SOCKET` if that is set; otherwise that of the user's own daemon, if the file
    exists, and that of the system's daemon if it does not. A program that has more rights than its
    caller ignores the environment, in which the caller could choose who answers.
    """
    environment: Mapping[str, str] = os.environ
    if os.geteuid() != os.getuid() or os.getegid() != os.getgid():
        environment = {}
    chosen = environment.get("AUDIOSESSION_SOCKET")
    if chosen:
        return chosen
    folder = environment.get("XDG_RUNTIME_DIR", "")
    own = f"{folder}/audiosession/socket"
    return own if folder.startswith("/") and os.path.exists(own) else "/run/audiosession/socket"


_ENDED = "it ended the connection"


class _Link(asyncio.Protocol):
    """A connection to the daemon."""

    def __init__(self, client: AsyncClient, ended: asyncio.Future[None]) -> None:
        self._client = client
        self._ended = ended
        self.transport: Optional[asyncio.Transport] = None
        self.reason = _ENDED

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._client._machine.connected()
        self._client._flush()

    def data_received(self, data: bytes) -> None:
        try:
            self._client._machine.received(data)
        except _Violation as violation:
            self.abort(str(violation))
        self._client._flush()

    def connection_lost(self, exc: Optional[Exception]) -> None:
        if not self._ended.done():
            self._ended.set_result(None)

    def abort(self, reason: str) -> None:
        self.reason = reason
        if self.transport is not None:
            self.transport.abort()


class AsyncEvents:
    """The events of a session since the call of `events`; for `async for`.

    It ends when the session is closed by the program, and not when the daemon closes it. One that
    is not read keeps the latest 4,096 events.
    """

    def __init__(self, record: _Record) -> None:
        self._events: Deque[Event] = collections.deque(maxlen=_WAITING_EVENTS)
        self._has_ended = record.phase is _Phase.CLOSED
        self._waiter: Optional[asyncio.Future[None]] = None
        record.listeners.add(self)

    def __aiter__(self) -> AsyncEvents:
        return self

    async def __anext__(self) -> Event:
        event = await self._next()
        if event is None:
            raise StopAsyncIteration
        return event

    async def _next(self) -> Optional[Event]:
        while not self._events:
            if self._has_ended:
                return None
            if self._waiter is None or self._waiter.done():
                self._waiter = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._waiter)
        return self._events.popleft()

    def _put(self, event: Event) -> None:
        self._events.append(event)
        self._wake()

    def _end(self) -> None:
        self._has_ended = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class AsyncClient:
    """A program's connection to the daemon, which its sessions share. It connects by itself.

    - `name`: a name for tools and logs.
    - `application`: the application that its sessions belong to, if that consists of several
      processes: sessions of one application never affect each other (R52).
    - `socket_path`: where the daemon is; by default, what the function of that name returns.
    - `strict`: raise `Unavailable` without a daemon, instead of going on without arbitration.
    - `timeout`: the seconds that the daemon has for an answer, by default 5; then `TimedOut` is
      raised. A daemon that does not answer even the first message in this time counts as none; by
      default, unless `strict`, that takes only 1 second, so that no alarm is late.
    """

    def __init__(
        self,
        name: Optional[str] = None,
        *,
        application: Optional[str] = None,
        socket_path: Optional[str] = None,
        strict: bool = False,
        timeout: Optional[float] = None,
    ) -> None:
        self.strict = strict
        self.timeout = _TIMEOUT if timeout is None else timeout
        is_hasty = timeout is None and not strict
        self._first_timeout = _FIRST_TIMEOUT if is_hasty else self.timeout
        self._path = socket_path
        self._machine = _Machine(name, application)
        self._task: Optional[asyncio.Task[None]] = None
        self._link: Optional[_Link] = None
        self._waiters: List[asyncio.Future[None]] = []
        self._fail_open: Optional[asyncio.TimerHandle] = None
        self._is_closed = False

    @property
    def is_connected(self) -> bool:
        """Whether a daemon arbitrates."""
        return self._machine.is_present is True

    @property
    def hello(self) -> Mapping[str, Any]:
        """The latest answer to `hello`, with `features`, `grants`, `limits` and `epoch`."""
        return self._machine.hello

    def session(
        self,
        name: Optional[str] = None,
        *,
        category: Optional[Category] = None,
        mode: Optional[Mode] = None,
        options: Optional[Sequence[Option]] = None,
        route_sharing_policy: Optional[RouteSharingPolicy] = None,
        priority: Optional[Priority] = None,
        alert_style: Optional[AlertStyle] = None,
        role: Optional[str] = None,
        preferences: Optional[Mapping[str, bool]] = None,
        zone: Optional[Zone] = None,
        on_behalf_of: Optional[int] = None,
        lease: Optional[str] = None,
        ttl: Optional[float] = None,
    ) -> AsyncSession:
        """Creates a session, which its first call opens, or `async with`.

        With `lease`, the session belongs to that name instead of the connection: other commands of
        the user may share it, and it ends after `ttl` seconds, 30 by default, unless it is renewed.
        """
        opening = _given(name=name, onBehalfOf=on_behalf_of)
        if zone is not None:
            opening["zone"] = None if isinstance(zone, _Everywhere) else zone
        if lease is not None:
            opening["lease"] = _given(leaseName=lease, ttlSeconds=ttl)
        configuration = _configuration(
            category, mode, options, route_sharing_policy, priority, alert_style, role, preferences
        )
        record = _Record(opening, configuration)
        if self._is_closed:
            record.phase = _Phase.CLOSED
        else:
            self._machine.records.append(record)
        return AsyncSession(self, record)

    async def call(self, method: str, **params: Any) -> Json:
        """Makes any request of the protocol, such as `session.list` or `server.log`.

        It raises `Unavailable` where there is no daemon.
        """
        if not await self._settled():
            raise self._unavailable()
        try:
            return await self._reply(partial(self._machine.request, method, params))
        except _Lost:
            raise self._unavailable() from None

    async def close(self) -> None:
        """Closes the connection, and with it all sessions except leases."""
        self._is_closed = True
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        if self._fail_open is not None:
            self._fail_open.cancel()
        machine = self._machine
        machine.is_present = False
        machine._forget_replies()
        for record in machine.records:
            machine.close(record)
        self._flush()

    async def __aenter__(self) -> AsyncClient:
        self._start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    def _start(self) -> None:
        if self._is_closed:
            raise ClosedError("The client is closed.")
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        """Connects, and connects again, for as long as the client exists."""
        pause = _FIRST_PAUSE
        while True:
            path = self._path or socket_path()
            try:
                reason = await self._connection(path)
            except OSError as error:
                reason = error.strerror or str(error)
            if self._machine.is_greeted:
                _log.info("the connection to %s is lost: %s", path, reason)
                if reason == _ENDED:  # and not because of what came over it
                    pause = _FIRST_PAUSE
            self._machine.disconnected(f"{path}: {reason}")
            self._flush()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _connection(self, path: str) -> str:
        """Connects, and returns why the connection has ended."""
        loop = asyncio.get_running_loop()
        plug = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            plug.setblocking(False)
            while True:
                try:
                    plug.connect(path)
                    break
                except BlockingIOError:  # the queue is full, and nothing tells when it has room
                    await asyncio.sleep(_FIRST_PAUSE)
            ended: asyncio.Future[None] = loop.create_future()
            link = _Link(self, ended)
            self._link = link
            await loop.create_unix_connection(lambda: link, sock=plug)
        except BaseException:
            self._link = None
            plug.close()
            raise
        limit = loop.call_later(self.timeout, self._check_greeted, link)
        try:
            await ended
        finally:
            limit.cancel()
            self._link = None
            if link.transport is not None:
                link.transport.close()
        return link.reason

    def _check_greeted(self, link: _Link) -> None:
        if not self._machine.is_greeted:
            link.abort("it does not answer")

    def _flush(self) -> None:
        """Sends what there is to send, and wakes whoever waits for a change."""
        machine, link = self._machine, self._link
        if machine.outgoing and link is not None and link.transport is not None:
            link.transport.write(bytes(machine.outgoing))
            machine.outgoing.clear()
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)
        if machine.is_lost and self._fail_open is None:
            loop = asyncio.get_running_loop()
            self._fail_open = loop.call_later(_FAIL_OPEN, machine.fail_open)
        elif not machine.is_lost and self._fail_open is not None:
            self._fail_open.cancel()
            self._fail_open = None

    async def _change(self, seconds: Optional[float]) -> bool:
        """Waits until something has changed; false if nothing did in time."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        self._waiters.append(waiter)
        timer = None if seconds is None else loop.call_later(seconds, _expire, waiter)
        try:
            await waiter
            return True
        except TimedOut:
            return False
        finally:
            if timer is not None:
                timer.cancel()

    async def _settled(self) -> bool:
        """Waits until it is known whether a daemon arbitrates, and returns that."""
        self._start()
        loop = asyncio.get_running_loop()
        limit = loop.time() + self._first_timeout
        while self._machine.is_present is None:
            if not await self._change(max(0, limit - loop.time())):
                self._machine.is_silent()
        if self._is_closed:
            raise ClosedError("The client is closed.")
        return self._machine.is_present

    async def _reply(self, request: Callable[[_Then], None]) -> Json:
        """Makes a request, and waits for its answer."""
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        request(partial(_resolve, future))
        self._flush()
        return await self._answer(future)

    async def _answer(self, future: asyncio.Future[Json]) -> Json:
        """Waits for an answer, without a task in between that could delay it."""
        timer = asyncio.get_running_loop().call_later(self.timeout, _expire, future)
        try:
            return await future
        finally:
            timer.cancel()

    def _unavailable(self) -> Unavailable:
        return Unavailable(f"No audiosessiond answers: {self._machine.reason}.")


def _resolve(
    future: asyncio.Future[Json], result: Optional[Json], error: Optional[AudioSessionError]
) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result or {})


def _expire(future: asyncio.Future[Any]) -> None:
    if not future.done():
        future.set_exception(TimedOut("audiosessiond did not answer in time."))


def _configuration(
    category: Optional[str],
    mode: Optional[str],
    options: Optional[Sequence[str]],
    route_sharing_policy: Optional[str],
    priority: Optional[str],
    alert_style: Optional[str],
    role: Optional[str],
    preferences: Optional[Mapping[str, bool]],
) -> Json:
    given = _given(
        category=category,
        mode=mode,
        options=None if options is None else list(options),
        routeSharingPolicy=route_sharing_policy,
        priority=priority,
        alertStyle=alert_style,
        role=role,
        preferences=None if preferences is None else dict(preferences),
    )
    if role == "":
        given["role"] = None
    return given


class _SessionState:
    """What both kinds of session tell without a request."""

    def __init__(self, record: _Record) -> None:
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


class AsyncSession(_SessionState):
    """An audio session; made by `AsyncClient.session`.

    `async with` opens it and closes it. What the properties return includes every reply and event
    that has arrived; reading them makes no request, and is safe on any thread.
    """

    def __init__(self, client: AsyncClient, record: _Record) -> None:
        super().__init__(record)
        self._client = client
        self._machine = client._machine

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
        self._record.reports["playing"] = value
        if self._machine.is_present and self._record.phase in (_Phase.OPENING, _Phase.OPEN):
            self._machine.ask(self._record, "session.report", {"playing": value}, _ignore)
            self._client._flush()

    def events(self) -> AsyncEvents:
        """What happens to the session from now on. Call it before the first activation."""
        return AsyncEvents(self._record)

    async def open(self) -> None:
        """Opens the session, unless it is open. Every other call does so, too."""
        await self._perform("session.get", {})

    async def configure(
        self,
        *,
        category: Optional[Category] = None,
        mode: Optional[Mode] = None,
        options: Optional[Sequence[Option]] = None,
        route_sharing_policy: Optional[RouteSharingPolicy] = None,
        priority: Optional[Priority] = None,
        alert_style: Optional[AlertStyle] = None,
        role: Optional[str] = None,
        preferences: Optional[Mapping[str, bool]] = None,
    ) -> None:
        """Changes the configuration; if a part is refused, nothing changes.

        A category resets the mode, the options and the policy that are not given with it. An empty
        `role` removes the role.
        """
        changes = _configuration(
            category, mode, options, route_sharing_policy, priority, alert_style, role, preferences
        )
        await self._perform("session.configure", changes)
        self._record.configuration = self._record.configured(changes)

    async def activate(
        self, *, wait: Union[bool, float] = False, after: Optional[Event] = None
    ) -> None:
        """Activates the session; when this returns, it may be heard.

        - `wait`: whether to wait, or for how many seconds at most, if it is refused because of a
          session of higher priority, or interrupted at once: until the advice to try again.
        - `after`: the event because of which it resumes. The activation is then refused if another
          session has interrupted it since, so that it does not take the sound back by accident.

        It raises `Refused`, with the session that is in the way; do not play then.
        """
        loop = asyncio.get_running_loop()
        limit = None if isinstance(wait, bool) else loop.time() + wait
        machine, record = self._machine, self._record
        record.intent += 1
        intent = record.intent
        seq = after.seq if after is not None and after.epoch == machine.epoch else 0
        while True:
            try:
                return await self._activate(intent, seq)
            except Refused as refusal:
                if wait is False or not refusal.is_temporary:
                    raise
                try:
                    await self._until_advised(limit, refusal)
                except BaseException:
                    # Otherwise the daemon would go on counting it among those that wait.
                    if record.intent == intent and record.state == "inactive":
                        machine.give_up(record)
                        self._client._flush()
                    raise
                seq = machine.seq

    async def _activate(self, intent: int, seq: int) -> None:
        """Makes one attempt; with a `seq`, it is refused after a later interruption."""
        client, record = self._client, self._record
        before = record.state
        while True:
            if not await self._has_daemon():
                record.state, record.is_withheld = "active", False
                return
            future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

            def answered(
                result: Optional[Json],
                error: Optional[AudioSessionError],
                future: asyncio.Future[Json] = future,
            ) -> None:
                if isinstance(error, Refused) and error.is_temporary:
                    record.advice = None
                if future.done():
                    self._undo(intent, before)
                _resolve(future, result, error)

            params = {"ifSeq": seq} if seq else {}
            self._machine.ask(record, "session.activate", params, answered)
            client._flush()
            try:
                await client._answer(future)
            except _Lost:
                continue
            except asyncio.CancelledError:
                if future.done() and not future.cancelled():
                    self._undo(intent, before)  # it was cancelled behind the answer
                    client._flush()
                raise
            if record.state != "active":
                raise Interrupted(record.interruption.by if record.interruption else None)
            return

    def _undo(self, intent: int, before: State) -> None:
        """Takes back an activation for which nobody waits any more, unless it was active before."""
        record = self._record
        is_still_interrupted = before == record.state == "interrupted"
        if record.intent == intent and before != "active" and not is_still_interrupted:
            self._machine.give_up(record)

    async def _until_advised(self, limit: Optional[float], refusal: Refused) -> None:
        """Waits for the advice to try again; raises the refusal if the advice is not to."""
        record = self._record
        began = record.interruption
        if record.state == "interrupted" and began and began.reason == "routeDisconnected":
            # The end of such an interruption is never told (R44); of an inactive session, it is.
            return await self._perform("session.deactivate", {})
        loop = asyncio.get_running_loop()
        while record.advice is None:
            seconds = None if limit is None else max(0, limit - loop.time())
            if not await self._client._change(seconds):
                raise TimedOut(f"Waited in vain: {refusal}") from refusal
        if record.phase is _Phase.CLOSED:
            raise ClosedError("The session is closed.")
        if not record.advice:
            raise refusal

    async def deactivate(self, *, notify_others: bool = True) -> None:
        """Deactivates the session.

        - `notify_others`: whether the sessions that it interrupted are told that they may resume.
        """
        record = self._record
        record.intent += 1
        record.is_to_restore = record.is_withheld = False
        await self._perform("session.deactivate", _NOTIFYING if notify_others else {})
        if not self._client.is_connected:
            self._machine._stop(record, "inactive")

    async def report(
        self,
        *,
        playing: Optional[bool] = None,
        recording: Optional[bool] = None,
        foreground: Optional[bool] = None,
        input_muted: Optional[bool] = None,
        output_muted: Optional[bool] = None,
        preferred_input: Optional[str] = None,
        output_override: Optional[str] = None,
    ) -> None:
        """Reports what the program does; what is None keeps its value.

        If a part of the report is refused, such as a recording during a call, nothing changes. The
        audio agent silences what is muted. It has the program record from the port whose id is
        `preferred_input` (an empty one: from none in particular), and play on the loudspeaker
        where `output_override` is `speaker` instead of `none`.
        """
        report = _given(
            playing=playing,
            recording=recording,
            foreground=foreground,
            inputMuted=input_muted,
            outputMuted=output_muted,
            preferredInput=preferred_input,
            outputOverride=output_override,
        )
        if preferred_input == "":
            report["preferredInput"] = None
        await self._perform("session.report", report)
        self._record.reports.update(report)

    async def refresh(self) -> Mapping[str, Any]:
        """Asks the daemon for the present status, and returns it."""
        await self._perform("session.get", {})
        return self.status

    async def renew(self, ttl: Optional[float] = None) -> None:
        """Lets the time of a lease start again."""
        await self._perform("session.renew", _given(ttlSeconds=ttl))

    async def close(self) -> None:
        """Closes the session for good; what it interrupted or ducked is released."""
        record, client = self._record, self._client
        if record.phase is _Phase.CLOSED:
            return
        if record.opening.get("lease"):
            await client._settled()  # another command may have opened it
        try:
            await client._reply(partial(self._machine.close, record))
        except (_Lost, Refused, TimedOut):
            pass  # it is closed all the same

    async def _has_daemon(self) -> bool:
        """Whether there is a daemon to ask; if not, the session will be opened when one comes."""
        record, client = self._record, self._client
        if record.phase is _Phase.CLOSED:
            raise ClosedError("The session is closed.")
        record.is_wanted = True
        while not await client._settled():
            if client.strict:
                raise client._unavailable()
            # A call lets others run, also where there is nobody to ask.
            await asyncio.sleep(0)
            if client._machine.is_present is False:
                return False
        return True

    async def _perform(self, method: str, params: Json) -> None:
        while await self._has_daemon():
            try:
                await self._client._reply(partial(self._machine.ask, self._record, method, params))
                return
            except _Lost:
                pass  # and once more, where there is a daemon again

    async def __aenter__(self) -> AsyncSession:
        try:
            await self.open()
        except BaseException:
            self._machine.close(self._record)
            self._client._flush()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()


# --- Without asyncio ------------------------------------------------------------------------------

_Result = TypeVar("_Result")


class _Runner:
    """The thread of a blocking client, on which no code of the program runs."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._lock = threading.Lock()
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._thread: Optional[threading.Thread] = None
        self._is_stopped = False

    def run(self, call: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
        """Carries out a call on the thread, and waits for its end."""
        with self._lock:
            if self._is_stopped:
                raise ClosedError("The client is closed.")
            future = asyncio.run_coroutine_threadsafe(call(), self._loop or self._start())
        try:
            return future.result()
        except BaseException:
            future.cancel()  # as after Ctrl-C
            raise

    def _start(self) -> asyncio.AbstractEventLoop:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="audiosession", daemon=True
        )
        self._thread.start()
        return self._loop

    def stop(self) -> None:
        with self._lock:
            loop, thread = self._loop, self._thread
            is_first, self._is_stopped = not self._is_stopped, True
        if loop is None or thread is None or not is_first:
            return
        asyncio.run_coroutine_threadsafe(self._end(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    async def _end(self) -> None:
        await self._client.close()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        if rest:
            await asyncio.wait(rest)  # they have just been told, and end by themselves


class Events:
    """The events of a session since the call of `events`; for `for`, which waits for each."""

    def __init__(self, runner: _Runner, events: AsyncEvents) -> None:
        self._runner = runner
        self._events = events

    def __iter__(self) -> Events:
        return self

    def __next__(self) -> Event:
        event = self.next()
        if event is None:
            raise StopIteration
        return event

    def next(self, timeout: Optional[float] = None) -> Optional[Event]:
        """The next event; None at the end. It raises `TimedOut` if none comes in time."""
        try:
            return self._runner.run(lambda: asyncio.wait_for(self._events._next(), timeout))
        except ClosedError:
            return None
        except asyncio.TimeoutError:
            raise TimedOut("No event came in time.") from None


class Client:
    """A program's connection to the daemon, for programs without asyncio.

    Arguments and methods are those of `AsyncClient`. Each call waits until it is done, and any
    thread may make it. The client has one thread of its own, from its first call until `close`.
    """

    def __init__(
        self,
        name: Optional[str] = None,
        *,
        application: Optional[str] = None,
        socket_path: Optional[str] = None,
        strict: bool = False,
        timeout: Optional[float] = None,
    ) -> None:
        self._client = AsyncClient(
            name, application=application, socket_path=socket_path, strict=strict, timeout=timeout
        )
        self._runner = _Runner(self._client)
        # Also at the end of the program, and if nobody refers to the client any more.
        self._finish = weakref.finalize(self, self._runner.stop)

    @property
    def is_connected(self) -> bool:
        """Whether a daemon arbitrates."""
        return self._client.is_connected

    @property
    def hello(self) -> Mapping[str, Any]:
        """The latest answer to `hello`, with `features`, `grants`, `limits` and `epoch`."""
        return self._client.hello

    def session(
        self,
        name: Optional[str] = None,
        *,
        category: Optional[Category] = None,
        mode: Optional[Mode] = None,
        options: Optional[Sequence[Option]] = None,
        route_sharing_policy: Optional[RouteSharingPolicy] = None,
        priority: Optional[Priority] = None,
        alert_style: Optional[AlertStyle] = None,
        role: Optional[str] = None,
        preferences: Optional[Mapping[str, bool]] = None,
        zone: Optional[Zone] = None,
        on_behalf_of: Optional[int] = None,
        lease: Optional[str] = None,
        ttl: Optional[float] = None,
        on_event: Optional[Callable[[Event], None]] = None,
    ) -> Session:
        """Creates a session, as `AsyncClient.session` does.

        `on_event` is called for each event, one after the other, on a thread that the session has
        for it; it may make any call.
        """
        arguments = dict(locals())  # all of them, so that none can be forgotten
        del arguments["self"], arguments["on_event"]

        async def make() -> AsyncSession:
            return self._client.session(**arguments)

        return Session(self, self._runner.run(make), on_event)

    def call(self, method: str, **params: Any) -> Json:
        """Makes any request of the protocol, such as `session.list` or `server.log`."""
        return self._runner.run(lambda: self._client.call(method, **params))

    def close(self) -> None:
        """Closes the connection, and with it all sessions except leases; ends the thread."""
        self._finish()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Session(_SessionState):
    """An audio session; made by `Client.session`. Its members are those of `AsyncSession`."""

    def __init__(
        self,
        client: Client,
        session: AsyncSession,
        on_event: Optional[Callable[[Event], None]],
    ) -> None:
        super().__init__(session._record)
        self._client = client  # which lives as long as its sessions
        self._runner = client._runner
        self._session = session
        if on_event is not None:
            threading.Thread(
                target=_deliver,
                args=(self.events(), on_event),
                name="audiosession events",
                daemon=True,
            ).start()

    @property
    def playing(self) -> bool:
        """Whether it plays; set it when the user pauses and plays. See `AsyncSession.playing`."""
        return self._session.playing

    @playing.setter
    def playing(self, value: bool) -> None:
        async def report() -> None:
            self._session.playing = value

        self._runner.run(report)

    def events(self) -> Events:
        """What happens to the session from now on. Call it before the first activation."""

        async def subscribe() -> AsyncEvents:
            return self._session.events()

        return Events(self._runner, self._runner.run(subscribe))

    def open(self) -> None:
        """Opens the session, unless it is open. Every other call does so, too."""
        self._runner.run(self._session.open)

    def configure(
        self,
        *,
        category: Optional[Category] = None,
        mode: Optional[Mode] = None,
        options: Optional[Sequence[Option]] = None,
        route_sharing_policy: Optional[RouteSharingPolicy] = None,
        priority: Optional[Priority] = None,
        alert_style: Optional[AlertStyle] = None,
        role: Optional[str] = None,
        preferences: Optional[Mapping[str, bool]] = None,
    ) -> None:
        """Changes the configuration; if a part is refused, nothing changes."""
        changes = dict(locals())
        del changes["self"]
        self._runner.run(lambda: self._session.configure(**changes))

    def activate(self, *, wait: Union[bool, float] = False, after: Optional[Event] = None) -> None:
        """Activates the session; when this returns, it may be heard. See `AsyncSession`."""
        self._runner.run(lambda: self._session.activate(wait=wait, after=after))
        record = self._record
        if record.state == "interrupted" and record.interruption is not None:
            # On the way from the client's thread to this one.
            raise Interrupted(record.interruption.by)

    def deactivate(self, *, notify_others: bool = True) -> None:
        """Deactivates the session."""
        self._runner.run(lambda: self._session.deactivate(notify_others=notify_others))

    def report(
        self,
        *,
        playing: Optional[bool] = None,
        recording: Optional[bool] = None,
        foreground: Optional[bool] = None,
        input_muted: Optional[bool] = None,
        output_muted: Optional[bool] = None,
        preferred_input: Optional[str] = None,
        output_override: Optional[str] = None,
    ) -> None:
        """Reports what the program does; what is None keeps its value."""
        self._runner.run(
            lambda: self._session.report(
                playing=playing,
                recording=recording,
                foreground=foreground,
                input_muted=input_muted,
                output_muted=output_muted,
                preferred_input=preferred_input,
                output_override=output_override,
            )
        )

    def refresh(self) -> Mapping[str, Any]:
        """Asks the daemon for the present status, and returns it."""
        return self._runner.run(self._session.refresh)

    def renew(self, ttl: Optional[float] = None) -> None:
        """Lets the time of a lease start again."""
        self._runner.run(lambda: self._session.renew(ttl))

    def close(self) -> None:
        """Closes the session for good; what it interrupted or ducked is released."""
        try:
            self._runner.run(self._session.close)
        except ClosedError:
            pass  # with its client

    def __enter__(self) -> Session:
        try:
            self.open()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _deliver(events: Events, on_event: Callable[[Event], None]) -> None:
    for event in events:
        try:
            on_event(event)
        except Exception:
            # As with a thread's own end, but the next event is delivered all the same.
            _log.exception("on_event failed with %r", event)
