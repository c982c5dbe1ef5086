"""The adapter as a program, between a real daemon and a server that speaks its messages."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Any, List, Optional

from fake import CHECKOUT, PROGRAM, AdapterCase, page_file
from support import Json, refusal, reply, soon, state, until

#: The gain of music under an assistant (R18).
STRONG = 0.0178


class Conversations(AdapterCase):
    async def test_music_is_lowered_from_the_wake_word_until_it_is_idle(self) -> None:
        await self.start_adapter()
        self.assertEqual(self.gain(), 1)
        for phase in ("wake_word_detected", "listening", "thinking", "tts_speaking"):
            await self.assistant.say(phase, "volume_changed")
            await self.holds("assistant")
            self.assertAlmostEqual(self.gain(), STRONG, 3)
        await self.assistant.say("tts_finished", "idle")
        await self.holds()
        self.assertEqual((self.gain(), self.assistant.commands), (1, []))

    async def test_the_session_is_that_of_its_process(self) -> None:
        await self.start_adapter()
        await self.assistant.say("listening")
        await self.holds("assistant")
        session = self.user.sessions()["linux-voice-assistant"]
        self.assertEqual(session["pid"], self.assistant.pid)

    async def test_errors_release(self) -> None:
        await self.start_adapter()
        for error in ("pipeline_error", "disconnected", "muted"):
            await self.assistant.say("thinking")
            await self.holds("assistant")
            await self.assistant.say(error)
            await self.holds()
            self.assertEqual(self.gain(), 1)

    async def test_a_lost_connection_releases_in_each_state_and_it_is_found_again(self) -> None:
        await self.start_adapter()
        phases = ("wake_word_detected", "listening", "thinking", "tts_speaking", "tts_finished")
        for times, event in enumerate(phases, 2):
            await self.assistant.say("listening", event)
            await self.holds("assistant")
            await self.assistant.cut()
            await self.holds()
            self.assertEqual(self.gain(), 1)
            await self.assistant.connected(times)
        await self.assistant.say("timer_ringing", id="1")
        await self.holds("alarm")
        await self.assistant.stop()
        await self.holds()
        await self.assistant.start()
        await self.assistant.connected(7)
        await self.assistant.say("listening")
        await self.holds("assistant")

    async def test_silence_releases(self) -> None:
        await self.start_adapter("--limit", "0.2")
        await self.assistant.say("thinking")
        await self.said("nothing was heard for 0.2 s")
        await self.holds()

    async def test_its_own_end_releases(self) -> None:
        await self.start_adapter()
        await self.assistant.say("listening")
        await self.holds("assistant")
        self.adapter.send_signal(signal.SIGKILL)
        await self.holds()
        self.assertEqual(self.gain(), 1)

    async def test_a_call_refuses_and_each_phase_asks_anew(self) -> None:
        await self.start_adapter()
        phone = self.peer("phone")
        call = phone.call()
        await self.assistant.say("wake_word_detected")
        line = await self.said("the assistant is stopped")
        self.assertIn("phone", line)
        self.assertIn("R59 assistant.phoneCall", line)
        await until(lambda: self.assistant.commands == ["stop_pipeline"])
        # It doesn't wait to be invited.
        await until(lambda: self.user.pending() == 0)
        phone.ask("session.close", session=call)
        await self.assistant.say("tts_speaking")
        await self.holds("assistant")

    async def test_a_call_interrupts(self) -> None:
        await self.start_adapter()
        await self.assistant.say("tts_speaking")
        await self.holds("assistant")
        self.peer("phone").call()
        await until(lambda: self.assistant.commands == ["stop_pipeline"])
        self.assertIn("interrupted by phone", await self.said("the assistant is stopped"))
        await self.assistant.say("tts_finished", "idle")
        self.assertNotIn("linux-voice-assistant", self.user.sessions())

    async def test_what_is_no_message_is_passed_over(self) -> None:
        await self.start_adapter()
        await self.assistant.say("listening")
        await self.assistant.send("{")
        self.assertIn("a message was passed over", await self.said("passed over"))
        await self.assistant.say("a_new_event")
        await self.assistant.send("[1]")
        await self.said("a message was passed over: it has no event")
        await self.holds("assistant")

    async def test_a_daemon_that_comes_back(self) -> None:
        await self.start_adapter("--microphone")
        await self.assistant.say("thinking")
        await self.holds("assistant")
        self.daemon.restart()
        self.user = self.peer()
        await self.holds("assistant")
        await self.assistant.say("idle")
        await self.holds()


class Timers(AdapterCase):
    async def test_a_timer_holds_music_until_it_is_stopped(self) -> None:
        await self.start_adapter()
        await self.assistant.say("timer_ringing", id="1", seconds_left=0)
        await self.holds("alarm")
        self.assertEqual(self.gain(), 0)
        await self.assistant.say("idle")
        await self.holds()
        self.assertEqual(self.assistant.commands, [])

    async def test_a_timer_and_an_answer(self) -> None:
        await self.start_adapter()
        await self.assistant.say("timer_ringing", id="1")
        await self.assistant.say("tts_speaking")
        await self.holds("alarm", "assistant")
        await self.assistant.say("timer_updated", id="1", seconds_left=0)
        await self.assistant.say("idle")
        await self.holds("assistant")

    async def test_a_timer_that_is_evicted_stops(self) -> None:
        await self.start_adapter()
        await self.assistant.say("timer_ringing", id="1")
        await self.holds("alarm")
        number = self.user.sessions()["linux-voice-assistant"]["session"]
        self.user.ask("session.evict", session=number)
        await until(lambda: self.assistant.commands == ["stop_timer_ringing"])

    async def test_a_timer_rings_on_after_a_call(self) -> None:
        await self.start_adapter()
        await self.assistant.say("timer_ringing", id="1")
        await self.holds("alarm")
        phone = self.peer("phone")
        call = phone.call()
        await self.holds()
        phone.ask("session.close", session=call)
        await self.holds("alarm")
        self.assertEqual(self.assistant.commands, [])


class WithoutGrants(AdapterCase):
    def start_daemon(self) -> None:
        """One that grants no priority, and anything else."""
        self.opened: List[Json] = []

        def answer(request: Json) -> Optional[List[Any]]:
            if request["method"] == "hello":
                return [reply(request, epoch="e")]
            if request["method"] == "session.open":
                self.opened.append(request["params"])
                if "priority" in request["params"]:
                    return [refusal(request, "missingEntitlement")]
            return [state(request, "active", 8)]

        self.script(answer)

    async def test_others_are_only_lowered(self) -> None:
        await self.start_adapter()
        await self.assistant.say("listening")
        self.assertIn("[Grant assistant]", await self.said("others are only lowered"))
        await until(lambda: len(self.opened) == 2)
        self.assertEqual(self.opened[0]["priority"], "assistant")
        self.assertEqual(self.opened[1]["options"], ["duckOthers"])
        self.assertEqual(self.assistant.commands, [])


class Options(AdapterCase):
    async def test_the_mute_is_told_where_it_is_wanted_also_to_a_new_daemon(self) -> None:
        recorder = self.peer("recorder")

        def record() -> str:
            number = recorder.play(name="recorder", category="record")
            answer = recorder.answer("session.report", session=number, recording=True)
            recorder.ask("session.close", session=number)
            return str(answer.get("error", {}).get("data", {}).get("name", "recording"))

        await self.start_adapter("--microphone")
        self.assertEqual(record(), "recording")
        await self.assistant.say("muted", muted=True)
        await until(lambda: record() == "cannotStartRecording")
        self.daemon.restart()
        recorder = self.peer("recorder")
        await until(lambda: record() == "cannotStartRecording")
        await self.assistant.cut()
        await until(lambda: record() == "recording")

    async def test_the_mute_is_told_to_nobody_otherwise(self) -> None:
        await self.start_adapter()
        await self.assistant.say("muted", muted=True)
        await self.assistant.say("thinking")
        await self.holds("assistant")
        await self.assistant.say("idle")
        await self.holds()
        number = self.user.play(name="recorder", category="record")
        self.assertIn("result", self.user.answer("session.report", session=number, recording=True))

    def test_the_unit_starts_it_where_it_is_installed(self) -> None:
        unit = page_file("audiosession-linux-voice-assistant.service")
        place = "/lib/audiosession/linux-voice-assistant"
        self.assertIn(f"\nExecStart=/usr/bin/python3 /usr{place}\n", unit)
        with open(CHECKOUT + "/systemd/install") as script:
            self.assertIn(f" $prefix{place}/", script.read())

    async def test_an_address_that_others_reach_is_refused(self) -> None:
        for host in ("192.168.1.7", "0.0.0.0", "2001:db8::1", "example.org"):
            adapter = await asyncio.create_subprocess_exec(
                sys.executable, PROGRAM, "--host", host, stderr=asyncio.subprocess.PIPE
            )
            _, said = await soon(adapter.communicate())
            self.assertEqual(adapter.returncode, 2)
            self.assertIn(f"{host}: expected a loopback address".encode(), said)
