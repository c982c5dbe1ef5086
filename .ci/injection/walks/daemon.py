"""The daemon from start to stop: clients that open, activate, interrupt, duck, lag, hold leases."""
import os
import re
import signal
import time

from injection.client import NOBODY, Client, Lost
from injection.manager import Manager

PROGRAM = "audiosessiond"
# What a daemon says of stored connections that can't go on.
DROPPED = re.compile(r"[1-9]\d* could not go on and are closed")
CONFIGURATION = """\
[Policy]
DuckGain={gain}
[Limits]
CoalesceBytes=4096
[Grant alarm]
Users=nobody
"""


class Life:
    """One life of a daemon, with the clients that it has."""

    def __init__(self, stage):
        self.stage = stage
        self.manager = Manager(stage.path("notify"))
        self.socket = stage.path("socket")
        self.configuration = stage.write("conf", CONFIGURATION.format(gain=0.5))
        self.daemon = None

    def start(self, is_traced=True):
        self.manager.fields.clear()
        variables = {"NOTIFY_SOCKET": self.manager.path, "PATH": os.environ["PATH"]}
        self.daemon = self.stage.start(
            PROGRAM, "--socket", self.socket, "--config", self.configuration,
            begin="/conf\", O_RDONLY" if is_traced else None, descriptors=self.manager.store,
            environment=variables)
        if self.manager.awaits("READY", "1", self.daemon):
            return True
        if self.daemon.wait(0.5 if self.daemon.is_alive() else 2) is not None:
            self.stage.judge_end(self.daemon, self.daemon.process.returncode)
            return False
        if not self._is_excused():
            self.stage.complain("READY=1 never comes")
        return True

    def connect(self, name, **options):
        """A client; None if the daemon has ended or can't accept one, and says why."""
        try:
            client = Client(self.socket, name, **options)
        except OSError as error:
            if self.daemon.wait(0.3) is None and not self._is_excused():
                self.stage.complain(f"{name} can't connect: {error}")
            return None
        self.stage.clients.append(client)
        return client

    def ask(self, client, method, **parameters):
        """The result of a request; None if it was refused, or if the client is lost."""
        if client is None or client.has_ended:
            return None
        try:
            return client.ask(method, **parameters).get("result")
        except Lost:
            self.judge_loss(client)
        except TimeoutError as error:
            fault = self.stage.fault
            if self.is_lasting or fault and fault.hides_peer:
                # It waits for ever: the daemon has no way to answer it.
                client.close()
            elif self.daemon.is_alive():
                self.stage.complain(f"{error}: {method}")
        return None

    def judge_loss(self, client):
        """A client that is lost was told why, or the daemon says why, or it ended."""
        if client.was_told_why or self.daemon.wait(0.3) is not None:
            return
        if not self._is_excused():
            self.stage.complain(f"{client.name} is lost without a word")

    @property
    def is_lasting(self):
        return self.stage.fault is not None and self.stage.fault.lasts

    def _is_excused(self):
        """Whether the daemon has said so, or was made to believe that a peer is gone."""
        fault = self.stage.fault
        if fault and (fault.lasts or fault.hides_peer):
            return True
        said = self.daemon.messages
        return any(word in said for word in ("cut off", "can't")) or DROPPED.search(said) is not None

    def check_state(self):
        """What clients believe of their sessions is what a fresh one is shown."""
        fresh = self.connect("fresh")
        listed = self.ask(fresh, "session.list")
        if listed is None:
            if self.daemon.is_alive() and not self.is_lasting and not self._is_excused():
                self.stage.complain("a fresh client isn't served")
            return
        if self.stage.fault and self.stage.fault.hides_peer:
            # One that the daemon took for gone wasn't told what became of its sessions.
            return
        states = {entry["session"]: entry["state"] for entry in listed["sessions"]}
        believed = {}
        for client in self.stage.clients:
            client.drain()
            if not client.has_ended:
                believed.update(client.sessions)
        for number, state in believed.items():
            if states.get(number) != state:
                self.stage.complain(f"session {number} is {states.get(number)}, its client knows {state}")
        leases = {entry["session"] for entry in listed["sessions"] if entry["lease"]}
        for number in set(states) - set(believed) - leases:
            # The end of a connection is a turn away.
            self.stage.complain(f"session {number} is there, and no client has it")

    def finish(self):
        """Judges what the daemon does at rest and what it shows, and stops it."""
        self.stage.judge_rest(self.daemon, 0.15 if self.is_lasting else 0.06)
        self.check_state()
        if self.daemon.is_alive():
            self.stop()
        else:
            self.stage.judge_end(self.daemon, self.daemon.process.returncode)

    def stop(self):
        if not self.daemon.is_alive():
            return
        # Who doesn't read isn't waited for.
        for client in self.stage.clients:
            client.drain()
        self.manager.take()
        self.manager.fields.clear()
        self.daemon.signal(signal.SIGTERM)
        told = self.manager.awaits("STOPPING", "1", self.daemon)
        status = self.daemon.wait(3)
        self.manager.take()
        told = told or any(fields.get("STOPPING") == "1" for fields in self.manager.fields)
        self.stage.judge_end(self.daemon, status, is_asked=True)
        if status == 0 and not told and not self._is_excused():
            self.stage.complain("STOPPING=1 never comes")
        # A manager that has stopped a service keeps nothing of it.
        self.manager.clear()
        if status != 0:
            # What is fatal was judged; the end of its connection is all that a client hears.
            return
        for client in self.stage.clients:
            if client.has_ended:
                continue
            if client.await_end(1) and not client.was_told_why:
                self.judge_goodbye(client)

    def judge_goodbye(self, client):
        fault = self.stage.fault
        if fault is None or not (fault.lasts or fault.hides_peer) and "cut off" not in self.daemon.messages:
            self.stage.complain(f"{client.name} isn't told that the daemon stops")


def converse(life):
    """Opens, activates, interrupts, ducks, subscribes, falls behind, takes a lease and ends."""
    music, phone, guide = life.connect("music"), life.connect("phone"), life.connect("guide")
    guest = life.connect("guest", user=NOBODY)
    grants = (life.ask(guest, "hello", protocol=1, name="guest") or {}).get("grants")
    # A number counts in each process: what getent can't write, and the daemon's first word, about that.
    fault = life.stage.fault
    is_unsaid = fault and fault.call == "write" and fault.number == 1
    is_said = life.daemon.messages.count("\n") > 1
    if grants is not None and "alarm" not in grants and not is_said and not is_unsaid:
        life.stage.complain("a configured grant is lost without a word")
    observer = life.connect("observer")
    life.ask(observer, "events.subscribe", scope="all")
    sessions = {}
    for client, name, parameters in [
        (music, "music", {"category": "playback"}),
        (phone, "phone", {"category": "playAndRecord", "priority": "phoneCall"}),
        (guide, "guide", {"category": "playback", "options": ["duckOthers"]}),
    ]:
        sessions[name] = (life.ask(client, "session.open", name=name, **parameters) or {}).get("session")
    if sessions["music"] and sessions["phone"] and sessions["guide"]:
        life.ask(music, "session.activate", session=sessions["music"])
        life.ask(guide, "session.activate", session=sessions["guide"])
        life.ask(guide, "session.deactivate", session=sessions["guide"])
        life.ask(phone, "session.activate", session=sessions["phone"])
        life.ask(phone, "session.deactivate", session=sessions["phone"],
                 options=["notifyOthersOnDeactivation"])
        life.ask(music, "session.activate", session=sessions["music"])
        for index in range(24):
            # The observer doesn't read meanwhile: it falls behind.
            life.ask(music, "session.report", session=sessions["music"], playing=bool(index % 2))
    life.ask(guest, "session.open", category="ambient", lease={"leaseName": "bell", "ttlSeconds": 0.1})
    life.ask(guest, "session.activate", leaseName="bell")
    if observer and not observer.has_ended:
        observer.drain()
    time.sleep(0.12)


def reload(life):
    """Another configuration comes into force, or the daemon says why not."""
    if not life.daemon.is_alive():
        return
    life.stage.write("conf", CONFIGURATION.format(gain=0.25))
    life.manager.take()
    life.manager.fields.clear()
    life.daemon.signal(signal.SIGHUP)
    if not life.manager.awaits("READY", "1", life.daemon) and life.daemon.is_alive():
        if not life.is_lasting and "can't be" not in life.daemon.messages:
            life.stage.complain("a reload never ends")
    fresh = life.connect("reader")
    policy = life.ask(fresh, "policy.get")
    if policy and policy["policy"]["duckGain"] != 0.25:
        if "stays as it was" not in life.daemon.messages and not life.is_lasting:
            life.stage.complain("a reload changes nothing, and doesn't say why")
    if policy and NOBODY not in policy["grants"]["alarm"]["users"]:
        if "nobody" not in life.daemon.messages and not life.is_lasting:
            life.stage.complain("a reload loses a grant without a word")
    fault = life.stage.fault
    if fault and fault.call in ("clone3", "pipe2") and "a user that exists" in life.daemon.messages:
        life.stage.complain("a user counts as one that doesn't exist because getent can't be asked")


def walk(stage):
    """Start, conversation, reload and stop."""
    life = Life(stage)
    try:
        if not life.start():
            return
        converse(life)
        reload(life)
        life.finish()
    finally:
        life.manager.close()
