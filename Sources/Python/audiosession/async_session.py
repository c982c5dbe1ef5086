"""A session, with asyncio."""

from __future__ import annotations

from functools import partial
from typing import Any, Mapping, Optional, Sequence, Union

from ._calls import Calls
from ._connection import Connection
from ._machine import NOTIFYING
from ._messages import Lost, configuration, given, ignore
from ._record import Phase, Record
from ._state import SessionState
from .async_events import AsyncEvents, EventQueue
from .errors import Refused, TimedOut
from .events import Event
from .words import AlertStyle, Category, Mode, Option, Priority, RouteSharingPolicy


class AsyncSession(SessionState):
    """An audio session; made by `AsyncClient.session`.

    `async with` opens it and closes it. What the properties return includes every reply and event
    that has arrived; reading them makes no request, and is safe on any thread.
    """

    def __init__(self, connection: Connection, record: Record) -> None:
        super().__init__(record)
        self._connection = connection
        self._calls = Calls(connection, record)

    def events(self) -> AsyncEvents:
        """What happens to the session from now on. Call it before the first activation."""
        return AsyncEvents(EventQueue(self._record))

    async def open(self) -> None:
        """Opens the session, unless it is open. Every other call does so, too."""
        await self._calls.perform("session.get", {})

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
        """Changes the configuration: what is None stays.

        - `category`, `mode`, `options`, `route_sharing_policy`: what its sound is for. A category
          resets those of the others that are not given with it.
        - `priority`: above `normal`, it takes a grant.
        - `alert_style`: how a `ringtone` is shown.
        - `role`: an additional kind of session (R66); an empty one removes it.
        - `preferences`: by their names in the protocol; the others stay.

        It raises `Refused` if a part is refused; then nothing changes.
        """
        changes = configuration(
            category=category, mode=mode, options=options,
            route_sharing_policy=route_sharing_policy, priority=priority, alert_style=alert_style,
            role=role, preferences=preferences,
        )  # fmt: skip
        await self._calls.perform("session.configure", changes)
        self._record.configuration = self._record.configured(changes)

    async def activate(
        self, *, wait: Union[bool, float] = False, after: Optional[Event] = None
    ) -> None:
        """Activates the session; when this returns, it may be heard.

        - `wait`: whether to wait, or for how many seconds at most, if it is refused because of a
          session of higher priority, or interrupted at once: until the advice to try again.
        - `after`: the event because of which it resumes. The activation is then refused if another
          session has interrupted it since, so that it does not take the sound back by accident.

        It raises `Refused`, with the session that is in the way, and `TimedOut` if the waiting was
        in vain; do not play then.
        """
        await self._calls.activate(wait, after)

    async def deactivate(self, *, notify_others: bool = True) -> None:
        """Deactivates the session.

        - `notify_others`: whether the sessions that it interrupted are told that they may resume.
        """
        record = self._record
        record.intent += 1
        record.is_to_restore = record.is_withheld = False
        await self._calls.perform("session.deactivate", NOTIFYING if notify_others else {})
        if not self._connection.machine.is_present:
            record.stop("inactive")

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

        - `playing`, `recording`, `foreground`: whether it does so, or is there.
        - `input_muted`, `output_muted`: whether the audio agent is to silence it.
        - `preferred_input`: the id of the port from which the agent has it record; an empty one:
          from none in particular.
        - `output_override`: `speaker` has it play on the loudspeaker, `none` where others do.

        It raises `Refused` if a part is refused, such as a recording during a call; then nothing
        changes.
        """
        report = given(
            playing=playing, recording=recording, foreground=foreground, input_muted=input_muted,
            output_muted=output_muted, preferred_input=preferred_input,
            output_override=output_override,
        )  # fmt: skip
        if preferred_input == "":
            report["preferredInput"] = None
        await self._calls.perform("session.report", report)
        self._record.reports.update(report)

    async def refresh(self) -> Mapping[str, Any]:
        """Asks the daemon for the present status, and returns it."""
        await self._calls.perform("session.get", {})
        return self.status

    async def renew(self, ttl: Optional[float] = None) -> None:
        """Lets the time of a lease start again, with `ttl` seconds if they are given."""
        await self._calls.perform("session.renew", given(ttl_seconds=ttl))

    async def close(self) -> None:
        """Closes the session for good; what it interrupted or ducked is released."""
        record, connection = self._record, self._connection
        if record.phase is Phase.CLOSED:
            return
        if record.opening.get("lease"):
            await connection.settled()  # another command may have opened it
        try:
            await connection.reply(partial(connection.machine.close, record))
        except (Lost, Refused, TimedOut):
            pass  # it is closed all the same

    async def __aenter__(self) -> AsyncSession:
        try:
            await self.open()
        except BaseException:
            self._connection.machine.close(self._record)
            self._connection.flush()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    def _say_playing(self, value: bool) -> None:
        record, machine = self._record, self._connection.machine
        record.reports["playing"] = value
        if machine.is_present and record.phase in (Phase.OPENING, Phase.OPEN):
            machine.ask(record, "session.report", {"playing": value}, ignore)
            self._connection.flush()
