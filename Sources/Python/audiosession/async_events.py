"""The events of a session, with asyncio."""

from __future__ import annotations

import asyncio
import collections
from typing import Callable, Deque, Optional

from ._connection import LOG
from ._record import Phase, Record
from .events import Event

#: The most events of a session that wait for a program to read them; then the oldest are dropped.
WAITING_EVENTS = 4096



def deliver(on_event: Callable[[Event], None], event: Event) -> None:
    """Calls the program. What it raises is logged, and the next event comes all the same."""
    try:
        on_event(event)
    except Exception:
        LOG.exception("on_event failed with %r", event)


class EventQueue:
    """Events that wait to be read; None at the end."""

    def __init__(self, record: Record) -> None:
        self.events: Deque[Event] = collections.deque(maxlen=WAITING_EVENTS)
        self._has_ended = record.phase is Phase.CLOSED
        self._waiter: Optional[asyncio.Future[None]] = None
        record.listeners.add(self)

    async def next(self) -> Optional[Event]:
        while not self.events:
            if self._has_ended:
                return None
            if self._waiter is None or self._waiter.done():
                self._waiter = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._waiter)
        return self.events.popleft()

    def put(self, event: Event) -> None:
        self.events.append(event)
        self._wake()

    def end(self) -> None:
        self._has_ended = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class AsyncEvents:
    """The events of a session since the call of `events`; for `async for`.

    It ends when the session is closed by the program, and not when the daemon closes it. One that
    is not read keeps the latest 4,096 events.
    """

    def __init__(self, queue: EventQueue) -> None:
        self._queue = queue

    def __aiter__(self) -> AsyncEvents:
        return self

    async def __anext__(self) -> Event:
        event = await self._queue.next()
        if event is None:
            raise StopAsyncIteration
        return event
