"""The daemon under load: its lives, what disturbs them, and whether all agree in the end."""

import asyncio
import json
import os
import random
import signal
import socket
import sys
import time

import figures
from agent import AgentSoak
from manager import Manager

WORKER = f"{os.path.dirname(os.path.abspath(__file__))}/worker.py"
CLIENTS_OF_WORKER = 25
# What the first workers have instead of some of their players.
SPECIALS = [
    {"Observer": 1, "SlowReader": 1}, {"Enforcer": 2}, {"Observer": 1, "SlowReader": 1, "Enforcer": 1},
]  # fmt: skip
# Beside the leases, these make sure that nothing changes by time for long once all is held.
CONFIGURATION = """[Policy]
ResumeOffer=1s
DuckGain={gain}
InterruptedMayStart={start}
[Limits]
Connections=8192
ConnectionsPerUser=4096
SessionsPerUser=16384
"""


class Worker:
    """A process of clients, which can be killed."""

    def __init__(self, kinds: dict, rate: float) -> None:
        self.kinds, self.rate = kinds, rate

    async def start(self, path: str, seed: int, zones: int) -> None:
        setting = {"kinds": self.kinds, "rate": self.rate, "seed": seed, "zones": zones}
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-B", WORKER, path, json.dumps(setting),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 26,
        )  # fmt: skip

    async def ask(self, command: str) -> dict:
        self.process.stdin.write(command.encode() + b"\n")
        line = await asyncio.wait_for(self.process.stdout.readline(), 60)
        if not line:
            raise RuntimeError(f"a process of clients has ended: {self.kinds}")
        return json.loads(line)

    async def end(self) -> None:
        """Ends it by SIGKILL, as a client may end."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


class Control:
    """A connection for questions; it is made again after each restart."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.socket.settimeout(10)
        self.file = self.socket.makefile("rb")

    def ask(self, method: str) -> dict:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {}}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        return json.loads(self.file.readline())["result"]

    def close(self) -> None:
        self.file.close()
        self.socket.close()


class DaemonSoak:
    """The run: `windows` has what was measured, `faults` what was wrong."""

    def __init__(self, program: str, folder: str, options) -> None:
        self.agent: AgentSoak | None = None
        self.random = random.Random(options.seed)
        self.manager = Manager(program, folder)
        self.manager.reload(self.configuration())
        self.zones = max(1, options.clients // 4)
        self.workers = self.make_workers(options.clients, options.rate)
        self.prober = Worker({"Probe": 8}, 200)
        self.seeds = 0
        self.windows: list[figures.Window] = []
        self.faults: list[str] = []
        self.warm_up = min(20, options.seconds / 4)
        self.is_long = options.seconds >= 300
        self.totals = dict.fromkeys(
            ("restarts", "kills", "reloads", "comparisons", "requests", "refused", "notifications",
             "lags", "resets", "ends", "applied"), 0,
        )  # fmt: skip

    @staticmethod
    def make_workers(count: int, rate: float) -> list:
        workers = []
        while count > 0:
            size = min(count, CLIENTS_OF_WORKER)
            special = SPECIALS[len(workers)] if len(workers) < len(SPECIALS) else {}
            leases = size // 8
            players = max(1, size - leases - sum(special.values()))
            kinds = {**special, "LeaseHolder": leases, "Player": players}
            workers.append(Worker(kinds, 0))
            count -= size
        for worker in workers:
            worker.rate = rate / len(workers)
        return workers

    @property
    def all(self) -> list:
        return [*self.workers, self.prober]

    def configuration(self) -> str:
        start = self.random.choice(["yes", "no"])
        return CONFIGURATION.format(gain=self.random.randrange(1, 9) / 10, start=start)

    # The run.

    async def run(self, seconds: float) -> None:
        self.manager.start()
        asyncio.get_running_loop().add_reader(self.manager.notify, self.manager.take)
        self.control = Control(self.manager.path)
        self.control.ask("server.status")
        empty = figures.Usage.of(self.manager.pid)
        for worker in self.all:
            await self.start(worker)
        if self.agent:
            await self.agent.start()
        self.begin = time.monotonic()
        restarts = max(2, int(seconds / 600))
        lives = [seconds * 0.6] + [seconds * 0.4 / restarts] * restarts
        length = max(2.5, seconds / 60)
        for life, left in enumerate(lives, start=1):
            if life > 1:
                await self.restart([signal.SIGTERM, signal.SIGKILL][life % 2])
            begin = time.monotonic()
            while (remaining := begin + left - time.monotonic()) > length / 2:
                await self.pass_window(life, begin, min(length, remaining))
        await self.empty(empty)

    async def start(self, worker: Worker) -> None:
        self.seeds += 1
        await worker.start(self.manager.path, self.seeds, self.zones)
        await self.ask(worker, "window")

    async def ask(self, worker: Worker, command: str) -> dict:
        told = await worker.ask(command)
        self.faults += told.pop("faults")
        return told

    async def ask_all(self, command: str) -> list:
        return await asyncio.gather(*(self.ask(worker, command) for worker in self.all))

    async def pass_window(self, life: int, begin: float, seconds: float) -> None:
        await self.take_window()
        before = figures.Usage.of(self.manager.pid)
        start = time.monotonic()
        await self.ask_all("go")
        churn = asyncio.ensure_future(self.agent.churn()) if self.agent else None
        while (left := start + seconds - time.monotonic()) > 0:
            await asyncio.sleep(min(left, self.random.uniform(0.5, 3)))
            if time.monotonic() < start + seconds:
                await self.disturb()
        end = time.monotonic()
        if churn:
            churn.cancel()
            await asyncio.gather(churn, return_exceptions=True)
        await self.ask_all("hold")
        after = figures.Usage.of(self.manager.pid)
        *told, probes = await self.take_window()
        await self.compare()
        requests = sum(one["requests"] for one in told)
        busy = (after.processor - before.processor) * 1e6
        usage = figures.Usage.of(self.manager.pid)
        connections = self.control.ask("server.status")["counts"]["connections"]
        self.windows.append(figures.Window(
            life, end - begin, end - start, requests, sorted(probes["latencies"]),
            sorted(latency for one in told for latency in one["latencies"]),
            busy / max(1, requests + probes["requests"]), usage, usage.descriptors - connections,
        ))  # fmt: skip
        if self.agent:
            sessions = self.control.ask("session.list")["sessions"]
            adopted = sum(is_adopted(one) for one in sessions)
            self.agent.measure(time.monotonic() - self.begin, adopted)
        print(figures.table(figures.HEADINGS, [self.windows[-1].row]).splitlines()[1], flush=True)

    async def take_window(self) -> list:
        """What the processes of clients have seen since it was taken last."""
        told = await self.ask_all("window")
        for name in told[0].keys() & self.totals.keys():
            self.totals[name] += sum(one[name] for one in told)
        return told

    def drifts(self) -> list:
        """What drifts within the life of one daemon, or of the agent, once it has warmed up."""
        found = []
        for life in sorted({one.life for one in self.windows}):
            warm = [one for one in self.windows if one.life == life and one.age > self.warm_up]
            watches = figures.OF_WINDOWS + (figures.OF_LONG_WINDOWS if self.is_long else [])
            found += [f"in life {life}: {text}" for text in figures.drifts(watches, warm)]
        return found + (self.agent.drifts(self.warm_up) if self.agent else [])

    async def disturb(self) -> None:
        kind = self.random.random()
        if kind < 0.4:
            self.manager.reload(self.configuration())
            self.totals["reloads"] += 1
        elif kind < 0.5:
            self.manager.reload("[Policy]\nDuckGain=loud\n")
            self.totals["reloads"] += 1
        elif kind < 0.8:
            worker = self.random.choice(self.workers)
            await worker.end()
            await self.start(worker)
            await self.ask(worker, "go")
            self.totals["kills"] += 1

    async def restart(self, number: signal.Signals) -> None:
        """Ends the daemon under load, and has another go on with the connections."""
        await self.ask_all("go")
        await asyncio.sleep(self.random.uniform(0.5, 1))
        self.control.close()
        self.manager.reload(self.configuration())
        status = self.manager.end(number)
        if status != (0 if number == signal.SIGTERM else -number):
            self.faults.append(f"the daemon ended with status {status} by {number.name}")
        self.manager.start()
        self.control = Control(self.manager.path)
        self.totals["restarts"] += 1

    async def empty(self, before: figures.Usage) -> None:
        """All clients leave; the daemon has to be as it was at first."""
        if self.agent:
            await self.agent.close()
            self.faults += self.agent.faults
        await self.ask_all("leave")
        wanted = {"connections": 1, "sessions": 0, "active": 0, "interrupted": 0, "ducked": 0,
                  "pending": 0, "leases": 0}  # fmt: skip
        end = time.monotonic() + 10
        while time.monotonic() < end:
            status = self.control.ask("server.status")
            opened = figures.Usage.of(self.manager.pid).open
            if status["counts"] == wanted and opened == before.open:
                break
            await asyncio.sleep(0.1)
        else:
            self.faults.append(
                f"without clients there are {status['counts']} and the descriptors {opened}; "
                f"at first {before.open}"
            )
        if status["enforcers"] != 0:
            self.faults.append(f"without clients there are {status['enforcers']} enforcers")

    async def close(self) -> None:
        if self.agent:
            await self.agent.close()
        for worker in self.all:
            if hasattr(worker, "process"):
                await worker.end()
        if self.manager.has_ended():
            self.faults.append(f"the daemon has ended with status {self.manager.status}")
        self.manager.close()

    # Whether all agree.

    async def compare(self) -> None:
        """Compares what the clients believe with what is, at a moment when nothing changes."""
        found: list[str] = []
        for _ in range(40):
            before = self.control.ask("session.list")
            told = await self.ask_all("tell")
            after = self.control.ask("session.list")
            if before["seq"] != after["seq"]:
                found = ["it never comes to rest"]
                continue
            found = differences(after, told)
            if not found:
                break
            await asyncio.sleep(0.05)
        self.totals["comparisons"] += 1
        self.faults += found[:20]


def is_adopted(session: dict) -> bool:
    """Whether the agent opened it, for streams of a program that knows nothing of sessions."""
    return session["comm"] == "pw-cli"


def differences(listing: dict, told: list) -> list:
    """What the clients believe that isn't so, and what is so that none believes."""
    listed = {str(one["session"]): one for one in listing["sessions"]}
    state = {number: [one["state"], one["gain"]] for number, one in listed.items()}
    known = {number: own for one in told for number, own in one["sessions"].items()}
    found = [f"session {number} is {state.get(number)}, its client believes {own}"
             for number, own in known.items() if state.get(number) != own]  # fmt: skip
    # A lease goes on without its connection; the agent isn't asked what it believes.
    found += [f"session {number} is nobody's: {one}" for number, one in listed.items()
              if number not in known and not one["lease"] and not is_adopted(one)]  # fmt: skip
    for name, seq, mirror in (mirror for one in told for mirror in one["mirrors"]):
        if seq != listing["seq"]:
            found.append(f"{name} has seen decision {seq} of {listing['seq']}")
        elif mirror != state:
            wrong = {n: (mirror.get(n), state.get(n)) for n in {*mirror, *state}
                     if mirror.get(n) != state.get(n)}  # fmt: skip
            found.append(f"{name} believes and there is {wrong}")
    held = {n: 0 if one[0] == "interrupted" else one[1] for n, one in state.items()
            if one[0] == "interrupted" or one[1] != 1}  # fmt: skip
    for name, targets in (one for part in told for one in part["targets"]):
        lowered = {n: 0 if is_held else gain for n, (is_held, gain) in targets.items()}
        if lowered != held:
            wrong = {n: (lowered.get(n), held.get(n)) for n in {*lowered, *held}
                     if lowered.get(n) != held.get(n)}  # fmt: skip
            found.append(f"{name} enforces and there is {wrong}")
    epochs = {epoch for one in told for epoch in one["epochs"]} - {listing["epoch"]}
    if epochs:
        found.append(f"a client believes in the epoch {epochs}")
    return found
