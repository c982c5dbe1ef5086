"""What the tests of the Python client share: daemons, real and scripted, and another client."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import json
import logging
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import warnings
from typing import Any, Awaitable, Callable, Dict, List, Optional, Tuple, TypeVar

import audiosession

# Otherwise it would report each callback that a slow machine delays.
logging.getLogger("asyncio").setLevel(logging.ERROR)

#: How long a test waits for what has to come; only a failure ever takes so long.
PATIENCE = 30.0
Json = Dict[str, Any]
Result = TypeVar("Result")


class Folder:
    """A folder of a test's own."""

    def __init__(self) -> None:
        self.path = tempfile.mkdtemp(prefix="audiosession-")
        self.socket = self.path + "/socket"

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


class Daemon:
    """A real daemon at a socket of its own."""

    def __init__(self, folder: Folder, configuration: str = "") -> None:
        self.path = folder.socket
        self._file = folder.path + "/conf"
        with open(self._file, "w") as file:
            file.write(configuration)
        self._start()

    def _start(self) -> None:
        words = [os.environ["AUDIOSESSIOND"], "--socket", self.path, "--config", self._file]
        # Not this program's own: whoever reads its output to the end would wait for the daemon.
        self._process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        assert self._process.stderr is not None
        line = self._process.stderr.readline()
        assert b"listening on" in line, line

    def kill(self, number: int = signal.SIGKILL) -> None:
        self._process.send_signal(number)
        self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def restart(self) -> None:
        self.kill()
        self._start()

    def stop(self) -> None:
        if self._process.returncode is None:
            self.kill()


class Peer:
    """Another program at the daemon, written from the protocol alone."""

    def __init__(self, path: str, application: str = "peer") -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(path)
        self._file = self._socket.makefile("rb")
        self._last = 0
        # Sessions of one program never affect each other, and this is the same process.
        self.ask("hello", protocol=1, application=application)

    def ask(self, method: str, **params: Any) -> Json:
        answer = self.answer(method, **params)
        assert "result" in answer, answer
        result: Json = answer["result"]
        return result

    def answer(self, method: str, **params: Any) -> Json:
        self._last += 1
        message = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}
        self._socket.sendall(json.dumps(message).encode() + b"\n")
        while True:
            reply: Json = json.loads(self._file.readline())
            if reply.get("id") == self._last:
                return reply

    def play(self, **description: Any) -> int:
        number: int = self.ask("session.open", **description)["session"]
        self.ask("session.activate", session=number)
        return number

    def call(self) -> int:
        return self.play(name="phone", category="playAndRecord", priority="phoneCall")

    def sessions(self) -> Dict[str, Json]:
        listed = self.ask("session.list")["sessions"]
        return {str(session["name"]): session for session in listed}

    def pending(self) -> int:
        """How many sessions wait until they may."""
        return int(self.ask("server.status")["counts"]["pending"])

    def close(self) -> None:
        self._file.close()
        self._socket.close()


class ScriptedDaemon:
    """Answers as a test says: `answer` gets each request and returns the lines to send, or None."""

    def __init__(self, path: str, answer: Callable[[Json], Optional[List[Any]]]) -> None:
        self._answer = answer
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen()
        self._connections: List[socket.socket] = []
        self.requests: List[Json] = []
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._connections.append(connection)
            with connection, connection.makefile("rb") as lines:
                try:
                    for line in lines:
                        request = json.loads(line)
                        self.requests.append(request)
                        said = self._answer(request) or []
                        # At once, so that they are read together however busy the machine is.
                        lines_said = [m if isinstance(m, bytes) else to_line(m) for m in said]
                        connection.sendall(b"".join(lines_said))
                except OSError:
                    pass

    def send(self, message: Any) -> None:
        self._connections[-1].sendall(to_line(message))

    def stop(self) -> None:
        # A thread that waits in accept(2) isn't woken by close(2).
        self._listener.shutdown(socket.SHUT_RDWR)
        for connection in self._connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self._thread.join()
        self._listener.close()


def to_line(message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


def reply(request: Json, **result: Any) -> Json:
    return {"jsonrpc": "2.0", "id": request["id"], "result": result}


def refusal(request: Json, name: str, code: int = 1) -> Json:
    error = {"code": code, "message": "refused", "data": {"name": name}}
    return {"jsonrpc": "2.0", "id": request["id"], "error": error}


def notice(method: str, seq: int, **params: Any) -> Json:
    return {"jsonrpc": "2.0", "method": method, "params": {"epoch": "e", "seq": seq, **params}}


def interruption(reason: str = "default") -> Json:
    return notice("session.interruption", 9, session=1, type="began", reason=reason)


def state(request: Json, state: str, seq: int, session: int = 1, **more: Any) -> Json:
    return reply(request, session=session, state=state, gain=1, seq=seq, **more)


async def soon(awaitable: Awaitable[Result]) -> Result:
    """What has to come, and soon."""
    return await asyncio.wait_for(awaitable, PATIENCE)


async def until(condition: Callable[[], object]) -> None:
    """Waits until something is so of which nobody tells."""
    limit = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < limit, "waited in vain"
        await asyncio.sleep(0.01)


def wait_until(condition: Callable[[], object]) -> None:
    """The same for a test without asyncio."""
    limit = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.01)


async def event(events: audiosession.AsyncEvents, kind: type) -> Any:
    """The next event of a kind; others are passed over."""
    while True:
        found = await soon(events.__anext__())
        if isinstance(found, kind):
            return found


class Case(unittest.IsolatedAsyncioTestCase):
    """A test with a folder, and as many daemons as it wants; it must leave no thread behind."""

    def setUp(self) -> None:
        warnings.simplefilter("error")
        # A test that hangs ends them all, with a stack.
        faulthandler.dump_traceback_later(4 * PATIENCE, exit=True)
        self.addCleanup(faulthandler.cancel_dump_traceback_later)
        self._threads = set(threading.enumerate())
        self._descriptors = len(os.listdir("/proc/self/fd"))
        self.folder = Folder()
        self.path = self.folder.socket
        self.addCleanup(self.folder.remove)

    async def asyncTearDown(self) -> None:
        # What asyncio closes it closes in its next turn.
        await asyncio.sleep(0)

    def start(self, configuration: str = "") -> Daemon:
        daemon = Daemon(self.folder, configuration)
        self.addCleanup(daemon.stop)
        return daemon

    def script(self, answer: Callable[[Json], Optional[List[Any]]]) -> ScriptedDaemon:
        daemon = ScriptedDaemon(self.path, answer)
        self.addCleanup(daemon.stop)
        return daemon

    def peer(self, application: str = "peer") -> Peer:
        peer = Peer(self.path, application)
        self.addCleanup(peer.close)
        return peer

    def client(self, **arguments: Any) -> audiosession.AsyncClient:
        arguments.setdefault("timeout", PATIENCE)
        client = audiosession.AsyncClient("test", socket_path=self.path, **arguments)
        self.addAsyncCleanup(client.close)
        return client

    async def play(self) -> Tuple[audiosession.AsyncSession, audiosession.AsyncEvents]:
        """A session that plays music, and its events."""
        music = self.client().session("music", category="playback")
        events = music.events()
        await music.activate()
        return music, events

    def blocking(self, **arguments: Any) -> audiosession.Client:
        arguments.setdefault("timeout", PATIENCE)
        client = audiosession.Client("test", socket_path=self.path, **arguments)
        self.addCleanup(client.close)
        return client

    def doCleanups(self) -> Any:
        done = super().doCleanups()
        gc.collect()
        left = set(threading.enumerate()) - self._threads
        assert not [thread for thread in left if thread.name.startswith("audiosession")], left
        assert len(os.listdir("/proc/self/fd")) == self._descriptors, "a descriptor was left open"
        return done
