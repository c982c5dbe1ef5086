"""The connection of a program, with asyncio."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Callable, Mapping, Optional, Sequence

from ._connection import Connection
from ._machine import Machine
from ._messages import Json, Lost, configuration, given
from ._record import Phase, Record
from ._state import ClientState
from .async_events import deliver
from .async_session import AsyncSession
from .events import Event
from .words import (
    AlertStyle, Category, Everywhere, Mode, Option, Priority, RouteSharingPolicy, Zone,
)  # fmt: skip


class AsyncClient(ClientState):
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
        connection = Connection(Machine(name, application), socket_path, strict, timeout)
        super().__init__(connection)

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
    ) -> AsyncSession:
        """Creates a session, which its first call opens, or a `with` block.

        - `name`: a name for tools and logs.
        - `category` to `preferences`: what its sound is for, by default `soloAmbient`; see
          `configure`.
        - `zone`: it is heard there alone, or with `EVERYWHERE` in all zones (R63).
        - `on_behalf_of`: the id of the process that it belongs to, instead of this one.
        - `lease`: the name that it belongs to, instead of the connection: other commands of the
          user may share it, and it ends after `ttl` seconds, 0.1…86,400 and by default 30, unless
          it is renewed.
        - `on_event`: is called for each event, one after the other: by `AsyncClient` in its loop,
          and by `Client` on a thread of the session's own, where it may make any call.
        """
        opening = given(name=name, on_behalf_of=on_behalf_of)
        if zone is not None:
            opening["zone"] = None if isinstance(zone, Everywhere) else zone
        if lease is not None:
            opening["lease"] = given(lease_name=lease, ttl_seconds=ttl)
        parts = configuration(
            category=category, mode=mode, options=options,
            route_sharing_policy=route_sharing_policy, priority=priority, alert_style=alert_style,
            role=role, preferences=preferences,
        )  # fmt: skip
        record = Record(opening, parts)
        if on_event is not None:
            record.on_event = partial(_call_soon, on_event)
        if self._connection.is_closed:
            record.phase = Phase.CLOSED
        else:
            self._connection.machine.records.append(record)
        return AsyncSession(self._connection, record)

    async def call(self, /, method: str, **params: Any) -> Json:
        """Makes any request of the protocol, such as `session.list`, and returns its result.

        - `params`: the request's parameters, by their names in the protocol.

        It raises `Unavailable` where there is no daemon, `Refused`, and `TimedOut`.
        """
        connection = self._connection
        if not await connection.settled():
            raise connection.unavailable()
        try:
            return await connection.reply(partial(connection.machine.lines.request, method, params))
        except Lost:
            raise connection.unavailable() from None

    async def close(self) -> None:
        """Closes the connection, and with it all sessions except leases."""
        await self._connection.close()

    async def __aenter__(self) -> AsyncClient:
        self._connection.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()


def _call_soon(on_event: Callable[[Event], None], event: Event) -> None:
    """Calls the program once what is being processed has been."""
    asyncio.get_running_loop().call_soon(deliver, on_event, event)
