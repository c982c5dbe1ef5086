"""A client of the daemon, which notices each way in which it can be let down."""
import ctypes
import json
import os
import select
import socket
import time

PATIENCE = 1.5
NOBODY = 65534


class Lost(Exception):
    """The connection has ended."""


class Client:
    """A connection, what it was told, and what it believes of its sessions."""

    def __init__(self, path, name, user=None, reads=True):
        self.name = name
        self.buffer = b""
        self.told = []
        self.sessions = {}
        self.has_ended = False
        self.was_told_why = False
        self.count = 0
        self.user = user
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE)
        with _become(user):
            self.socket.connect(path)

    def send(self, line):
        try:
            self.socket.sendall(line)
        except OSError:
            # What was said before the end can still be read.
            pass

    def request(self, method, **parameters):
        self.count += 1
        message = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": parameters}
        self.send(json.dumps(message).encode() + b"\n")
        return self.count

    def ask(self, method, **parameters):
        """The reply; raises Lost if the connection ends, and TimeoutError if nothing comes."""
        return self.reply(self.request(method, **parameters))

    def reply(self, number):
        end = time.monotonic() + PATIENCE
        while True:
            message = self.message(end)
            if message.get("id") == number:
                self._believe(message.get("result"))
                return message

    def message(self, end):
        """The next message, of which notifications are taken note of."""
        while b"\n" not in self.buffer:
            if self.has_ended:
                raise Lost(self.name)
            self._receive(max(0.0, end - time.monotonic()))
        line, self.buffer = self.buffer.split(b"\n", 1)
        message = json.loads(line)
        if "method" in message:
            self.told.append(message)
            self._note(message["method"], message["params"])
        elif message.get("id") is None:
            self.was_told_why = True
        return message

    def drain(self):
        """Takes all messages that have arrived."""
        try:
            while True:
                self.message(time.monotonic())
        except (Lost, TimeoutError):
            pass

    def await_end(self, seconds):
        """Takes all messages up to the end of the connection; false if that doesn't come in time."""
        end = time.monotonic() + seconds
        try:
            while True:
                self.message(end)
        except Lost:
            return True
        except TimeoutError:
            return False

    def has_heard(self, method):
        return any(message["method"] == method for message in self.told)

    def close(self):
        self.has_ended = True
        self.socket.close()

    def _receive(self, seconds):
        if not select.select([self.socket], [], [], seconds)[0]:
            raise TimeoutError(f"{self.name} waits for an answer")
        try:
            piece = self.socket.recv(65536)
        except OSError:
            piece = b""
        self.buffer += piece
        if not piece:
            self.has_ended = True

    def _believe(self, result):
        if isinstance(result, dict) and "session" in result and "state" in result:
            self.sessions[result["session"]] = result["state"]

    def _note(self, method, parameters):
        number = parameters.get("session")
        if method == "mediaServices.wereLost":
            self.was_told_why = True
        if method == "mediaServices.wereReset":
            self.sessions.clear()
        if method == "session.closed":
            self.sessions.pop(number, None)
        if method == "session.interruption" and number in self.sessions:
            began = parameters["type"] == "began"
            self.sessions[number] = "interrupted" if began else "inactive"


class _become:
    """Connects as another user, of this thread alone."""

    def __init__(self, user):
        self.user = user if os.geteuid() == 0 else None

    def __enter__(self):
        if self.user is not None:
            _set_effective_user(self.user)

    def __exit__(self, *_):
        if self.user is not None:
            _set_effective_user(0)


def _set_effective_user(user):
    ctypes.CDLL(None, use_errno=True).syscall(117, -1, ctypes.c_int(user), -1)  # setresuid
