"""Clients of the daemon, each with its own idea of what the daemon's state is."""

import asyncio
import json
import random
import re
import time

CATEGORIES = ["ambient", "soloAmbient", "playback", "playback", "record", "playAndRecord"]
PRIORITIES = ["normal"] * 6 + ["assistant", "alarm", "ringtone", "phoneCall"]
# Errors of a request that was well formed and allowed: there is nothing that may cause them.
FAULTY_CODES = {-32700, -32600, -32601, -32602, -32603, -32001, -32003, -32004}
MOST_PENDING = 8
SEQ = re.compile(rb'"seq":(\d+)')
# Made once: json.dumps() makes another one for each message.
encode = json.JSONEncoder(separators=(",", ":")).encode


class Figures:
    """What the clients of one process have seen since it was asked last."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.clear()

    def clear(self) -> None:
        self.latencies: list[int] = []
        self.counts = dict.fromkeys(
            ("requests", "refused", "notifications", "lags", "resets", "ends", "applied"), 0
        )


class Client(asyncio.Protocol):
    """A connection: its requests, and the sessions that it believes to have.

    `sessions` has their state and gain, as the last reply or notification told them, and the decision
    as of which that holds.
    """

    # The share of the time in which it doesn't read.
    idleness = 0.0

    def __init__(self, figures: Figures, path: str, name: str, zone: str, seed: int) -> None:
        self.figures, self.path, self.name, self.zone = figures, path, name, zone
        self.random = random.Random(seed)
        self.sessions: dict[int, list] = {}
        self.pending: dict[int, tuple] = {}
        self.epoch = ""
        self.is_leaving = False
        self.is_greeted = False
        self.transport: asyncio.Transport | None = None
        self._last = 0
        self._rest = b""

    # The connection.

    async def connect(self) -> None:
        """Connects, for as long as it takes until a daemon listens."""
        loop = asyncio.get_running_loop()
        while not self.is_leaving:
            try:
                await loop.create_unix_connection(lambda: self, self.path)
                return
            except OSError:
                await asyncio.sleep(0.05)

    def connection_made(self, transport) -> None:
        self.transport = transport
        self._rest = b""
        self.begin()

    def begin(self) -> None:
        """Begins anew with a daemon that knows nothing of it."""
        self.sessions.clear()
        self.is_greeted = False
        self.request("hello", protocol=1, name=self.name, application=self.name,
                     events=["lifecycle"])  # fmt: skip

    def connection_lost(self, _) -> None:
        self.transport = None
        self.figures.counts["ends"] += 1
        self.sessions.clear()
        self.pending.clear()
        if not self.is_leaving:
            asyncio.ensure_future(self.connect())

    def leave(self) -> None:
        self.is_leaving = True
        if self.transport:
            self.transport.close()

    def fault(self, text: str) -> None:
        if len(self.figures.faults) < 50:
            self.figures.faults.append(f"{self.name}: {text}")

    # Requests.

    def compose(self, method: str, params: dict, session: int | None) -> dict:
        self._last += 1
        self.pending[self._last] = (method, session, time.monotonic())
        self.figures.counts["requests"] += 1
        return {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}

    def send(self, message) -> None:
        self.transport.write(encode(message).encode() + b"\n")

    def request(self, method: str, session: int | None = None, **params) -> None:
        if session is not None:
            params["session"] = session
        self.send(self.compose(method, params, session))

    def act(self) -> bool:
        """Makes a random request, unless it has too many under way: whether it did."""
        return False

    # What the daemon says.

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self.take_line(line)

    def take_line(self, line: bytes) -> None:
        message = json.loads(line)
        for part in message if isinstance(message, list) else [message]:
            if "method" in part:
                self.figures.counts["notifications"] += 1
                self.hear(part["method"], part["params"])
            else:
                self.take_reply(part)

    def take_reply(self, reply: dict) -> None:
        asked = self.pending.pop(reply["id"], None)
        if asked is None:
            return self.fault(f"a reply to nothing: {reply}")
        method, session, begin = asked
        if not self.idleness:
            self.figures.latencies.append(int((time.monotonic() - begin) * 1e6))
        if "error" in reply:
            return self.take_error(method, session, reply["error"])
        result = reply["result"]
        if method == "hello":
            self.epoch = result["epoch"]
            self.is_greeted = True
        elif method == "session.close":
            self.sessions.pop(session, None)
        elif method.startswith("session.") and "state" in result:
            self.sessions[result["session"]] = [result["state"], result["gain"], result["seq"]]
        else:
            self.take_result(method, result)

    def take_result(self, method: str, result: dict) -> None:
        """Takes the result of a method that says nothing of this client's sessions."""

    def take_error(self, method: str, session: int | None, error: dict) -> None:
        self.figures.counts["refused"] += 1
        name = error.get("data", {}).get("name")
        if error["code"] in FAULTY_CODES:
            self.fault(f"{method} got {error}")
        elif name == "expiredSession" and session in self.sessions:
            self.fault(f"{method}: session {session} isn't there, and nobody said so")

    def hear(self, method: str, params: dict) -> None:
        if method == "mediaServices.wereReset":
            self.figures.counts["resets"] += 1
            return self.begin()
        own = self.sessions.get(params.get("session"))
        if method == "session.closed":
            self.sessions.pop(params["session"], None)
        elif own is None or params["seq"] < own[2]:
            # The replies of a batch come before all notifications that its decisions caused.
            return
        elif method == "session.interruption":
            own[:2] = ["interrupted" if params["type"] == "began" else "inactive", 1]
        elif method == "session.ducking":
            own[1] = params["gain"]
        elif method == "session.didBecomeInactive" and own[0] == "active":
            own[:2] = ["inactive", 1]


class Player(Client):
    """A program that plays, records, calls and prompts, and asks what is going on."""

    def act(self) -> bool:
        if not self.is_greeted or not self.transport or len(self.pending) >= MOST_PENDING:
            return False
        choose = self.random
        if not self.sessions:
            self.open()
            return True
        session = choose.choice(list(self.sessions))
        kind = choose.random()
        if kind < 0.30:
            self.request("session.get", session)
        elif kind < 0.45:
            self.request("session.activate", session)
        elif kind < 0.60:
            self.request("session.deactivate", session,
                         options=choose.choice([[], ["notifyOthersOnDeactivation"]]))  # fmt: skip
        elif kind < 0.70:
            self.request("session.configure", session, **self.configuration())
        elif kind < 0.78:
            self.request("session.report", session, playing=choose.random() < 0.7)
        elif kind < 0.84 and len(self.sessions) < 3:
            self.open()
        elif kind < 0.88:
            self.request("session.close", session)
        elif kind < 0.92:
            self.request("policy.explain", session)
        elif kind < 0.95:
            self.request("alert.request", zone=self.zone)
        elif kind < 0.97:
            self.batch(session)
        elif kind < 0.98:
            self.request("server.log", limit=choose.randrange(1, 20))
        elif kind < 0.982:
            self.request("session.list")
        else:
            self.request("server.status")
        return True

    def batch(self, session: int) -> None:
        wanted = {"session": session}
        methods = ["session.activate", "session.get", "session.deactivate"]
        self.send([self.compose(method, wanted, session) for method in methods])

    def configuration(self) -> dict:
        category = self.random.choice(CATEGORIES)
        options = []
        if category == "playback":
            options = self.random.choice([[], ["mixWithOthers"], ["duckOthers"]])
        return {"category": category, "options": options,
                "priority": self.random.choice(PRIORITIES)}  # fmt: skip

    def open(self) -> None:
        self.request("session.open", name=self.name, zone=self.zone, **self.configuration())


class LeaseHolder(Player):
    """A player whose sessions are leases, some of which run out."""

    def open(self) -> None:
        lease = {"leaseName": f"{self.name}-{self.random.randrange(3)}",
                 "ttlSeconds": self.random.choice([0.3, 2, 5])}  # fmt: skip
        self.request("session.open", zone=self.zone, lease=lease, **self.configuration())

    def act(self) -> bool:
        if self.sessions and self.random.random() < 0.2 and len(self.pending) < MOST_PENDING:
            self.request("session.renew", self.random.choice(list(self.sessions)))
            return True
        return super().act()


class Probe(Client):
    """Asks one small question after the other, so that what it waits for is the daemon."""

    def act(self) -> bool:
        if not self.is_greeted or not self.transport or self.pending:
            return False
        self.request("system.get")
        return True


class Enforcer(Player):
    """A player that enforces as well: `targets` is what it was told to hold and to lower.

    The lists are long and many, and only the latest counts: it is read when it is asked for, since to
    read all of them would take the processor from the daemon.
    """

    def begin(self) -> None:
        super().begin()
        self._targets: list[dict] = []
        self._apply = b""
        self.request("enforcement.attach")

    @property
    def targets(self) -> dict[int, list]:
        told = json.loads(self._apply)["params"]["targets"] if self._apply else self._targets
        return {one["session"]: [one["held"], one["gain"]] for one in told}

    def take_result(self, method: str, result: dict) -> None:
        if method == "enforcement.attach":
            self._targets = result["targets"]

    def take_line(self, line: bytes) -> None:
        if b'"method":"enforcement.apply"' not in line:
            return super().take_line(line)
        self._apply = line
        self.figures.counts["notifications"] += 1
        self.figures.counts["applied"] += 1
        # Now and then it is late, and nobody waits for it until it has acknowledged again.
        if self.random.random() > 0.005:
            applied = {"jsonrpc": "2.0", "method": "enforcement.applied"}
            self.send({**applied, "params": {"seq": int(SEQ.search(line)[1])}})


class Observer(Client):
    """Follows all decisions: `mirror` is the state and gain of all sessions as it was told."""

    def begin(self) -> None:
        super().begin()
        self.mirror: dict[int, list] = {}
        self.seq = 0
        self.decisions_since_lag = 0
        self.request("events.subscribe", scope="all")

    def connection_made(self, transport) -> None:
        super().connection_made(transport)
        if self.idleness:
            asyncio.ensure_future(self.read_slowly(transport))

    async def read_slowly(self, transport) -> None:
        while not transport.is_closing():
            transport.pause_reading()
            await asyncio.sleep(self.idleness)
            transport.resume_reading()
            await asyncio.sleep(1 - self.idleness)

    def take_result(self, method: str, result: dict) -> None:
        if method == "events.subscribe":
            self.take_all(result["sessions"], result["seq"])

    def take_all(self, sessions: list, seq: int) -> None:
        self.mirror = {one["session"]: [one["state"], one["gain"]] for one in sessions}
        self.seq = seq

    def hear(self, method: str, params: dict) -> None:
        if method == "server.decision":
            if params["seq"] != self.seq + 1:
                self.fault(f"decision {params['seq']} follows {self.seq}")
            self.seq = params["seq"]
            self.decisions_since_lag += 1
            for one in params["changes"]:
                self.mirror[one["session"]] = [one["state"], one["gain"]]
            for session in params["closed"]:
                self.mirror.pop(session, None)
        elif method == "events.lagged":
            if params["from"] != self.seq + 1:
                self.fault(f"a gap from {params['from']} follows {self.seq}")
            self.figures.counts["lags"] += 1
            if self.decisions_since_lag == 0:
                self.fault("a lag follows a lag, with no decision between")
            self.decisions_since_lag = 0
            self.take_all(params["sessions"], params["to"])
        else:
            super().hear(method, params)


class SlowReader(Observer):
    """An observer that mostly doesn't read."""

    idleness = 0.9
