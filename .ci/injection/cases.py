"""All cases: each failure of each call that a walk makes when nothing fails."""
import dataclasses
import os

from injection.calls import Descriptors, Short, Split, faults
from injection.stage import Stage
from injection.subject import counted
from injection.walks import agent, control, daemon, pieces, store

# The program of each walk that fails, and the walk.
WALKS = {
    "daemon": (daemon.PROGRAM, daemon.walk),
    "store": (store.PROGRAM, store.walk),
    "agent": (agent.PROGRAM, agent.walk),
    "received": (pieces.PROGRAM, pieces.walk_split),
    "sent": (pieces.PROGRAM, pieces.walk_short),
    **{f"ctl-{verb}": (control.PROGRAM, control.walk_of(verb)) for verb in control.VERBS},
}


@dataclasses.dataclass(frozen=True)
class Case:
    walk: str
    fault: object

    @property
    def words(self):
        return f"{self.walk} {self.fault.words}"

    def has(self, words):
        own = self.words.split()
        # The words of a whole case name it alone; fewer are looked for one by one.
        return own == words if len(words) >= len(own) else all(word in own for word in words)


@dataclasses.dataclass
class Result:
    complaints: list
    has_run_out_of_memory: bool


def every(programs):
    """The cases of all walks whose program is there."""
    for name, (program, _) in WALKS.items():
        if os.path.exists(os.path.join(programs, program)):
            for fault in failures(name, programs):
                yield Case(name, fault)


def failures(name, programs):
    """What can go wrong in a walk: pieces, limits, and the calls of a run without a failure."""
    if name == "received":
        yield from (Split(place) for place in range(1, len(pieces.LINES)))
    elif name == "sent":
        sends = clean(name, programs, pieces.lengths)
        yield from (Short(number, length) for number in sends for length in range(sends[number]))
    else:
        for fault in faults(clean(name, programs, counted)):
            # PipeWire's threads wake each other by writing to an eventfd, which never fails, and hang if it
            # does; of the agent's other writes, those to standard error are the daemon's, too.
            if name != "agent" or fault.call != "write":
                yield fault
        if name in ("daemon", "agent"):
            yield from (Descriptors(limit) for limit in range(4, 40))


def clean(name, programs, measure):
    """What a run without a failure did; it must raise no complaint."""
    stage = Stage(programs, None)
    try:
        WALKS[name][1](stage)
        if stage.complaints:
            raise SystemExit(f"{name}, without a failure: {'; '.join(stage.complaints)}")
        return measure(next(subject for subject in stage.subjects if subject.begin))
    finally:
        stage.close()


def run(case, programs):
    stage = Stage(programs, case.fault)
    try:
        WALKS[case.walk][1](stage)
    except Exception as error:  # A fault of the harness is a failure of the case, not of the run.
        stage.complain(f"the walk broke off: {type(error).__name__}: {error}")
    finally:
        stage.close()
    return Result(stage.complaints, stage.has_run_out_of_memory)
