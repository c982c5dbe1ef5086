"""The agent beside a PipeWire of its own, in which many streams begin, stop and end."""

import asyncio
import json
import os
import random
import signal
import subprocess

import figures

HEADINGS = ["age/s", "changes", "running", "sessions", "CPU %", "MiB", "heap", "fds"]
# Each program's streams belong to a process of its own.
PROGRAMS = 20
# The share of the streams that can run; the others are there, come and go.
RUNNABLE = 0.1
PIPEWIRE = """context.properties = { default.clock.quantum = 4096 default.clock.min-quantum = 4096 }
context.objects = [
  { factory = adapter args = { factory.name = support.null-audio-sink node.name = speaker
    media.class = Audio/Sink audio.position = [ MONO ] audio.rate = 48000 object.linger = true } }
]
"""
RULES = """[Rule stream]
NodeName=stream-*
Direction=output
Category=playback
Options=mixWithOthers
Hold=silence
Linger=0
"""
STREAM = (
    "create-node adapter {{ factory.name=support.null-audio-sink node.name={name} audio.channels=1"
    " media.class=Stream/Output/Audio audio.position=[MONO] audio.rate=48000 media.role=Music }}"
)
PORTS = (
    "set-param {number} PortConfig {{ direction: Input, mode: dsp, monitor: true, format: {{"
    " mediaType: audio, mediaSubtype: raw, format: F32P, rate: 48000, channels: 1,"
    " position: [ MONO ] }} }}"
)


class AgentSoak:
    """An agent, its streams, and what it takes of the machine."""

    def __init__(self, program: str, folder: str, socket: str, count: int, seed: int) -> None:
        self.folder, self.count = f"{folder}/graph", count
        self.random = random.Random(seed)
        self.changes = 0
        self.running: set[str] = set()
        self.toggling = asyncio.Lock()
        self.faults: list[str] = []
        self.usages: list[tuple] = []
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": self.folder, "XDG_CONFIG_HOME": self.folder,
            "XDG_STATE_HOME": self.folder, "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "DBUS_SYSTEM_BUS_ADDRESS": "disabled:",
        }  # fmt: skip
        os.makedirs(f"{self.folder}/pipewire/pipewire.conf.d", mode=0o700)
        self.write("pipewire/pipewire.conf.d/10-soak.conf", PIPEWIRE)
        self.write("agent.conf", RULES)
        self.command = [program, "--config", f"{self.folder}/agent.conf", "--socket", socket]
        self.programs: list[subprocess.Popen] = []

    def write(self, name: str, text: str) -> None:
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)

    def spawn(self, command: list, **options) -> subprocess.Popen:
        with open(f"{self.folder}/{os.path.basename(command[0])}.log", "ab") as log:
            return subprocess.Popen(
                command, env=self.environment, stdout=log, stderr=log, **options
            )

    # What there is.

    async def start(self) -> None:
        """Starts everything, and waits until the agent has seen all streams."""
        self.pipewire = self.spawn(["pipewire"])
        await self.wait("PipeWire", lambda: os.path.exists(f"{self.folder}/pipewire-0"))
        self.programs = [
            self.spawn(["pw-cli"], stdin=subprocess.PIPE) for _ in range(min(PROGRAMS, self.count))
        ]
        for number in range(self.count):
            self.say(number, STREAM.format(name=f"stream-{number}"))
        numbers: dict = {}

        def are_there() -> bool:
            numbers.update(self.numbers())
            return len(numbers) == self.count + 1

        await self.wait(f"{self.count} streams", are_there)
        self.runnable = [f"stream-{number}" for number in range(max(1, int(self.count * RUNNABLE)))]
        for name in ["speaker", *self.runnable]:
            self.say(0, PORTS.format(number=numbers[name]))
        self.agent = self.spawn(self.command)

    async def wait(self, what: str, is_so) -> None:
        for _ in range(300):
            if is_so():
                return
            await asyncio.sleep(0.1)
        raise RuntimeError(f"{what}: not there within 30 s")

    def say(self, number: int, command: str) -> None:
        """Has the program of a stream carry out a command of pw-cli."""
        program = self.programs[number % len(self.programs)]
        program.stdin.write(command.encode() + b"\n")
        program.stdin.flush()

    def numbers(self) -> dict:
        """PipeWire's numbers of the streams and of the sink, by name."""
        dump = subprocess.run(["pw-dump"], env=self.environment, capture_output=True, check=True)
        nodes = (one for one in json.loads(dump.stdout) if one["type"].endswith(":Node"))
        names = {one["info"]["props"].get("node.name", ""): one["id"] for one in nodes}
        return {name: number for name, number in names.items() if name.startswith(("str", "spe"))}

    # What happens.

    async def churn(self) -> None:
        """Streams begin and stop to run, end and come back, until it is cancelled."""
        numbers = self.numbers()
        while True:
            await asyncio.sleep(self.random.uniform(0.02, 0.1))
            self.changes += 1
            if self.random.random() < 0.6:
                # To its end, even if the window ends first: what runs has to be known.
                await asyncio.shield(self.toggle(self.random.choice(self.runnable)))
            else:
                number = self.random.randrange(len(self.runnable), self.count)
                old = numbers.pop(f"stream-{number}", None)
                if old is not None:
                    self.say(number, f"destroy {old}")
                    self.say(number, STREAM.format(name=f"stream-{number}"))

    async def toggle(self, name: str) -> None:
        """Has a stream run or stop; the last toggle of a window may end in the next one."""
        async with self.toggling:
            await self.link_or_unlink(name)

    async def link_or_unlink(self, name: str) -> None:
        ends = [f"{name}:monitor_MONO", "speaker:playback_MONO"]
        command = ["pw-link", *(["-d"] if name in self.running else []), *ends]
        process = await asyncio.create_subprocess_exec(
            *command, env=self.environment, stderr=asyncio.subprocess.PIPE
        )
        _, said = await process.communicate()
        if process.returncode == 0:
            self.running ^= {name}
        else:
            self.faults.append(f"{' '.join(command)}: {said.decode().strip()}")

    def measure(self, seconds: float, sessions: int) -> None:
        """Notes what the agent takes, after so many seconds of its life, with so many sessions."""
        if self.agent.poll() is not None:
            with open(f"{self.folder}/audiosession-agent.log", encoding="utf-8") as file:
                said = "".join(file.readlines()[-10:])
            raise RuntimeError(f"the agent has ended with status {self.agent.returncode}:\n{said}")
        self.usages.append(
            (seconds, figures.Usage.of(self.agent.pid), self.changes, len(self.running), sessions)
        )

    @property
    def rows(self) -> list:
        found = []
        for (before, former, *_), (now, usage, *counts) in zip(self.usages, self.usages[1:]):
            share = 100 * (usage.processor - former.processor) / (now - before)
            memory = [f"{part / 1024:.1f}" for part in (usage.resident, usage.heap)]
            found.append([f"{now:.0f}", *counts, f"{share:.1f}", *memory, usage.descriptors])
        return found

    def drifts(self, warm_up: float) -> list:
        """What of the agent drifts, once it has warmed up."""
        warm = [usage for seconds, usage, *_ in self.usages if seconds > warm_up]
        return figures.drifts(figures.OF_THE_AGENT, warm)

    async def close(self) -> None:
        """Has the agent end in order, and then everything else."""
        if hasattr(self, "agent") and self.agent.poll() is None:
            self.agent.send_signal(signal.SIGTERM)
            try:
                status = self.agent.wait(10)
                if status != 0:
                    self.faults.append(f"the agent ended with status {status} by SIGTERM")
            except subprocess.TimeoutExpired:
                self.faults.append("the agent doesn't end by SIGTERM")
                self.agent.kill()
        for process in [*self.programs, *([self.pipewire] if hasattr(self, "pipewire") else [])]:
            process.kill()
            process.wait()
