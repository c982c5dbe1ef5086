"""Runs the tests of an area with one mutant awake, until the first of them notices it."""
import os
import pathlib
import re
import selectors
import signal
import subprocess
import time


def run(program: pathlib.Path, pattern: str, mutant: int, limit: float) -> tuple[str, float]:
    """Runs the tests that match the pattern.

    Returns what noticed the mutant, empty for nothing, and the seconds that it took. A crash and a
    run that doesn't end within the limit notice it as well.
    """
    folder = program.parents[2]
    (folder / "awake").write_text(f"{mutant}\n")
    environment = dict(os.environ, NO_COLOR="1", SWIFT_BACKTRACE="enable=no")
    start = time.monotonic()
    process = subprocess.Popen(
        [program, "--testing-library", "swift-testing", "--experimental-maximum-parallelization-width",
         "8", "--filter", pattern],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )
    try:
        by = _watch(process, start + limit)
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    return by, time.monotonic() - start


def _watch(process: subprocess.Popen, deadline: float) -> str:
    """What notices the mutant; empty if the tests all pass."""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        rest = b""
        while True:
            if not selector.select(max(0, deadline - time.monotonic())):
                return "a run without an end"
            chunk = os.read(process.stdout.fileno(), 65536)
            if not chunk:
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                failed = re.match(r"✘ (Test .*?)( with \d+ arg.*)? recorded", line.decode(errors="replace"))
                if failed:
                    return failed[1]
    status = process.wait()
    return f"a crash, signal {-status}" if status < 0 else f"exit status {status}" if status else ""
