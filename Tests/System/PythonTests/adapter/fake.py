"""What the tests of the adapter for linux-voice-assistant share: a server that speaks like it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from typing import Any, List

from support import Case, soon, until

CHECKOUT = os.path.abspath(__file__ + "/../../../../..")
#: The folder is the program.
PROGRAM = CHECKOUT + "/Sources/Python/linux_voice_assistant"

SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "server.py")


def page_file(name: str) -> str:
    """A file that the recipe has its reader write."""
    with open(CHECKOUT + "/config/recipes/linux-voice-assistant.md") as page:
        found = re.search(rf"```ini\n# \S+/{re.escape(name)}\n(.*?)```", page.read(), re.DOTALL)
    assert found is not None, name
    return found.group(1)


class FakeAssistant:
    """A process that speaks like linux-voice-assistant; it keeps the commands that it is sent."""

    def __init__(self) -> None:
        self.port = 0
        self.commands: List[str] = []
        self.connections = 0
        self._process: Any = None
        self._reader: Any = None

    @property
    def pid(self) -> int:
        return int(self._process.pid)

    async def start(self) -> None:
        """Starts it, a second time at the same port."""
        process: Any = await asyncio.create_subprocess_exec(
            sys.executable, "-W", "error", SERVER, str(self.port),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self._process = process
        self.port = int(await soon(self._process.stdout.readline()))
        self._reader = asyncio.ensure_future(self._read())

    async def stop(self) -> None:
        self._process.kill()
        await soon(self._reader)
        await soon(self._process.wait())
        self._process.stdin.close()
        # asyncio closes the pipes in its next turn.
        await asyncio.sleep(0)

    async def connected(self, times: int = 1) -> None:
        """Waits until peripherals have come so often."""
        await until(lambda: self.connections >= times)

    async def say(self, *events: str, **data: Any) -> None:
        for event in events:
            message = {"event": event, "data": data} if data else {"event": event}
            await self.send(json.dumps(message))

    async def send(self, text: str) -> None:
        self._process.stdin.write(text.encode() + b"\n")
        await self._process.stdin.drain()

    async def cut(self) -> None:
        """Cuts the connection, without a farewell."""
        await self.send("cut")

    async def _read(self) -> None:
        async for line in self._process.stdout:
            word = line.decode().strip()
            if word == "connected":
                self.connections += 1
            else:
                self.commands.append(word)


class AdapterCase(Case):
    """A daemon in which music plays, linux-voice-assistant, and the adapter between them."""

    #: The file of the recipe for the daemon.
    settings = page_file("50-linux-voice-assistant.conf") + "[Policy]\nDuckRamp=0s\nUnduckRamp=0s\n"

    async def asyncSetUp(self) -> None:
        self.assistant = FakeAssistant()
        await self.assistant.start()
        self.addAsyncCleanup(self.assistant.stop)
        self.start_daemon()

    def start_daemon(self) -> None:
        self.daemon = self.start(self.settings)
        self.user = self.peer()
        self.user.play(name="music", category="playback")

    async def start_adapter(self, *options: str) -> None:
        self.adapter = await asyncio.create_subprocess_exec(
            sys.executable, "-W", "error", PROGRAM, "--port", str(self.assistant.port), *options,
            env={**os.environ, "AUDIOSESSION_SOCKET": self.path},
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self.addAsyncCleanup(self.end_adapter)
        await self.assistant.connected()

    async def end_adapter(self) -> None:
        if self.adapter.returncode is None:
            self.adapter.kill()
        await soon(self.adapter.communicate())
        # asyncio closes the pipe in its next turn.
        await asyncio.sleep(0)

    async def said(self, words: str) -> str:
        """The next line of the adapter that has these words."""
        assert self.adapter.stderr is not None
        while True:
            line = (await soon(self.adapter.stderr.readline())).decode()
            assert line, f"it ended without: {words}"
            if words in line:
                return line

    def priorities(self) -> List[str]:
        """The priorities of its sessions that are active."""
        sessions = self.user.ask("session.list")["sessions"]
        return sorted(
            session["priority"]
            for session in sessions
            if session["name"] == "linux-voice-assistant" and session["state"] == "active"
        )

    def gain(self) -> float:
        """How loud the music is; 0 if it is held."""
        music = self.user.sessions()["music"]
        return float(music["gain"]) if music["state"] == "active" else 0.0

    async def holds(self, *priorities: str) -> None:
        await until(lambda: self.priorities() == sorted(priorities))
