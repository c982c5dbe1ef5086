"""Carrying out the calls of asyncio's classes for programs without asyncio."""

from __future__ import annotations

import asyncio
import functools
import threading
from typing import TYPE_CHECKING, Any, Callable, Coroutine, Generic, Optional, TypeVar

from .errors import ClosedError

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    Parameters = ParamSpec("Parameters")

Function = TypeVar("Function", bound=Callable[..., object])
Owner = TypeVar("Owner")
Result = TypeVar("Result")
Twin = TypeVar("Twin")


class Runner:
    """The thread of a blocking client, on which no code of the program runs."""

    def __init__(self, close: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._close = close
        self._lock = threading.Lock()
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._thread: Optional[threading.Thread] = None
        self._is_stopped = False

    def run(self, call: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
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

    def do(self, call: Callable[[], Result]) -> Result:
        """Carries out a call that does not wait."""

        async def carry_out() -> Result:
            return call()

        return self.run(carry_out)

    def _start(self) -> asyncio.AbstractEventLoop:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="audiosession", daemon=True
        )
        self._thread.start()
        return self._loop

    def stop(self) -> None:
        """Closes the client, and ends the thread."""
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
        await self._close()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        if rest:
            await asyncio.wait(rest)  # they have just been told, and end by themselves


class Blocking(Generic[Twin]):
    """An object whose calls its twin for asyncio carries out on the client's thread."""

    def __init__(self, runner: Runner, twin: Twin) -> None:
        self._runner = runner
        self._twin = twin


def blocking(
    method: Callable[Concatenate[Twin, Parameters], Coroutine[Any, Any, Result]],
    afterwards: Callable[[Twin], None] = lambda twin: None,
) -> Callable[Concatenate[Blocking[Twin], Parameters], Result]:
    """A method of the twin, with its parameters and its description, as one that blocks.

    `afterwards` is called with the twin when the call is done, on the caller's thread.
    """

    @functools.wraps(method)
    def call(
        self: Blocking[Twin], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Result:
        result = self._runner.run(lambda: method(self._twin, *args, **kwargs))
        afterwards(self._twin)
        return result

    return call


def constructed_as(
    make: Callable[Parameters, Twin],
) -> Callable[[Callable[[Owner, Twin], None]], Callable[Concatenate[Owner, Parameters], None]]:
    """Has a constructor take the parameters of its twin's, and be given the twin."""

    def decorate(
        construct: Callable[[Owner, Twin], None],
    ) -> Callable[Concatenate[Owner, Parameters], None]:
        def init(self: Owner, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
            construct(self, make(*args, **kwargs))

        functools.update_wrapper(init, getattr(make, "__init__"))
        return init

    return decorate


def described_as(model: object) -> Callable[[Function], Function]:
    """Gives a function the description of another one."""

    def describe(function: Function) -> Function:
        function.__doc__ = model.__doc__
        return function

    return describe
