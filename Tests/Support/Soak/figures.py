"""What is measured over time, and whether it drifts."""

import contextlib
import dataclasses
import os

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass
class Usage:
    """What a process takes of the machine at one moment."""

    resident: int  # KiB
    heap: int  # KiB of it that are the heap's, without what is mapped by itself for its size
    descriptors: int
    processor: float  # seconds since its start
    open: list  # what the descriptors are, sorted

    @classmethod
    def of(cls, pid: int) -> "Usage":
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            resident = next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        processor = (int(fields[11]) + int(fields[12])) / CLOCK_TICKS
        opened = links(f"/proc/{pid}/fd")
        kinds = sorted(path.split("[")[0] if path.endswith("]") else path for path in opened)
        return cls(resident, heap(pid), len(kinds), processor, kinds)


def heap(pid: int) -> int:
    """How much of the heap is in RAM, in KiB."""
    with open(f"/proc/{pid}/smaps", encoding="utf-8") as file:
        for line in file:
            if line.endswith("[heap]\n"):
                return next(int(below.split()[1]) for below in file if below.startswith("Rss:"))
    return 0


def links(folder: str) -> list:
    """Where the links of a folder lead, but for those that go while they are read."""
    found = []
    for entry in os.scandir(folder):
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(entry.path))
    return found


@dataclasses.dataclass
class Window:
    """A stretch of the run, all of it with one daemon."""

    life: int
    age: float  # of the daemon at its end, in seconds
    seconds: float
    requests: int
    latencies: list  # of probes, in microseconds, sorted
    all_latencies: list
    processor: float  # microseconds of the daemon's time for each request
    usage: Usage  # at its end, when nothing is under way
    spare: int  # descriptors of the daemon that are no connection's

    @staticmethod
    def percentile(values: list, share: float) -> float:
        return values[min(len(values) - 1, int(len(values) * share))] / 1000 if values else 0

    @property
    def row(self) -> list:
        part = self.percentile
        return [
            self.life, f"{self.age:.0f}", f"{self.requests / self.seconds:.0f}",
            *(f"{part(self.latencies, share):.2f}" for share in (0.5, 0.99, 1)),
            *(f"{part(self.all_latencies, share):.1f}" for share in (0.5, 0.99, 1)),
            f"{self.processor:.0f}", f"{self.usage.resident / 1024:.1f}", self.usage.descriptors,
        ]  # fmt: skip


HEADINGS = [
    "life", "age/s", "req/s", "p50/ms", "p99/ms", "max/ms", "all p50", "all p99", "all max",
    "µs/req", "MiB", "fds",
]  # fmt: skip


def table(headings: list, rows: list) -> str:
    cells = [headings, *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(headings))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in cells]
    return "\n".join(lines)


@dataclasses.dataclass
class Watch:
    """A figure that has to stay what it is: how far it may rise from the first to the second half."""

    name: str
    value: object  # of a measurement
    factor: float
    margin: float

    def drift(self, measured: list) -> str | None:
        """How it rose, if that is too much; medians are compared, so that no one measurement counts."""
        half = len(measured) // 2
        first, second = (median([self.value(one) for one in part])
                         for part in (measured[:half], measured[-half:]))  # fmt: skip
        if second <= first * self.factor + self.margin:
            return None
        return f"{self.name} rose from {first:.2f} to {second:.2f}"


OF_WINDOWS = [
    Watch("resident memory (MiB)", lambda one: one.usage.resident / 1024, 1.05, 1),
    Watch("descriptors that are no connection's", lambda one: one.spare, 1, 2),
    Watch("processor time of a request (µs)", lambda one: one.processor, 1.3, 20),
]
# Only of a long run: a machine that does something else for seconds disturbs a short one.
OF_LONG_WINDOWS = [
    Watch("latency p50 (ms)", lambda one: one.percentile(one.latencies, 0.5), 1.5, 1),
    Watch("latency p99 (ms)", lambda one: one.percentile(one.latencies, 0.99), 2, 20),
]
OF_THE_AGENT = [
    Watch("the agent's heap (MiB)", lambda one: one.heap / 1024, 1.05, 1),
    Watch("the agent's resident memory (MiB)", lambda one: one.resident / 1024, 1.05, 1),
    Watch("the agent's descriptors", lambda one: one.descriptors, 1, 5),
]


def median(values: list) -> float:
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def drifts(watches: list, measured: list) -> list:
    """What drifts; with fewer than four measurements that isn't known."""
    if len(measured) < 4:
        return []
    return [text for watch in watches if (text := watch.drift(measured))]
