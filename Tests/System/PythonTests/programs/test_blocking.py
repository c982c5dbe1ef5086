"""The blocking client, with threads."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from typing import Callable, List, get_args

import audiosession
from audiosession import (
    ClosedError, Event, InterruptionBegan, InterruptionEnded, MediaServicesReset, Refused, TimedOut,
    Unavailable,
)  # fmt: skip
from support import PATIENCE, Case, wait_until


class Blocking(Case):
    def test_a_session_ducks_others_until_its_end(self) -> None:
        self.start()
        peer = self.peer()
        peer.play(name="music", category="playback")
        client = self.blocking()
        with client.session("say", category="playback", options=["duckOthers"]) as say:
            say.activate()
            self.assertEqual((say.state, say.gain, say.playing), ("active", 1, True))
            self.assertEqual(peer.sessions()["music"]["gain"], 0.2)
            say.deactivate()
            say.configure(category="ambient")
            self.assertEqual(say.status["category"], "ambient")
        self.assertEqual(list(peer.sessions()), ["music"])
        names = [thread.name for thread in threading.enumerate()]
        self.assertEqual(names.count("audiosession"), 1)
        client.close()
        client.close()
        self.assertNotIn("audiosession", [thread.name for thread in threading.enumerate()])
        calls: List[Callable[[], object]] = [say.activate, say.open, client.session]
        calls.append(lambda: client.call("session.list"))
        for call in calls:
            with self.assertRaises(ClosedError):
                call()
        say.close()

    def test_what_a_callback_may_do(self) -> None:
        self.start()
        peer = self.peer()
        heard: "queue.Queue[Event]" = queue.Queue()
        resumed = threading.Event()

        def on_event(event: Event) -> None:
            heard.put(event)
            if isinstance(event, InterruptionEnded) and event.should_resume:
                music.activate(after=event)
                resumed.set()
                raise ValueError("of its own")

        music = self.blocking().session("music", category="playback", on_event=on_event)
        music.activate()
        call = peer.call()
        while not isinstance(heard.get(timeout=PATIENCE), InterruptionBegan):
            pass
        self.assertEqual(music.state, "interrupted")
        with self.assertLogs("audiosession", "ERROR"):
            peer.ask("session.deactivate", session=call)
            self.assertTrue(resumed.wait(PATIENCE))
            # What it raises is logged, and the next event comes all the same.
            peer.call()
            while not isinstance(heard.get(timeout=PATIENCE), InterruptionEnded):
                pass
            while not isinstance(heard.get(timeout=PATIENCE), InterruptionBegan):
                pass

    def test_events_end_with_the_session(self) -> None:
        self.start()
        client = self.blocking()
        music = client.session("music", category="playback")
        events = music.events()
        with self.assertRaises(TimedOut):
            events.next(timeout=0.01)
        found: List[Event] = []
        reader = threading.Thread(target=lambda: found.extend(events))
        reader.start()
        music.activate()
        self.peer().call()
        wait_until(lambda: any(isinstance(event, InterruptionBegan) for event in found))
        music.close()
        reader.join(PATIENCE)
        self.assertFalse(reader.is_alive())
        # And with the client, in the middle of a wait.
        other = client.session("other")
        reader = threading.Thread(target=lambda: found.extend(other.events()))
        reader.start()
        time.sleep(0.01)
        client.close()
        reader.join(PATIENCE)
        self.assertFalse(reader.is_alive())

    def test_eight_threads_at_one_client(self) -> None:
        self.start()
        peer = self.peer()
        client = self.blocking()
        shared = client.session("shared", category="playback", options=["duckOthers"])
        faults: List[BaseException] = []

        def work(number: int) -> None:
            try:
                with client.session(str(number), category="ambient") as own:
                    for _ in range(25):
                        own.activate()
                        shared.activate()
                        own.playing = False
                        shared.deactivate()
                        own.deactivate()
            except BaseException as fault:
                faults.append(fault)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        # Another thread may have deactivated what this one activated; nothing else may happen.
        self.assertEqual([fault for fault in faults if not isinstance(fault, Refused)], [])
        shared.deactivate()
        states = {name: one["state"] for name, one in peer.sessions().items()}
        self.assertEqual(states, {"shared": "inactive"})

    def test_control_c_ends_a_wait(self) -> None:
        self.start()
        peer = self.peer()
        peer.call()
        mail = self.blocking().session("mail", category="playback", priority="assistant")

        def interrupt() -> None:
            wait_until(lambda: peer.pending() == 1)
            os.kill(os.getpid(), signal.SIGINT)

        kept = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, kept)
        # Who runs the tests may have blocked it.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        interrupter = threading.Thread(target=interrupt)
        interrupter.start()
        with self.assertRaises(KeyboardInterrupt):
            mail.activate(wait=True)
        interrupter.join()
        mail.refresh()
        self.assertEqual(peer.pending(), 0)

    def test_refusal_and_waiting(self) -> None:
        self.start()
        peer = self.peer()
        call = peer.call()
        mail = self.blocking().session("mail", category="playback", priority="assistant")
        with self.assertRaises(Refused) as caught:
            mail.activate()
        self.assertEqual(caught.exception.by and caught.exception.by.name, "phone")
        with self.assertRaises(TimedOut):
            mail.activate(wait=0.01)
        timer = threading.Timer(0.05, lambda: peer.ask("session.deactivate", session=call))
        timer.start()
        mail.activate(wait=PATIENCE)
        timer.join()
        self.assertTrue(mail.is_active)

    def test_absence_and_restart(self) -> None:
        client = self.blocking()
        music = client.session("music", category="playback")
        music.activate()
        self.assertEqual((music.state, client.is_connected), ("active", False))
        events = music.events()
        daemon = self.start()
        peer = self.peer()
        wait_until(lambda: peer.sessions().get("music", {}).get("state") == "active")
        daemon.restart()
        while not isinstance(events.next(PATIENCE), MediaServicesReset):
            pass
        music.refresh()
        self.assertEqual(self.peer().sessions()["music"]["state"], "active")
        daemon.kill()
        with self.assertRaises(Unavailable):
            self.blocking(strict=True).session("strict").open()

    def test_a_program_that_closes_nothing_ends_all_the_same(self) -> None:
        self.start()
        # Two threads write. A line and its end in one call, or the other's line comes between them.
        program = (
            "import sys, audiosession\n"
            "def tell(what): sys.stdout.write(f'{what}\\n')\n"
            "client = audiosession.Client('careless')\n"
            "session = client.session('careless', category='playback', on_event=tell)\n"
            "session.activate()\n"
            "tell(session.state)\n"
        )
        ended = subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            env={**os.environ, "AUDIOSESSION_SOCKET": self.path},
            capture_output=True,
            timeout=PATIENCE,
        )
        lines = ended.stdout.decode().splitlines()
        self.assertEqual((ended.returncode, ended.stderr), (0, b""))
        self.assertIn("active", lines)

    def test_words_are_those_of_the_daemon(self) -> None:
        self.start()
        discovered = str(self.blocking().call("rpc.discover"))
        for words in (
            audiosession.Category, audiosession.Mode, audiosession.Option, audiosession.Priority,
            audiosession.RouteSharingPolicy, audiosession.AlertStyle, audiosession.State,
        ):  # fmt: skip
            for word in get_args(words):
                self.assertIn(f"'{word}'", discovered)
