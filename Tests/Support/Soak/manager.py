"""A service manager for one audiosessiond: it keeps what the daemon stores and starts the next one."""

import array
import fcntl
import os
import select
import signal
import socket
import time


class Manager:
    """Starts, reloads and ends daemons that share a listener, a ledger and stored connections."""

    def __init__(self, program: str, folder: str) -> None:
        self.program = program
        self.path = f"{folder}/socket"
        self.configuration = f"{folder}/audiosessiond.conf"
        self.messages = open(f"{folder}/messages", "ab")
        self.store: dict[str, int] = {}
        self.pid, self.status = 0, 0
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(f"{folder}/notify")
        self.notify.setblocking(False)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(self.path)
        self._listener.listen(4096)

    def start(self) -> None:
        """Starts a daemon with all that there is for it, and waits until it is ready."""
        handed = {"listen": self._listener.fileno(), **self.store}
        environment = {
            "NOTIFY_SOCKET": self.notify.getsockname(),
            "LISTEN_FDS": str(len(handed)),
            "LISTEN_FDNAMES": ":".join(handed),
        }
        self.pid = os.fork()
        if self.pid == 0:
            try:
                self._become(list(handed.values()), environment)
            finally:
                os._exit(127)
        end = time.monotonic() + 10
        while not self.take():
            if self.has_ended() or time.monotonic() > end:
                raise RuntimeError(f"the daemon doesn't get ready; it said:\n{self.said()}")
            select.select([self.notify], [], [], 0.1)

    def _become(self, handed: list, environment: dict) -> None:
        # First above the numbers that they get, so that none is overwritten before it is copied.
        high = [fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 3 + len(handed)) for number in handed]
        os.dup2(self.messages.fileno(), 2)
        for place, number in enumerate(high):
            os.dup2(number, 3 + place)
        # Whatever else we were started with.
        os.closerange(3 + len(handed), os.sysconf("SC_OPEN_MAX"))
        environment["LISTEN_PID"] = str(os.getpid())
        command = [self.program, "--socket", self.path, "--config", self.configuration]
        os.execve(self.program, command, environment)

    def has_ended(self) -> bool:
        """Whether the daemon has ended; `status` is then how."""
        if self.pid:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid, self.status = 0, os.waitstatus_to_exitcode(status)
        return self.pid == 0

    def take(self) -> bool:
        """Takes what the daemon has said: whether it is ready."""
        is_ready = False
        while True:
            try:
                data, ancillary, _, _ = self.notify.recvmsg(
                    4096, socket.CMSG_SPACE(4), socket.MSG_CMSG_CLOEXEC
                )
            except BlockingIOError:
                return is_ready
            fields = dict(line.split("=", 1) for line in data.decode().splitlines() if "=" in line)
            numbers = array.array("i")
            for _, _, content in ancillary:
                numbers.frombytes(content)
            is_ready |= fields.get("READY") == "1"
            name = fields.get("FDNAME", "stored")
            if fields.get("FDSTORE") == "1":
                for number in numbers:
                    self.forget(name)
                    self.store[name] = number
            elif fields.get("FDSTOREREMOVE") == "1":
                self.forget(name)

    def forget(self, name: str) -> None:
        if name in self.store:
            os.close(self.store.pop(name))

    def sweep(self) -> None:
        """Lets go of stored connections whose peers or daemon have hung up."""
        poll = select.poll()
        names = {number: name for name, number in self.store.items() if name != "ledger"}
        for number in names:
            poll.register(number, 0)
        for number, _ in poll.poll(0):
            self.forget(names[number])

    def said(self) -> str:
        """The last lines that daemons wrote to their standard error."""
        with open(self.messages.name, encoding="utf-8", errors="replace") as file:
            return "".join(file.readlines()[-10:])

    def end(self, number: signal.Signals) -> int:
        """Ends the daemon by a signal: its status."""
        os.kill(self.pid, number)
        end = time.monotonic() + 10
        while not self.has_ended():
            if time.monotonic() > end:
                raise RuntimeError(f"the daemon doesn't end by {number.name}")
            self.take()
            time.sleep(0.005)
        self.take()
        self.sweep()
        return self.status

    def reload(self, text: str) -> None:
        """Puts another configuration into force, if it is valid."""
        with open(self.configuration + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(self.configuration + ".new", self.configuration)
        if self.pid:
            os.kill(self.pid, signal.SIGHUP)

    def close(self) -> None:
        """Ends everything that is left."""
        if not self.has_ended():
            self.end(signal.SIGKILL)
        for name in list(self.store):
            self.forget(name)
        self._listener.close()
        self.notify.close()
        self.messages.close()

