"""The client's side of the conversation, without I/O."""

from __future__ import annotations

from functools import partial
from typing import List, Optional

from ._lines import USUAL_LIMIT, Lines
from ._messages import Json, Lost, Then, Violation, count, event_of, given, ignore
from ._record import Phase, Record
from .errors import AudioSessionError, ClosedError, Refused
from .events import Closed, Ducking, MediaServicesLost, MediaServicesReset

#: The parameters of a deactivation after which others may resume.
NOTIFYING: Json = {"options": ["notifyOthersOnDeactivation"]}


class Machine:
    """The client's side of the conversation: calls, bytes and losses in, bytes and events out.

    Replies and notifications are processed here, one after the other, before the next line is read.
    """

    def __init__(self, name: Optional[str], application: Optional[str]) -> None:
        self.records: List[Record] = []
        self.lines = Lines(self._notified)
        #: Whether a daemon answers; None while that is being found out.
        self.is_present: Optional[bool] = None
        #: Why no daemon answers.
        self.reason = "it has not been tried yet"
        self.epoch = ""
        self.hello: Json = {}
        self._naming = given(name=name, application=application)
        #: The number of the last notification that was read.
        self.seq = 0
        #: Whether there was a daemon that has not answered `hello` again.
        self.is_lost = False
        #: Whether `hello` was answered on this connection.
        self.is_greeted = False

    # The connection.

    def connected(self) -> None:
        self.lines.clear()
        self.is_greeted = False
        self._greet()

    def disconnected(self, reason: str) -> None:
        """The connection ended, or could not be made."""
        self.reason = reason
        self.lines.outgoing.clear()
        was_greeted, self.is_greeted = self.is_greeted, False
        if was_greeted:
            self._lose()
        self.forget_replies()
        self.is_present = None if was_greeted else False

    def is_silent(self) -> None:
        """It has not been found out in time whether a daemon answers."""
        if self.is_present is None:
            self.is_present = False

    def forget_replies(self) -> None:
        """Ends all calls, whether or not replies still come."""
        self.lines.forget_replies()
        for record in self.records:
            backlog, record.backlog = record.backlog, []
            for _, _, then in backlog:
                then(None, Lost())

    # Loss and return of the daemon.

    def _greet(self) -> None:
        params: Json = {"protocol": 1, "events": ["lifecycle"], **self._naming}
        if self.epoch:
            params["epoch"] = self.epoch
        self.lines.request("hello", params, self._greeted)

    def _greeted(self, result: Optional[Json], error: Optional[AudioSessionError]) -> None:
        if isinstance(error, Lost):
            return
        # An epoch is said again to the next daemon, so it has to be text that can be sent.
        if result is None or not _epoch(result.get("epoch")):
            raise Violation(str(error or "its answer to hello has no epoch"))
        self.hello, self.epoch, self.is_present = result, result["epoch"], True
        limits = result.get("limits")
        limit = count(limits.get("lineBytes")) if isinstance(limits, dict) else None
        self.lines.limit = USUAL_LIMIT if limit is None else limit
        self.is_greeted = True
        was_lost, self.is_lost = self.is_lost, False
        for record in list(self.records):
            record.is_to_restore = record.plays
            if not record.plays:
                record.stop("inactive")
            if was_lost:
                record.tell(MediaServicesReset(0, self.epoch))
            if record.is_wanted:
                self._open(record)

    def _lose(self) -> None:
        if self.is_lost:
            return
        self.is_lost, self.is_present, self.seq = True, None, 0
        self.forget_replies()
        for record in list(self.records):
            record.phase, record.number, record.seq = Phase.UNOPENED, None, 0
            record.is_to_restore = False
            # What plays goes on; an interruption of which nobody will tell the end is over.
            if record.state == "interrupted":
                record.stop("inactive")
            record.advice = True
            record.tell(MediaServicesLost(0, self.epoch))

    def fail_open(self) -> None:
        """The daemon has not returned: nothing stays ducked."""
        for record in self.records:
            if record.ramp.target != 1 and record.state == "active":
                record.duck(Ducking(0, self.epoch, 1.0, 1.0))

    # Sessions.

    def ask(self, record: Record, method: str, params: Json, then: Then) -> None:
        """Makes a request about a session, once it is open."""
        if record.phase is Phase.CLOSED:
            return then(None, ClosedError("The session is closed."))
        record.is_wanted = True
        if record.phase is not Phase.OPEN:
            record.backlog.append((method, params, then))
            return self._open(record)
        number = record.number

        def answered(result: Optional[Json], error: Optional[AudioSessionError]) -> None:
            if result is not None and result.get("session") == record.number:
                record.update(result)
            if isinstance(error, Refused) and error.name in ("noSuchSession", "expiredSession"):
                # It ended without a notification, as with the process that it was opened for.
                if number == record.number:
                    record.end(Closed(self.seq, self.epoch, "ended"))
            then(result, error)

        self.lines.request(method, {"session": number, **params}, answered)

    def close(self, record: Record, then: Then = ignore) -> None:
        """Closes a session for good, whatever is under way."""
        phase, number = record.phase, record.number
        lease = record.opening.get("lease")
        record.phase, record.number, record.closed = Phase.CLOSED, None, then
        record.advice = False
        record.stop("inactive")
        self.records = [other for other in self.records if other is not record]
        backlog, record.backlog = record.backlog, []
        for _, _, pending in backlog:
            pending(None, ClosedError("The session is closed."))
        for listener in list(record.listeners):
            listener.end()
        if self.is_present and phase is Phase.OPENING:
            return  # closed as soon as it is open
        if self.is_present and phase is Phase.OPEN:
            self.lines.request("session.close", {"session": number}, then)
        elif self.is_present and lease:
            self.lines.request("session.close", {"leaseName": lease["leaseName"]}, then)
        else:
            then({}, None)

    def give_up(self, record: Record) -> None:
        """Takes back an activation, or the wish for one, about which nobody cares any more."""
        record.is_to_restore = False
        if record.state != "inactive":
            record.stop("inactive")
        if self.is_present and record.phase is Phase.OPEN:
            self.ask(record, "session.deactivate", NOTIFYING, ignore)

    def _open(self, record: Record) -> None:
        if record.phase is not Phase.UNOPENED or not self.is_present:
            return
        record.phase = Phase.OPENING
        params = {**record.opening, **record.configuration}
        self.lines.request("session.open", params, partial(self._opened, record))

    def _opened(
        self, record: Record, result: Optional[Json], error: Optional[AudioSessionError]
    ) -> None:
        if record.phase is Phase.CLOSED and result:
            params: Json = {"session": result.get("session")}
            return self.lines.request("session.close", params, record.closed)
        if record.phase is not Phase.OPENING:
            return record.closed({}, None)
        if result is not None and count(result.get("session")) is None:
            raise Violation("it opened a session without a number")
        backlog, record.backlog = record.backlog, []
        if result is None:
            record.phase = Phase.UNOPENED
            if record.is_to_restore and isinstance(error, Refused):
                record.withhold(error, self.epoch)
            for _, _, then in backlog:
                then(None, error)
            return
        record.phase, record.number = Phase.OPEN, result.get("session")
        record.seq = 0
        record.update(result)
        self._restore(record)
        for method, params, then in backlog:
            self.ask(record, method, params, then)

    def _restore(self, record: Record) -> None:
        """Repeats what the program did before there was this daemon."""
        usual: Json = {"playing": True, "foreground": True, "preferredInput": None}
        usual.update(inputMuted=False, outputMuted=False)
        reported = record.reports.items()
        lacking = {key: value for key, value in reported if usual.get(key, value) != value}
        if lacking:
            self.ask(record, "session.report", lacking, ignore)
        if not record.is_to_restore:
            return
        self.ask(record, "session.activate", {}, lambda _, error: self._restored(record, error))

    def _restored(self, record: Record, error: Optional[AudioSessionError]) -> None:
        if not record.is_to_restore or isinstance(error, (Lost, ClosedError)):
            return
        if isinstance(error, Refused):
            return record.withhold(error, self.epoch)
        record.is_to_restore = False
        if record.ramp.target != 1 and record.status.get("gain") == 1:
            # The daemon tells the gain only if the session is ducked now.
            record.duck(Ducking(record.seq, self.epoch, 1.0, 0.0))
        if record.reports.get("recording"):
            self.ask(record, "session.report", {"recording": True}, partial(self._records, record))

    def _records(
        self, record: Record, result: Optional[Json], error: Optional[AudioSessionError]
    ) -> None:
        if isinstance(error, Refused):
            record.withhold(error, self.epoch)
            self.give_up(record)

    # Notifications.

    def _notified(self, method: str, params: Json) -> None:
        if method == "mediaServices.wereLost":
            return self._lose()
        if method == "mediaServices.wereReset":
            return self._was_reset(params)
        number, seq = params.get("session"), params.get("seq", 0)
        record = next((one for one in self.records if one.number == number), None)
        if record is None or count(number) is None or count(seq) is None:
            return
        try:
            event = event_of(method, params, seq, self.epoch)
        except (KeyError, TypeError, ValueError, OverflowError):
            return  # as if it were unknown
        if event is None:
            return
        self.seq = max(self.seq, seq)
        record.happened(event)

    def _was_reset(self, params: Json) -> None:
        # On a new connection this is no news: the reply to hello will say the same.
        if not self.is_greeted:
            return
        self._lose()
        self.epoch = _epoch(params.get("epoch"))
        self._greet()


def _epoch(value: object) -> str:
    """An epoch as it was said; empty if it is none."""
    return value if isinstance(value, str) and value.isascii() and len(value) < 128 else ""
