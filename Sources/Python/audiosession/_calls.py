"""The requests of a session, and the waiting for its turn."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Optional, Union

from ._connection import Connection, resolve
from ._messages import Json, Lost
from ._record import Phase, Record
from .errors import AudioSessionError, ClosedError, Interrupted, Refused, TimedOut
from .events import Event
from .words import State


class Calls:
    """The calls of a session: each waits for its answer, and is made again after a restart."""

    def __init__(self, connection: Connection, record: Record) -> None:
        self._connection = connection
        self._record = record

    async def perform(self, method: str, params: Json) -> None:
        """Makes a request about the session, if there is a daemon."""
        while await self._has_daemon():
            try:
                ask = partial(self._connection.machine.ask, self._record, method, params)
                await self._connection.reply(ask)
                return
            except Lost:
                pass  # and once more, where there is a daemon again

    async def _has_daemon(self) -> bool:
        """Whether there is a daemon to ask; if not, the session will be opened when one comes."""
        record, connection = self._record, self._connection
        if record.phase is Phase.CLOSED:
            raise ClosedError("The session is closed.")
        record.is_wanted = True
        while not await connection.settled():
            if connection.strict:
                raise connection.unavailable()
            # A call lets others run, also where there is nobody to ask.
            await asyncio.sleep(0)
            if connection.machine.is_present is False:
                return False
        return True

    async def activate(self, wait: Union[bool, float], after: Optional[Event]) -> None:
        """Activates the session; see `AsyncSession.activate`."""
        loop = asyncio.get_running_loop()
        limit = None if isinstance(wait, bool) else loop.time() + wait
        machine, record = self._connection.machine, self._record
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
                        self._connection.flush()
                    raise
                seq = machine.seq

    async def _activate(self, intent: int, seq: int) -> None:
        """Makes one attempt; with a `seq`, it is refused after a later interruption."""
        connection, record = self._connection, self._record
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
                resolve(future, result, error)

            params = {"ifSeq": seq} if seq else {}
            connection.machine.ask(record, "session.activate", params, answered)
            connection.flush()
            try:
                await connection.answer(future)
            except Lost:
                continue
            except asyncio.CancelledError:
                if future.done() and not future.cancelled():
                    self._undo(intent, before)  # it was cancelled behind the answer
                    connection.flush()
                raise
            if record.state != "active":
                raise Interrupted(record.interruption.by if record.interruption else None)
            return

    def _undo(self, intent: int, before: State) -> None:
        """Takes back an activation for which nobody waits any more, unless it was active before."""
        record = self._record
        is_still_interrupted = before == record.state == "interrupted"
        if record.intent == intent and before != "active" and not is_still_interrupted:
            self._connection.machine.give_up(record)

    async def _until_advised(self, limit: Optional[float], refusal: Refused) -> None:
        """Waits for the advice to try again; raises the refusal if the advice is not to."""
        record = self._record
        began = record.interruption
        if record.state == "interrupted" and began and began.reason == "routeDisconnected":
            # The end of such an interruption is never told (R44); of an inactive session, it is.
            return await self.perform("session.deactivate", {})
        loop = asyncio.get_running_loop()
        while record.advice is None:
            seconds = None if limit is None else max(0, limit - loop.time())
            if not await self._connection.change(seconds):
                raise TimedOut(f"Waited in vain: {refusal}") from refusal
        if record.phase is Phase.CLOSED:
            raise ClosedError("The session is closed.")
        if not record.advice:
            raise refusal
