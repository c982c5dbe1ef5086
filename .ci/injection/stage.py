"""What one case has: a folder, the programs, the failure, and the complaints that come of it."""
import os
import select
import tempfile
import time

from injection.subject import Subject

# More calls of one kind than any program makes in a second that waits: a library may look for a server.
CALLS_PER_SECOND = 1500
# Signals are never a defined end; 0 is one only where an end was asked for.
STATUSES = {1, 69, 75, 78}
# What ld.so(8) says where it ends a program before it begins.
OF_THE_LOADER = ("loading shared libraries", "data structures for initial thread")


class Stage:
    """A case: what is started in it ends with it."""

    def __init__(self, programs, fault):
        self.programs = programs
        self.fault = fault
        self.folder = tempfile.TemporaryDirectory(prefix="f-", dir="/tmp")
        os.chmod(self.folder.name, 0o755)
        self.complaints = []
        self.subjects = []
        self.clients = []
        self.has_run_out_of_memory = False

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def start(self, program, *words, **options):
        subject = Subject(self, [os.path.join(self.programs, program), *words], **options)
        self.subjects.append(subject)
        return subject

    def complain(self, text):
        self.complaints.append(text)

    @property
    def is_mute(self):
        """Whether standard error can't be written for good."""
        return bool(self.fault and self.fault.lasts and self.fault.call in ("write", "poll", "sendto"))

    def judge_end(self, subject, status, is_asked=False):
        """Judges how a program has ended: never by a signal, and never without a reason."""
        if status is None:
            self.complain("it doesn't end")
        elif status == 127 and any(words in subject.messages for words in OF_THE_LOADER):
            # A number counts in each thread: this one was also that of a call before `main`.
            return
        elif status < 0 and self.fault and self.fault.is_memory:
            self.has_run_out_of_memory = True
        elif status < 0:
            self.complain(f"a signal ended it: {-status}")
        elif status == 0 and not is_asked:
            self.complain("it ended, and nobody had asked it to")
        elif status and status not in STATUSES:
            self.complain(f"an exit status that no manual page names: {status}")
        elif status and not subject.messages.strip() and not self.is_mute:
            self.complain(f"it ended with {status} and didn't say why")

    def judge_rest(self, subject, seconds=0.06):
        """Judges whether a program that has nothing to do does nothing."""
        for _ in range(20):
            # What it has to do may take a while on a machine that does much else.
            calls = subject.traced()
            time.sleep(0.02)
            if subject.traced() == calls:
                break
        before, calls = subject.cpu(), subject.traced()
        select.select([], [], [], seconds)
        used, calls = subject.cpu() - before, subject.traced() - calls
        # A tracer slows a loop down, so that its calls are counted, too.
        is_busy = used > seconds / 2 or self.fault and calls > CALLS_PER_SECOND * seconds
        if subject.is_alive() and is_busy:
            self.complain(f"a hot loop: {used * 1000:.0f} ms and {calls} calls in {seconds * 1000:.0f} ms")

    def close(self):
        for client in self.clients:
            client.close()
        for subject in self.subjects:
            subject.end()
        end = time.monotonic() + 1
        while time.monotonic() < end:
            try:
                self.folder.cleanup()
                return
            except OSError:
                # The tracer is still writing.
                time.sleep(0.01)
