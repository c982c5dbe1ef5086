"""The connection to the daemon, with asyncio."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from functools import partial
from typing import Any, Callable, List, Mapping, Optional

from ._machine import Machine
from ._messages import Json, Then, Violation
from .errors import AudioSessionError, ClosedError, TimedOut, Unavailable

LOG = logging.getLogger("audiosession")
_ENDED = "it ended the connection"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 5.0  # seconds between two attempts to connect
_TIMEOUT, _FIRST_TIMEOUT = 5.0, 1.0  # seconds for an answer, and for the first one
_FAIL_OPEN = 1.0  # seconds without a daemon after which nothing stays ducked


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


class Link(asyncio.Protocol):
    """A connection to the daemon."""

    def __init__(self, connection: Connection, ended: asyncio.Future[None]) -> None:
        self._connection = connection
        self._ended = ended
        self.transport: Optional[asyncio.Transport] = None
        self.reason = _ENDED

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._connection.machine.connected()
        self._connection.flush()

    def data_received(self, data: bytes) -> None:
        try:
            self._connection.machine.lines.received(data)
        except Violation as violation:
            self.abort(str(violation))
        self._connection.flush()

    def connection_lost(self, exc: Optional[Exception]) -> None:
        if not self._ended.done():
            self._ended.set_result(None)

    def abort(self, reason: str) -> None:
        self.reason = reason
        if self.transport is not None:
            self.transport.abort()


class Connection:
    """The connection of a client, which its sessions share, and the waiting for answers on it."""

    def __init__(
        self, machine: Machine, path: Optional[str], strict: bool, timeout: Optional[float]
    ) -> None:
        self.machine = machine
        self.strict = strict
        self.timeout = _TIMEOUT if timeout is None else timeout
        is_hasty = timeout is None and not strict
        self.first_timeout = _FIRST_TIMEOUT if is_hasty else self.timeout
        self.path = path
        self.is_closed = False
        self._task: Optional[asyncio.Task[None]] = None
        self._link: Optional[Link] = None
        self._waiters: List[asyncio.Future[None]] = []
        self._fail_open: Optional[asyncio.TimerHandle] = None

    def start(self) -> None:
        """Begins to connect, unless that has begun."""
        if self.is_closed:
            raise ClosedError("The client is closed.")
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        """Connects, and connects again, for as long as the client exists."""
        pause = _FIRST_PAUSE
        while True:
            path = self.path or socket_path()
            try:
                reason = await self._connect(path)
            except OSError as error:
                reason = error.strerror or str(error)
            if self.machine.is_greeted:
                LOG.info("the connection to %s is lost: %s", path, reason)
                if reason == _ENDED:  # and not because of what came over it
                    pause = _FIRST_PAUSE
            self.machine.disconnected(f"{path}: {reason}")
            self.flush()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _connect(self, path: str) -> str:
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
            link = Link(self, ended)
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

    def _check_greeted(self, link: Link) -> None:
        if not self.machine.is_greeted:
            link.abort("it does not answer")

    def flush(self) -> None:
        """Sends what there is to send, and wakes whoever waits for a change."""
        machine, link = self.machine, self._link
        if machine.lines.outgoing and link is not None and link.transport is not None:
            link.transport.write(bytes(machine.lines.outgoing))
            machine.lines.outgoing.clear()
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

    async def change(self, seconds: Optional[float]) -> bool:
        """Waits until something has changed; false if nothing did in time."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        self._waiters.append(waiter)
        timer = None if seconds is None else loop.call_later(seconds, expire, waiter)
        try:
            await waiter
            return True
        except TimedOut:
            return False
        finally:
            if timer is not None:
                timer.cancel()

    async def settled(self) -> bool:
        """Waits until it is known whether a daemon arbitrates, and returns that."""
        self.start()
        loop = asyncio.get_running_loop()
        limit = loop.time() + self.first_timeout
        while self.machine.is_present is None:
            if not await self.change(max(0, limit - loop.time())):
                self.machine.is_silent()
        if self.is_closed:
            raise ClosedError("The client is closed.")
        return self.machine.is_present

    async def reply(self, request: Callable[[Then], None]) -> Json:
        """Makes a request, and waits for its answer."""
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        request(partial(resolve, future))
        self.flush()
        return await self.answer(future)

    async def answer(self, future: asyncio.Future[Json]) -> Json:
        """Waits for an answer, without a task in between that could delay it."""
        timer = asyncio.get_running_loop().call_later(self.timeout, expire, future)
        try:
            return await future
        finally:
            timer.cancel()

    def unavailable(self) -> Unavailable:
        """The error for a request that no daemon answers."""
        return Unavailable(f"No audiosessiond answers: {self.machine.reason}.")

    async def close(self) -> None:
        """Ends the connection for good."""
        self.is_closed = True
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        if self._fail_open is not None:
            self._fail_open.cancel()
        machine = self.machine
        machine.is_present = False
        machine.forget_replies()
        for record in machine.records:
            machine.close(record)
        self.flush()


def resolve(
    future: asyncio.Future[Json], result: Optional[Json], error: Optional[AudioSessionError]
) -> None:
    """Has an answer be what is waited for."""
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result or {})


def expire(future: asyncio.Future[Any]) -> None:
    """Ends the waiting for an answer that did not come."""
    if not future.done():
        future.set_exception(TimedOut("audiosessiond did not answer in time."))
