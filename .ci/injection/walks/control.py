"""audiosessionctl: one walk for each verb, beside a daemon to which nothing happens."""
import os

from injection.client import Client
from injection.walks.daemon import Life

PROGRAM = "audiosessionctl"
VERBS = {
    "status": ["status"],
    "list": ["list"],
    "show": ["show", "1"],
    "explain": ["explain", "1"],
    "log": ["log"],
    "policy": ["policy", "show"],
    "test": ["policy", "test", "--duck"],
    "hold": ["hold", "word", "--duck", "--ttl", "1s"],
    "run": ["run", "--", "echo", "played"],
    "doctor": ["doctor"],
}
# `run` ends as its command does, or as a shell ends without one.
STATUSES = {0, 1, 2, 3, 4, 126, 127}


def walk_of(verb):
    """The walk of a verb."""

    def walk(stage):
        life = Life(stage)
        try:
            life.start(is_traced=False)
            music = life.connect("music")
            session = life.ask(music, "session.open", name="music", category="playback")["session"]
            life.ask(music, "session.activate", session=session)
            variables = {"PATH": os.environ["PATH"], "AUDIOSESSION_SOCKET": life.socket}
            words = VERBS[verb]
            begins = 'socket(AF_UNIX'
            control = stage.start(PROGRAM, *words, begin=begins, environment=variables)
            judge(stage, control, control.wait(12))
            if life.ask(Client(life.socket, "fresh"), "server.status") is None:
                stage.complain("the daemon doesn't serve any more")
        finally:
            life.manager.close()

    return walk


def judge(stage, control, status):
    """It ends with one of its statuses; without a result it says why."""
    if status is None:
        return stage.complain("it doesn't end")
    if status < 0 or status not in STATUSES:
        if status < 0 and stage.fault and stage.fault.is_memory:
            stage.has_run_out_of_memory = True
            return None
        return stage.complain(f"it ends with {status}")
    with open(control.output, "rb") as output:
        printed = output.read()
    # Who reads nothing more has enough, which isn't said.
    is_mute = stage.is_mute or stage.fault and stage.fault.hides_peer
    if not printed.strip() and not control.messages.strip() and not is_mute and "hold" not in control.words:
        stage.complain(f"it ends with {status}, prints nothing and doesn't say why")
    return None
