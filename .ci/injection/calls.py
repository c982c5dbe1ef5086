"""The system calls and the errors with which each can fail on Linux."""
import dataclasses

DESCRIPTORS = ["EMFILE", "ENFILE", "ENOMEM"]
FILES = ["EACCES", "EIO", "ENOENT"]
# Of the errors that a manual page names, those that a correct program can meet.
ERRORS = {
    "openat": DESCRIPTORS + FILES + ["EINTR", "ENOSPC"],
    "open": DESCRIPTORS + FILES + ["EINTR", "ENOSPC"],
    "read": ["EIO", "EINTR", "ENOMEM"],
    "write": ["EIO", "ENOSPC", "EPIPE", "EAGAIN", "EINTR"],
    "recvfrom": ["ECONNRESET", "ENOMEM", "ENOBUFS", "EINTR", "EAGAIN"],
    "recvmsg": ["ECONNRESET", "ENOMEM", "ENOBUFS", "EINTR", "EAGAIN"],
    "sendto": ["EAGAIN", "ENOBUFS", "ENOMEM", "EPIPE", "ECONNRESET", "EINTR"],
    "sendmsg": ["EAGAIN", "ENOBUFS", "ENOMEM", "ECONNREFUSED", "EINTR"],
    "accept4": DESCRIPTORS + ["ENOBUFS", "ECONNABORTED", "EINTR", "EAGAIN"],
    "socket": DESCRIPTORS + ["ENOBUFS", "EACCES"],
    "socketpair": DESCRIPTORS,
    "bind": ["EACCES", "EADDRINUSE", "ENOSPC", "EROFS", "ENOMEM"],
    "listen": ["EADDRINUSE"],
    "connect": ["ECONNREFUSED", "ENOENT", "EAGAIN", "EINTR", "EACCES"],
    "shutdown": ["ENOTCONN"],
    "getsockopt": ["ENOBUFS", "ENOMEM"],
    "setsockopt": ["ENOBUFS", "ENOMEM"],
    "epoll_create1": DESCRIPTORS,
    "epoll_ctl": ["ENOSPC", "ENOMEM"],
    "epoll_wait": ["EINTR"],
    "epoll_pwait": ["EINTR"],
    "poll": ["EINTR", "ENOMEM"],
    "ppoll": ["EINTR", "ENOMEM"],
    "timerfd_create": DESCRIPTORS,
    "timerfd_settime": ["ENOMEM"],
    "signalfd4": DESCRIPTORS,
    "eventfd2": DESCRIPTORS,
    "inotify_init1": DESCRIPTORS,
    "inotify_add_watch": ["ENOSPC", "ENOMEM", "EACCES"],
    "pidfd_open": DESCRIPTORS + ["ESRCH", "ENOSYS"],
    "memfd_create": DESCRIPTORS,
    "pipe": DESCRIPTORS,
    "pipe2": DESCRIPTORS,
    "dup": ["EMFILE"],
    "dup2": ["EMFILE"],
    "fcntl": ["ENOMEM", "EMFILE"],
    "ftruncate": ["EIO", "ENOSPC"],
    "flock": ["EINTR", "ENOLCK", "EWOULDBLOCK"],
    "getdents64": ["EIO", "ENOMEM"],
    "newfstatat": ["EACCES", "EIO", "ENOENT", "ENOMEM"],
    "fstat": ["EIO", "ENOMEM"],
    "statx": ["EACCES", "EIO", "ENOENT", "ENOMEM"],
    "lstat": ["EACCES", "EIO", "ENOENT"],
    "stat": ["EACCES", "EIO", "ENOENT"],
    "access": ["EACCES", "ENOENT"],
    "readlink": ["EACCES", "ENOENT"],
    "unlink": ["EACCES", "EROFS", "EIO"],
    "mkdir": ["EACCES", "ENOSPC", "EROFS"],
    "fchmod": ["EPERM", "EROFS"],
    "prlimit64": ["EPERM"],
    "getrandom": ["EINTR", "ENOSYS"],
    "clone": ["EAGAIN", "ENOMEM"],
    "clone3": ["EAGAIN", "ENOMEM"],
    "vfork": ["EAGAIN", "ENOMEM"],
    "execve": ["EACCES", "ENOENT", "ENOMEM"],
    "wait4": ["EINTR"],
    "waitid": ["EINTR"],
    "sched_setscheduler": ["EPERM"],
    "setpriority": ["EACCES"],
    "kill": ["EPERM"],
    "mmap": ["ENOMEM"],
    "mremap": ["ENOMEM"],
    "mprotect": ["ENOMEM"],
    # It doesn't fail: it returns the end that is in force.
    "brk": ["ENOMEM"],
}
# A shortage may last. Nothing else: a kernel that reports input and then has none doesn't do it for ever.
LASTING = {"EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "ENOSPC"}
THREADS = {"clone", "clone3", "vfork"}
MEMORY = {"mmap", "mremap", "mprotect", "brk"}
# The peer is gone, by the kernel's word: it can't be told anything.
PEER_GONE = {"ECONNRESET", "EPIPE"}


@dataclasses.dataclass(frozen=True)
class Fault:
    """A call that fails: its name, its error, and which of the calls of that name."""

    call: str
    error: str
    number: int
    lasts: bool = False

    @property
    def words(self):
        return f"{self.call} {self.error} {self.number}{'+' if self.lasts else ''}"

    @property
    def options(self):
        when = f"{self.number}{'+' if self.lasts else ''}"
        error = "retval=0" if self.call == "brk" else f"error={self.error}"
        return ["-e", f"inject={self.call}:{error}:when={when}"]

    @property
    def is_memory(self):
        return self.call in MEMORY

    @property
    def is_shortage(self):
        """Whether a send or a receive fails that can be tried again."""
        return self.error in ("ENOBUFS", "ENOMEM") and self.call in ("recvfrom", "sendto")

    @property
    def hides_peer(self):
        """Whether the program believes that a peer is gone."""
        return self.error in PEER_GONE


@dataclasses.dataclass(frozen=True)
class Short:
    """A send of which the kernel takes only some bytes."""

    number: int
    length: int
    call = "sendto"
    is_memory = is_shortage = hides_peer = lasts = False

    @property
    def words(self):
        return f"short {self.number} {self.length}"

    @property
    def options(self):
        return ["-e", f"inject=sendto:retval={self.length}:when={self.number}"]


@dataclasses.dataclass(frozen=True)
class Split:
    """A conversation that arrives in two pieces; no call fails."""

    place: int
    call = "recvfrom"
    is_memory = is_shortage = hides_peer = lasts = False
    options = ()

    @property
    def words(self):
        return f"split {self.place}"


@dataclasses.dataclass(frozen=True)
class Descriptors:
    """A limit on the number of open descriptors, for the whole life of the program."""

    limit: int
    lasts = True
    is_memory = is_shortage = hides_peer = False
    # Not traced: the tracer would have the limit, too.
    call = None

    @property
    def words(self):
        return f"descriptors {self.limit}"


def faults(calls):
    """Every failure of the calls that were counted: {name: their numbers}."""
    for call in sorted(calls):
        numbers = calls[call]
        for error in ERRORS.get(call, []):
            for number in numbers:
                yield Fault(call, error, number)
            if error in LASTING or call in THREADS:
                for number in sorted({numbers[0], numbers[len(numbers) // 2], numbers[-1]}):
                    yield Fault(call, error, number, lasts=True)
