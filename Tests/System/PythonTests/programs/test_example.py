"""The example, as its user would meet it."""

from __future__ import annotations

import os
import subprocess
import sys

import audiosession
from support import PATIENCE, Case

EXAMPLE = os.path.join(os.path.dirname(audiosession.__file__), os.pardir, "example.py")


class Example(Case):
    def start_example(self) -> "subprocess.Popen[str]":
        player = subprocess.Popen(
            # Not `-X dev`, which would also report each callback that a slow machine delays.
            [sys.executable, "-W", "error", EXAMPLE],
            env={**os.environ, "AUDIOSESSION_SOCKET": self.path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(player.kill)
        return player

    def next_line(self, player: "subprocess.Popen[str]") -> str:
        assert player.stdout is not None
        return player.stdout.readline().rstrip("\n")

    def test_a_call_and_an_alarm(self) -> None:
        self.start()
        player = self.start_example()
        self.assertEqual(self.next_line(player), "playing at 1")
        peer = self.peer()
        call = peer.call()
        self.assertEqual(self.next_line(player), "silent")
        peer.ask("session.close", session=call)
        self.assertEqual(self.next_line(player), "playing at 1")
        alarm = peer.play(name="alarm", category="playback", priority="alarm")
        self.assertEqual(self.next_line(player), "silent")
        # It is refused; and it is resumed though its user has tried in vain.
        assert player.stdin is not None
        player.stdin.write("play\n")
        player.stdin.flush()
        assert player.stderr is not None
        self.assertIn("not now: ", player.stderr.readline())
        peer.ask("session.close", session=alarm)
        self.assertEqual(self.next_line(player), "playing at 1")
        output, errors = player.communicate(timeout=PATIENCE)
        self.assertEqual((output, errors, player.returncode), ("", "", 0))
        self.assertEqual(peer.sessions(), {})

    def test_without_a_daemon(self) -> None:
        player = self.start_example()
        self.assertEqual(self.next_line(player), "playing at 1")
        output, errors = player.communicate("pause\nplay\n", timeout=PATIENCE)
        self.assertEqual((output, errors, player.returncode), ("silent\nplaying at 1\n", "", 0))
