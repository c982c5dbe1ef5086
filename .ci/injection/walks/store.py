"""A daemon that takes the place of one that was killed, with the connections that it left."""
import signal

from injection.walks.daemon import Life

PROGRAM = "audiosessiond"


def prepare(life):
    """A daemon that isn't traced leaves two clients with sessions."""
    life.start(is_traced=False)
    for name in ("music", "film"):
        client = life.connect(name)
        session = life.ask(client, "session.open", category="playback")["session"]
        life.ask(client, "session.activate", session=session)
    # An answer is sent before it is written down that it was: the turns after are waited for.
    witness = life.connect("witness")
    for client in [witness, *life.stage.clients, witness]:
        life.ask(client, "server.status")
        client.drain()
    life.stage.clients.remove(witness)
    witness.close()
    life.manager.take()
    life.daemon.signal(signal.SIGKILL)
    life.daemon.wait(2)
    life.manager.sweep()
    life.manager.take()


def walk(stage):
    """Adoption, a conversation of those that were adopted, and the end of one."""
    life = Life(stage)
    try:
        prepare(life)
        if not life.start():
            return
        for client in stage.clients:
            life.ask(client, "hello", protocol=1, name=client.name)
            if not client.has_ended and not client.has_heard("mediaServices.wereReset"):
                stage.complain(f"{client.name} isn't told of the restart")
        music = stage.clients[0]
        opened = life.ask(music, "session.open", category="playback")
        if opened:
            life.ask(music, "session.activate", session=opened["session"])
        life.finish()
    finally:
        life.manager.close()
