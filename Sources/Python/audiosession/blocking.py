"""The clients for programs without asyncio, made of those for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import threading
import weakref
from typing import TYPE_CHECKING, Callable, Optional, cast

from ._runner import Blocking, Runner, blocking, constructed_as, described_as
from ._state import ClientState, SessionState
from .async_client import AsyncClient
from .async_events import EventQueue, deliver
from .async_session import AsyncSession
from .errors import ClosedError, Interrupted, TimedOut
from .events import Event

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    Parameters = ParamSpec("Parameters")


class Events:
    """The events of a session since the call of `events`; for `for`, which waits for each."""

    def __init__(self, runner: Runner, queue: EventQueue) -> None:
        self._runner = runner
        self._queue = queue

    def __iter__(self) -> Events:
        return self

    def __next__(self) -> Event:
        event = self.next()
        if event is None:
            raise StopIteration
        return event

    def next(self, timeout: Optional[float] = None) -> Optional[Event]:
        """The next event; None at the end.

        - `timeout`: for how many seconds to wait at most; then it raises `TimedOut`.
        """
        try:
            return self._runner.run(lambda: asyncio.wait_for(self._queue.next(), timeout))
        except ClosedError:
            return None
        except asyncio.TimeoutError:
            raise TimedOut("No event came in time.") from None


def _deliver_all(events: Events, on_event: Callable[[Event], None]) -> None:
    for event in events:
        deliver(on_event, event)


def _check_audible(session: AsyncSession) -> None:
    """Raises if it was interrupted on the way from the client's thread to the caller's."""
    record = session._record
    if record.state == "interrupted" and record.interruption is not None:
        raise Interrupted(record.interruption.by)


def _making(
    method: Callable[Concatenate[AsyncClient, Parameters], AsyncSession],
) -> Callable[Concatenate[Client, Parameters], Session]:
    """The method that makes a session, with its parameters, as one whose session blocks."""

    @functools.wraps(method)
    def make(self: Client, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Session:
        # It would be called on the client's thread, where no call of the program may wait.
        on_event = cast("Optional[Callable[[Event], None]]", kwargs.pop("on_event", None))
        session = self._runner.do(lambda: method(self._twin, *args, **kwargs))
        return Session(self, session, on_event)

    signature = inspect.signature(method).replace(return_annotation=Session.__name__)
    setattr(make, "__signature__", signature)
    return make


class Session(SessionState, Blocking[AsyncSession]):
    """An audio session; made by `Client.session`. Its members are those of `AsyncSession`."""

    def __init__(
        self,
        client: Client,
        session: AsyncSession,
        on_event: Optional[Callable[[Event], None]],
    ) -> None:
        SessionState.__init__(self, session._record)
        Blocking.__init__(self, client._runner, session)
        self._client = client  # which lives as long as its sessions
        if on_event is not None:
            threading.Thread(
                target=_deliver_all,
                args=(self.events(), on_event),
                name="audiosession events",
                daemon=True,
            ).start()

    @described_as(AsyncSession.events)
    def events(self) -> Events:
        return Events(self._runner, self._runner.do(lambda: EventQueue(self._record)))

    open = blocking(AsyncSession.open)
    configure = blocking(AsyncSession.configure)
    activate = blocking(AsyncSession.activate, afterwards=_check_audible)
    deactivate = blocking(AsyncSession.deactivate)
    report = blocking(AsyncSession.report)
    refresh = blocking(AsyncSession.refresh)
    renew = blocking(AsyncSession.renew)

    @described_as(AsyncSession.close)
    def close(self) -> None:
        with contextlib.suppress(ClosedError):  # with its client
            self._runner.run(self._twin.close)

    def __enter__(self) -> Session:
        try:
            self.open()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _say_playing(self, value: bool) -> None:
        self._runner.do(lambda: self._twin._say_playing(value))


class Client(ClientState, Blocking[AsyncClient]):
    """A program's connection to the daemon, for programs without asyncio.

    Arguments and methods are those of `AsyncClient`. Each call waits until it is done, and any
    thread may make it. The client has one thread of its own, from its first call until `close`.
    """

    @constructed_as(AsyncClient)
    def __init__(self, client: AsyncClient) -> None:
        ClientState.__init__(self, client._connection)
        Blocking.__init__(self, Runner(client.close), client)
        # Also at the end of the program, and if nobody refers to the client any more.
        self._finish = weakref.finalize(self, self._runner.stop)

    session = _making(AsyncClient.session)
    call = blocking(AsyncClient.call)

    @described_as(AsyncClient.close)
    def close(self) -> None:
        self._finish()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
