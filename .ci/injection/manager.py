"""A service manager's end of sd_notify(3), with its store of descriptors."""
import array
import os
import select
import socket
import time


class Manager:
    """What a daemon has said to who started it, and what it has left with it."""

    def __init__(self, path):
        self.path = path
        self.fields = []
        self.store = []
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path)

    def take(self):
        while select.select([self.socket], [], [], 0)[0]:
            space = socket.CMSG_SPACE(64)
            text, controls, _, _ = self.socket.recvmsg(4096, space)
            fields = dict(line.split("=", 1) for line in text.decode().split("\n") if "=" in line)
            numbers = array.array("i")
            for _, _, data in controls:
                numbers.frombytes(data[: len(data) - len(data) % 4])
            self._keep(fields, list(numbers))
            self.fields.append(fields)

    def _keep(self, fields, numbers):
        name = fields.get("FDNAME", "stored")
        if fields.get("FDSTORE") == "1":
            self.store += [(name, number) for number in numbers]
            return
        for number in numbers:
            os.close(number)
        if fields.get("FDSTOREREMOVE") == "1":
            for _, number in [entry for entry in self.store if entry[0] == name]:
                os.close(number)
            self.store = [entry for entry in self.store if entry[0] != name]

    def awaits(self, name, value, subject, seconds=2.0):
        """Whether the daemon says so in time, while it lives; what came before is forgotten."""
        end = time.monotonic() + seconds
        while True:
            is_alive = subject.is_alive()
            self.take()
            for index, fields in enumerate(self.fields):
                if fields.get(name) == value:
                    del self.fields[: index + 1]
                    return True
            if not is_alive or time.monotonic() > end:
                return False
            select.select([self.socket], [], [], 0.01)

    def sweep(self):
        """Lets go of stored connections that have hung up, as the manager does."""
        kept = []
        for name, number in self.store:
            poll = select.poll()
            poll.register(number, 0)
            if name != "ledger" and poll.poll(0):
                os.close(number)
            else:
                kept.append((name, number))
        self.store = kept

    def clear(self):
        """Forgets the store."""
        for _, number in self.store:
            os.close(number)
        self.store = []

    def close(self):
        self.clear()
        self.socket.close()
