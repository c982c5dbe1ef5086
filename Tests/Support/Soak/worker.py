"""One process of clients: `worker.py SOCKET JSON` obeys commands, one a line of its input.

The JSON names the kinds of clients, the requests a second of all together, and the seed. Each command
is answered by a line of JSON.
"""

import asyncio
import json
import random
import sys
import time

import clients

# Seconds; a shorter one would take the processor from the daemon, for twenty processes that wake.
TICK = 0.05


class Worker:
    """The clients of this process, and the pace of their requests."""

    def __init__(self, path: str, kinds: dict, rate: float, seed: int, zones: int) -> None:
        self.figures = clients.Figures()
        self.random = random.Random(seed)
        self.rate = rate
        self.goes_on = False
        self.all: list[clients.Client] = []
        for kind, count in kinds.items():
            for _ in range(count):
                number = len(self.all)
                zone = f"zone-{(seed + number) % zones}"
                name = f"{kind}-{seed}-{number}"
                make = getattr(clients, kind)
                self.all.append(make(self.figures, path, name, zone, seed * 1000 + number))

    async def keep_pace(self) -> None:
        """Makes requests at the rate that was asked for, however long each round took."""
        due, last = 0.0, time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            due = min(due + self.rate * (now - last), self.rate * 0.5) if self.goes_on else 0
            last = now
            tries = 4 * int(due)
            while due >= 1 and tries > 0:
                tries -= 1
                if self.random.choice(self.all).act():
                    due -= 1

    async def hold(self) -> None:
        """Makes no more requests, and waits until all are answered: none may stay without."""
        self.goes_on = False
        end = time.monotonic() + 15
        while time.monotonic() < end:
            if all(one.is_greeted and not one.pending for one in self.all):
                return
            await asyncio.sleep(0.01)
        for one in self.all:
            if one.pending or not one.is_greeted:
                waits = [method for method, _, _ in one.pending.values()]
                one.fault(f"without its word: {waits}, connected: {one.transport is not None}")

    async def tell(self) -> dict:
        """What the clients believe, once each has heard all that was said before."""
        for one in self.all:
            if one.transport:
                one.request("system.get")
        await self.hold()
        told: dict = {"sessions": {}, "mirrors": [], "targets": [], "epochs": []}
        for one in self.all:
            told["sessions"].update({number: own[:2] for number, own in one.sessions.items()})
            told["epochs"].append(one.epoch)
            if isinstance(one, clients.Observer):
                told["mirrors"].append([one.name, one.seq, one.mirror])
            if isinstance(one, clients.Enforcer):
                told["targets"].append([one.name, one.targets])
        return told

    def window(self) -> dict:
        told = {"latencies": self.figures.latencies, **self.figures.counts}
        self.figures.clear()
        return told

    async def obey(self, command: str) -> dict:
        told: dict = {}
        if command == "go":
            self.goes_on = True
        elif command == "hold":
            await self.hold()
        elif command == "tell":
            told = await self.tell()
        elif command == "window":
            told = self.window()
        elif command == "leave":
            for one in self.all:
                one.leave()
        told["faults"] = self.figures.faults
        self.figures.faults = []
        return told


async def main() -> None:
    worker = Worker(sys.argv[1], **json.loads(sys.argv[2]))
    await asyncio.gather(*(one.connect() for one in worker.all))
    pace = asyncio.ensure_future(worker.keep_pace())
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        print(json.dumps(await worker.obey(line.decode().strip())), flush=True)
    pace.cancel()


asyncio.run(main())
