"""Messages as lines of JSON: requests and their replies, and notifications."""

from __future__ import annotations

import json
from typing import Callable, Dict, Optional, Tuple

from ._messages import Json, Lost, Then, Violation, error_of, ignore
from .errors import AudioSessionError, Refused

#: The longest line from the daemon: several times the list of the most sessions.
_LINE_BYTES = 64 * 2**20

#: The longest line to a daemon that does not say how long one may be.
USUAL_LIMIT = 65_536


def _refuse(word: str) -> None:
    """Raises for NaN and Infinity, which Python would read, and JSON does not have."""
    raise ValueError(word)


class Lines:
    """A connection's lines, without I/O: bytes in, requests out, and for each reply its call.

    They are processed one after the other, each before the next one is read.
    """

    def __init__(self, notified: Callable[[str, Json], None]) -> None:
        self.outgoing = bytearray()
        #: The longest line that the daemon reads.
        self.limit = USUAL_LIMIT
        self._notified = notified
        self._buffer = bytearray()
        self._scanned = 0
        self._last_id = 0
        self._replies: Dict[int, Tuple[str, Then]] = {}

    def clear(self) -> None:
        """Forgets what belonged to the last connection."""
        self.limit = USUAL_LIMIT
        self.outgoing.clear()
        self._buffer.clear()
        self._scanned = 0
        self._replies.clear()

    def received(self, data: bytes) -> None:
        """Takes what has arrived; raises `Violation` if it isn't the protocol."""
        self._buffer += data
        while True:
            end = self._buffer.find(b"\n", self._scanned)
            if end < 0:
                self._scanned = len(self._buffer)  # a long line is searched once
                if self._scanned > _LINE_BYTES:
                    self._buffer.clear()
                    self._scanned = 0
                    raise Violation(f"a line of more than {_LINE_BYTES} bytes")
                return
            line = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            self._scanned = 0
            if line.strip():
                self._take(line)

    def request(self, method: str, params: Json, then: Then) -> None:
        """Makes a request; `then` is called once, in the order of all that arrives."""
        message = {"jsonrpc": "2.0", "id": self._last_id + 1, "method": method, "params": params}
        try:
            line = json.dumps(message, ensure_ascii=False, allow_nan=False).encode() + b"\n"
        except (TypeError, ValueError) as error:
            refusal = Refused(f"{method}: {error}", name="invalidParams", code=-32602)
            return then(None, refusal)
        if len(line) > self.limit:
            sentence = f"{method}: expected at most {self.limit} bytes, found {len(line)}"
            return then(None, Refused(sentence, name="limitExceeded", code=-32003))
        self._last_id += 1
        self._replies[self._last_id] = method, then
        self.outgoing += line

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line.decode(), parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise Violation("it sent a line that is not JSON") from None
        if not isinstance(message, dict):
            raise Violation("it sent a line that is not a message")
        if isinstance(message.get("method"), str):
            params = message.get("params")
            self._notified(message["method"], params if isinstance(params, dict) else {})
        else:
            self._replied(message)

    def _replied(self, message: Json) -> None:
        number, result, error = message.get("id"), message.get("result"), message.get("error")
        # `True` is 1 to Python, and an id of lists could not be looked up.
        if type(number) is not int or number not in self._replies:
            said = error.get("message") if isinstance(error, dict) else None
            raise Violation(str(said or "it answered a request that was not made"))
        if not isinstance(error, dict) and not isinstance(result, dict):
            # The call stays among those that end with the connection.
            raise Violation("it sent a reply with neither a result nor an error")
        _, then = self._replies.pop(number)
        if isinstance(error, dict):
            then(None, error_of(error))
        else:
            then(result, None)

    def forget_replies(self) -> None:
        """Ends all calls, whether or not replies still come."""
        forgotten = self._replies
        # A session that is opened after all belongs to nobody.
        self._replies = {
            number: (method, self._close_stray if method == "session.open" else ignore)
            for number, (method, _) in forgotten.items()
        }
        for _, then in forgotten.values():
            then(None, Lost())

    def _close_stray(self, result: Optional[Json], error: Optional[AudioSessionError]) -> None:
        if result and isinstance(result.get("session"), int):
            self.request("session.close", {"session": result["session"]}, ignore)
