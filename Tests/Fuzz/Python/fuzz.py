"""Tries the client for Python with a hostile daemon, by chance: `fuzz.py [--seconds N] [--seed N]`.

Most is tried without sockets, some with a client that is connected to a daemon. Whatever it says: nothing
but a `Violation` is raised, each call ends once and by an error of the package's own, and what the program
is told of its session makes sense. The last line has the seed and the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Awaitable, Callable, Dict, List, Optional

TREE = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TREE / "Sources/Python"))

import audiosession  # noqa: E402
from audiosession._machine import Machine  # noqa: E402
from audiosession._messages import Json, Violation  # noqa: E402
from audiosession._record import Phase, Record  # noqa: E402
from audiosession.errors import AudioSessionError  # noqa: E402

#: What stands in the place of a value that is right; the last is written as it stands.
ODD: List[Any] = [
    None, True, False, -1, 0, 1, 2**53, 2**64, 10**400, 0.5, 1e300, "", "x", "\ud800", "\0", "é",
    [], {}, [[]], {"session": 1}, ["shouldResume"], "@1e999@", "@NaN@", "@-Infinity@",
]  # fmt: skip

METHODS = [
    "session.get", "session.configure", "session.activate", "session.deactivate", "session.report",
]  # fmt: skip


def notifications() -> List[Json]:
    """An example of each notification that the client knows, with all of its members."""
    page = json.loads((TREE / "Tests/Unit/AudioSessionWireTests/interface.json").read_text())
    parts = page["components"]["schemas"]
    examples = []
    for notification in page["x-notifications"]:
        if notification["name"].startswith(("session.", "mediaServices.")):
            params = {one["name"]: example(one["schema"], parts) for one in notification["params"]}
            examples.append({"method": notification["name"], "params": {**params, "session": 1}})
    return examples


def example(schema: Json, parts: Json) -> Any:
    """A value that fits a schema."""
    if "$ref" in schema:
        return example(parts[schema["$ref"].rsplit("/", 1)[1]], parts)
    if "enum" in schema or "examples" in schema:
        return (schema.get("enum") or schema["examples"])[0]
    if "oneOf" in schema or "anyOf" in schema:
        return example((schema.get("oneOf") or schema["anyOf"])[0], parts)
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: example(part, parts) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [example(schema.get("items", {}), parts)]
    values: Dict[str, Any] = {"string": "x", "boolean": True, "integer": 1, "number": 0.5}
    return values.get(kind)


class Chance(random.Random):
    """The choices of one run."""

    def spoiled(self, value: Any, odds: float) -> Any:
        """The value, with some of its parts replaced."""
        if self.random() < odds:
            return self.choice(ODD)
        if isinstance(value, dict):
            kept = [one for one in value.items() if self.random() > odds / 2]
            return {key: self.spoiled(part, odds) for key, part in kept}
        if isinstance(value, list):
            return [self.spoiled(part, odds) for part in value]
        return value

    def one_wrong(self, value: Any) -> Any:
        """The value, with one of its parts replaced, in whatever depth."""
        if isinstance(value, dict) and value and self.random() < 0.9:
            key = self.choice(list(value))
            return {**value, key: self.one_wrong(value[key])}
        return self.choice(ODD)

    def line(self, message: Any) -> bytes:
        """The message as bytes, of which some may be others."""
        line = bytearray(json.dumps(message).replace('"@', "").replace('@"', "").encode())
        while self.random() < 0.05 and line:
            place = self.randrange(len(line))
            what = self.randrange(4)
            if what == 0:
                line[place] = self.randrange(256)
            elif what == 1:
                del line[place : place + self.randrange(1, 9)]
            elif what == 2:
                line[place:place] = bytes([self.choice(b'{}[]",:\n\\0-e\xff')]) * self.choice((1, 2, 999))
            else:
                line += line[:place]
        return bytes(line) + b"\n"


class Conversation:
    """A client without I/O, and what it asked."""

    def __init__(self, chance: Chance, examples: List[Json]) -> None:
        self.chance = chance
        self.examples = examples
        self.machine = Machine("fuzz", None)
        self.record = Record({}, {})
        self.machine.records.append(self.record)
        self.begun = 0
        self.ended = 0
        self.waiting: List[Json] = []

    def run(self) -> None:
        self.machine.connected()
        for _ in range(self.chance.randrange(1, 30)):
            self.take_requests()
            try:
                self.step()
            except Violation as violation:
                assert str(violation), "a violation without a word"
                self.lose(str(violation))
            self.check()
        self.lose("the end")
        self.machine.is_present = False
        self.machine.forget_replies()
        assert self.begun == self.ended, f"of {self.begun} calls {self.ended} have ended"

    def step(self) -> None:
        chance = self.chance
        what = chance.random()
        if what < 0.25 and self.record.phase is not Phase.CLOSED:
            self.begun += 1
            self.machine.ask(self.record, chance.choice(METHODS), {}, self.end)
        elif what < 0.7 and self.waiting:
            request = self.waiting.pop(chance.randrange(len(self.waiting)))
            self.machine.lines.received(chance.line(self.answer(request)))
        elif what < 0.97:
            told = chance.choice(self.examples)
            odds = chance.choice((0, 0, 0.3))
            told = chance.spoiled(told, odds) if odds else chance.one_wrong(told)
            self.machine.lines.received(chance.line(told))
        else:
            self.lose("it went")

    def answer(self, request: Json) -> Any:
        chance = self.chance
        result: Json = {"session": 1, "seq": chance.randrange(50), "gain": chance.random()}
        result["state"] = chance.choice(("inactive", "active", "interrupted"))
        if request["method"] == "hello":
            result = {"epoch": "e", "limits": {"lineBytes": 65_536}}
        reply: Json = {"id": request["id"], "result": result}
        if chance.random() < 0.2:
            data = {"name": "insufficientPriority", "by": {"session": 2, "name": "a"}, "rule": "R10"}
            reply = {"id": request["id"], "error": {"code": 560557684, "message": "no", "data": data}}
        what = chance.randrange(3)
        if what == 0:
            return chance.one_wrong(reply)
        return chance.spoiled(reply, 0.2) if what == 1 else reply

    def lose(self, reason: str) -> None:
        self.machine.disconnected(reason)
        self.waiting = []
        self.machine.connected()

    def take_requests(self) -> None:
        """Reads what it sends, which has to be right whatever it was told."""
        lines = bytes(self.machine.lines.outgoing).splitlines()
        self.machine.lines.outgoing.clear()
        self.waiting += [json.loads(line) for line in lines]

    def end(self, result: Optional[Json], error: Optional[AudioSessionError]) -> None:
        self.ended += 1
        assert (result is None) != (error is None), (result, error)
        assert error is None or isinstance(error, AudioSessionError), error

    def check(self) -> None:
        record = self.record
        assert record.state in ("inactive", "active", "interrupted"), record.state
        assert 0 <= record.ramp.value(time.monotonic()) <= 1, record.ramp
        assert record.number is None or type(record.number) is int, record.number
        assert 0 <= self.machine.seq < 2**53, self.machine.seq


class Hostile:
    """A daemon at a socket that answers as it likes."""

    def __init__(self, chance: Chance, examples: List[Json]) -> None:
        self.conversation = Conversation(chance, examples)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):  # a client that closes may leave words unread
            await self.answer_all(reader, writer)
        writer.close()

    async def answer_all(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        chance = self.conversation.chance
        while line := await reader.readline():
            said = self.conversation.answer(json.loads(line))
            if chance.random() < 0.2:
                writer.write(chance.line(chance.spoiled(chance.choice(self.conversation.examples), 0.1)))
            if chance.random() < 0.1:
                continue  # it says nothing
            writer.write(chance.line(said))


async def converse(chance: Chance, examples: List[Json], path: str) -> None:
    """Calls a hostile daemon; all calls have to end in time, and nothing is left over."""
    faults: List[Json] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    server = await asyncio.start_unix_server(Hostile(chance, examples).serve, path)
    client = audiosession.AsyncClient("fuzz", socket_path=path, timeout=0.05, strict=chance.random() < 0.5)
    music = client.session("music", category="playback")
    calls: List[Callable[[], Awaitable[object]]] = [
        music.open, music.activate, music.deactivate, music.refresh,
    ]  # fmt: skip
    for call in chance.choices(calls, k=5):
        try:
            await asyncio.wait_for(call(), 20)
        except AudioSessionError:
            pass
    await asyncio.wait_for(client.close(), 20)
    server.close()
    os.unlink(path)
    assert not faults, faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    examples = notifications()
    began = time.monotonic()
    runs = sockets = 0
    seed = arguments.seed
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() - began < arguments.seconds:
            chance = Chance(seed)
            try:
                if runs % 200 == 199:
                    sockets += 1
                    asyncio.run(converse(chance, examples, f"{folder}/socket"))
                else:
                    Conversation(chance, examples).run()
            except BaseException:
                print(f"python: fault; `fuzz.py --seed {seed}` begins with it", file=sys.stderr)
                raise
            runs += 1
            seed += 1
    print(f"{runs} conversations, {sockets} of them at a socket, seed {arguments.seed}")


if __name__ == "__main__":
    main()
