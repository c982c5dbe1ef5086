"""A program under strace, which fails one of its calls."""
import os
import re
import resource
import subprocess
import time

from injection.calls import ERRORS

LINE = re.compile(r"^(\d+) +(?:<\.\.\. )?(\w+)[( ]")


class Subject:
    """A started program: what it says, how it ends, and what it costs."""

    def __init__(self, stage, words, begin=None, descriptors=(), environment=None):
        """Starts a program; without `begin`, the text of the first call that counts, it isn't traced."""
        fault = stage.fault if begin else None
        limit = getattr(fault, "limit", None)
        self.begin = begin
        self.words = words
        self.log = stage.path("trace")
        name = os.path.basename(words[0])
        self.said = stage.path(f"{name}-said")
        self.output = stage.path(f"{name}-output")
        self.fault = fault
        command = list(words)
        if begin and not limit:
            calls = [fault.call] if fault else sorted(ERRORS)
            tracer = ["strace", "-D", "-f", "-q", "--seccomp-bpf", "-o", self.log, "-s", "65536",
                      "-e", "signal=none", "-e", "trace=" + ",".join("?" + call for call in calls)]
            command = tracer + list(fault.options if fault else []) + ["--"] + command
        variables = dict(environment or {})
        if descriptors:
            # The receiver checks that the descriptors are meant for it.
            command = ["sh", "-c", 'export LISTEN_PID=$$; exec "$@"', "sh"] + command
            variables["LISTEN_FDS"] = str(len(descriptors))
            variables["LISTEN_FDNAMES"] = ":".join(name for name, _ in descriptors)
        with open(self.said, "ab") as said, open(self.output, "ab") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=said, env=variables,
                preexec_fn=lambda: _prepare([number for _, number in descriptors], limit), close_fds=False,
                start_new_session=True)
        self.pid = self.process.pid

    @property
    def messages(self):
        with open(self.said, "rb") as said:
            return said.read().decode("utf-8", "replace")

    def is_alive(self):
        return self.process.poll() is None

    def signal(self, number):
        if self.is_alive():
            os.kill(self.pid, number)

    def wait(self, seconds):
        """The status with which it ends, negative for a signal; None if it doesn't in time."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def end(self):
        """Ends it, its children and its tracer, however they are: an agent's guard has a group of its own."""
        subprocess.run(["pkill", "--signal", "KILL", "--session", str(self.pid)], check=False)
        self.process.wait()

    def cpu(self):
        """The time that it has run on a processor, in seconds."""
        try:
            total = 0
            for task in os.listdir(f"/proc/{self.pid}/task"):
                with open(f"/proc/{self.pid}/task/{task}/schedstat") as text:
                    total += int(text.read().split()[0])
            return total / 1e9
        except OSError:
            return 0.0

    def traced(self):
        """The number of calls so far that the tracer has written down."""
        try:
            with open(self.log, "rb") as log:
                return log.read().count(b"\n")
        except OSError:
            return 0

    def calls(self):
        """The lines of the trace, as (process, name, line), once the tracer has written them all."""
        end = time.monotonic() + 2
        while True:
            with open(self.log, errors="replace") as text:
                lines = text.read().splitlines()
            if any(re.match(rf"{self.pid} +[+]{{3}}", line) for line in lines) or time.monotonic() > end:
                break
            time.sleep(0.01)
        for line in lines:
            match = LINE.match(line)
            if match and "resumed>" not in line:
                yield int(match[1]), match[2], line


def _prepare(numbers, limit):
    """Puts descriptors where a service manager puts them, from 3 on without gaps, and sets the limit."""
    high = [os.dup2(number, 200 + index) for index, number in enumerate(numbers)]
    os.closerange(3, 200)
    for index, number in enumerate(high):
        os.dup2(number, 3 + index)
    os.closerange(200, 200 + len(numbers) + 1)
    if limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))


def counted(subject):
    """Which calls a clean run made after its start, and can fail: {name: their numbers}.

    strace counts for each thread; what the loader and the C library do before `main` is left out.
    """
    count, numbers, is_main = {}, {}, False
    for process, name, line in subject.calls():
        count[process, name] = count.get((process, name), 0) + 1
        is_main = is_main or subject.begin in line and process == subject.pid
        # Changing and removing takes nothing that could be lacking.
        if is_main and (name != "epoll_ctl" or "EPOLL_CTL_ADD" in line):
            numbers.setdefault(name, set()).add(count[process, name])
    return {name: sorted(numbers[name]) for name in numbers}
