"""The agent beside a daemon to which nothing happens, on a machine without PipeWire and buses."""
import os
import signal
import time

from injection.walks.daemon import Life

PROGRAM = "audiosession-agent"
CONFIGURATION = "[Rule music]\nBinary=mpv\nAction=adopt\n"


def awaits(condition, seconds):
    """Whether the condition comes to hold in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def walk(stage):
    """Start, the conversation with the daemon, a question, reload and stop."""
    life = Life(stage)
    try:
        life.start(is_traced=False)
        witness = life.connect("witness")

        def is_attached():
            status = life.ask(witness, "server.status")
            return bool(status and status["enforcers"])

        file = stage.write("agent.conf", CONFIGURATION)
        variables = {
            "PATH": os.environ["PATH"], "HOME": stage.folder.name, "XDG_RUNTIME_DIR": stage.folder.name,
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={stage.path('bus')}",
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={stage.path('system-bus')}",
        }
        agent = stage.start(
            PROGRAM, "--socket", life.socket, "--config", file, begin='/agent.conf", O_RDONLY',
            environment=variables)
        is_lasting = stage.fault is not None and stage.fault.lasts
        if not awaits(lambda: is_attached() or not agent.is_alive(), 1 if is_lasting else 6):
            # It waits for the socket to appear, which is there already: no kernel does that.
            is_hidden = stage.fault and stage.fault.words.startswith("connect ENOENT ")
            if not is_lasting and not is_hidden and "daemon" not in agent.messages:
                stage.complain("it doesn't reach the daemon, and doesn't say why")
        if not agent.is_alive():
            return stage.judge_end(agent, agent.process.returncode)
        if stage.fault and stage.fault.is_shortage and "lost the daemon" in agent.messages:
            stage.complain("it drops the daemon for a moment's shortage")
        question = stage.start(PROGRAM, "--explain-rules", environment=variables)
        if question.wait(1 if is_lasting else 4) not in (0, 69) and not is_lasting:
            stage.complain("a question isn't answered")
        stage.write("agent.conf", CONFIGURATION + "\n[Rule film]\nBinary=vlc\nAction=leave\n")
        agent.signal(signal.SIGHUP)
        stage.judge_rest(agent, 0.2)
        if not agent.is_alive():
            return stage.judge_end(agent, agent.process.returncode)
        agent.signal(signal.SIGTERM)
        stage.judge_end(agent, agent.wait(4), is_asked=True)
    finally:
        life.manager.close()
