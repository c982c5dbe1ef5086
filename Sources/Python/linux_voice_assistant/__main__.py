"""Audio sessions for linux-voice-assistant, by what its peripheral API tells.

From the wake word to the end of the answer there is a session of priority assistant, and while a
timer rings one of priority alarm. They belong to linux-voice-assistant's process, if that can be
found, so that they don't hold back its own sounds. Nothing stays soft: a session ends with either
process, with the connection between them, and after a time without a message.
"""

from __future__ import annotations

import argparse
import asyncio
import glob
import ipaddress
import json
import logging
import os
import socket
import sys
from typing import Any, Coroutine, Dict, Optional, Set

import websockets
from audiosession import (
    AsyncClient, AsyncEvents, AsyncSession, AudioSessionError, Closed, InterruptionBegan,
    InterruptionEnded, MediaServicesReset, Priority, Refused,
)  # fmt: skip
from websockets.exceptions import WebSocketException

sys.dont_write_bytecode = True  # root would leave it where the package doesn't know of it
from assistant import Assistant  # noqa: E402

#: Where the typed interface of websockets has it depends on the version.
_connect: Any = getattr(websockets, "connect")
_log = logging.getLogger("linux-voice-assistant")
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 15.0  # seconds between two attempts to connect
_OPENING = 10.0  # seconds for a connection
#: What ends the sound of a session.
_COMMANDS: Dict[Priority, str] = {"assistant": "stop_pipeline", "alarm": "stop_timer_ringing"}


class Adapter:
    """Follows linux-voice-assistant, and again whenever it or the daemon has come back."""

    def __init__(self, options: argparse.Namespace, client: AsyncClient) -> None:
        self._options, self._client = options, client
        self._assistant = Assistant(options.limit)
        self._connection: Any = None
        self._server: Optional[int] = None
        self._held: Dict[Priority, AsyncSession] = {}
        self._watchers: Set[asyncio.Task[None]] = set()
        self._is_muted = False

    async def run(self) -> None:
        # It is never opened, and only hears of the daemon's return.
        self._begin(self._report_again(self._client.session("microphone").events()))
        url, pause = f"ws://{self._options.host}:{self._options.port}", _FIRST_PAUSE
        while True:
            try:
                await self._follow(url)
            except (OSError, WebSocketException, asyncio.TimeoutError) as error:
                if self._connection is not None or pause == _FIRST_PAUSE:
                    _log.warning("%s: %s; trying again", url, str(error) or "no answer")
            if self._connection is not None:
                pause = _FIRST_PAUSE
            self._connection = self._server = None
            self._assistant = Assistant(self._options.limit)
            await self._settle()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._watchers.add(task)
        task.add_done_callback(self._watchers.discard)

    async def _follow(self, url: str) -> None:
        host = self._options.host
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as plug:
            plug.setblocking(False)
            address, loop = (host.strip("[]"), self._options.port), asyncio.get_running_loop()
            await asyncio.wait_for(loop.sock_connect(plug, address), _OPENING)
            async with _connect(url, sock=plug) as connection:
                _log.info("%s: connected", url)
                self._connection = connection
                while True:
                    await self._receive(plug)

    async def _receive(self, plug: socket.socket) -> None:
        limit = self._assistant.patience
        try:
            text = await asyncio.wait_for(self._connection.recv(), limit)
            self._server = self._server or process_behind(plug)
            self._assistant.take(text)
        except asyncio.TimeoutError:
            _log.warning("nothing was heard for %g s; its sessions are released", limit)
            self._assistant.end("assistant", "alarm")
        except (ValueError, RecursionError) as error:
            _log.warning("a message was passed over: %s", error)
        await self._settle()

    async def _settle(self) -> None:
        """Sees to it that the daemon knows what is wanted, and no more."""
        for kind in _COMMANDS:
            is_wanted = kind in self._assistant.wanted
            if is_wanted and kind not in self._held:
                await self._hold(kind)
            elif not is_wanted and kind in self._held:
                await self._held.pop(kind).close()
        if self._is_muted != self._assistant.is_muted:
            self._is_muted = self._assistant.is_muted
            await self._report_mute()

    async def _hold(self, kind: Priority, has_grant: bool = True) -> None:
        session = self._held[kind] = self._client.session(
            "linux-voice-assistant",
            category="playback",
            options=None if has_grant else ["duckOthers"],
            priority=kind if has_grant else None,
            on_behalf_of=self._server,
        )
        self._begin(self._watch(kind, session, session.events()))
        try:
            await session.activate()
        except Refused as refusal:
            if refusal.is_temporary:
                await self._lose(kind, session, f"{refusal} ({refusal.rule} {refusal.cell or ''})")
            elif refusal.name == "missingEntitlement" and has_grant:
                _log.warning("without [Grant %s] others are only lowered: %s", kind, refusal)
                await session.close()
                await self._hold(kind, has_grant=False)
            else:
                _log.warning("the %s goes on without a session: %s", kind, refusal)
        except AudioSessionError as error:
            _log.warning("the session of the %s: %s", kind, error)

    async def _watch(self, kind: Priority, session: AsyncSession, events: AsyncEvents) -> None:
        """Follows what the daemon says of a session, until that is closed."""
        async for event in events:
            if isinstance(event, Closed):
                await self._lose(kind, session, f"its session was closed ({event.reason})")
            elif isinstance(event, InterruptionBegan) and kind == "assistant":
                name = event.by.name if event.by else None
                await self._lose(kind, session, f"interrupted by {name or 'another session'}")
            elif isinstance(event, InterruptionEnded) and event.should_resume:
                try:
                    await session.activate(after=event)  # a timer that rings still
                except AudioSessionError as error:
                    _log.warning("the %s doesn't resume: %s", kind, error)

    async def _lose(self, kind: Priority, session: AsyncSession, reason: str) -> None:
        """Has linux-voice-assistant stop what it has no session for any more."""
        if self._held.get(kind) is not session:
            return
        del self._held[kind]
        self._assistant.end(kind)
        _log.warning("the %s is stopped: %s", kind, reason)
        try:
            await self._connection.send(json.dumps({"command": _COMMANDS[kind]}))
        except WebSocketException:
            pass  # it has gone, and is silent
        await session.close()

    async def _report_again(self, events: AsyncEvents) -> None:
        async for event in events:
            if isinstance(event, MediaServicesReset) and self._is_muted:
                await self._report_mute()

    async def _report_mute(self) -> None:
        if not self._options.microphone:
            return
        try:
            await self._client.call("system.setMicrophoneMuted", muted=self._is_muted)
        except AudioSessionError as error:
            _log.warning("the microphone's mute isn't told: %s", error)


def process_behind(plug: socket.socket) -> Optional[int]:
    """The process at the other end of a connection within the machine; None if it can't be seen."""
    ours, theirs = (f":{name[1]:04X}" for name in (plug.getsockname(), plug.getpeername()))
    links = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with open(table) as lines:
            for row in map(str.split, lines):
                if row[1].endswith(theirs) and row[2].endswith(ours):
                    links.add(f"socket:[{row[9]}]")
    for path in glob.iglob("/proc/[0-9]*/fd/*"):
        try:
            if os.lstat(path).st_uid == os.geteuid() and os.readlink(path) in links:
                return int(path.split("/")[2])
        except OSError:
            pass  # gone, or another user's
    return None


def loopback(text: str) -> str:
    """An address that only this machine reaches, as a URL has it."""
    host = "127.0.0.1" if text == "localhost" else text.strip("[]")
    try:
        if ipaddress.ip_address(host).is_loopback:
            return f"[{host}]" if ":" in host else host
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(
        f"{text}: expected a loopback address such as 127.0.0.1, since nothing protects the others"
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description="Audio sessions for linux-voice-assistant.")
    parser.add_argument("--host", type=loopback, default="127.0.0.1", help="its address")
    parser.add_argument("--port", type=int, default=6055, help="its peripheral port")
    parser.add_argument("--limit", type=float, default=120.0, metavar="SECONDS",
                        help="release what it has not spoken of for so long (120)")  # fmt: skip
    parser.add_argument("--microphone", action="store_true",
                        help="its mute is that of all programs")  # fmt: skip
    options = parser.parse_args()
    logging.basicConfig(format="%(name)s: %(message)s")
    _log.setLevel(logging.INFO)
    async with AsyncClient("linux-voice-assistant") as client:
        await Adapter(options, client).run()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        pass
