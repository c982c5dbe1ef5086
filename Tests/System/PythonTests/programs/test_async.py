"""The asyncio client against the real daemon."""

from __future__ import annotations

import asyncio
import os
from typing import List
from unittest import mock

import audiosession
from audiosession import (
    Closed, Ducking, HardwareChange, InterruptionBegan, InterruptionEnded, MediaServicesLost,
    MediaServicesReset, MuteChange, Refused, RouteChange,
)  # fmt: skip
from support import Case, event, soon, until


class Sessions(Case):
    async def test_a_session_ducks_others_until_its_end(self) -> None:
        self.start()
        peer = self.peer()
        peer.play(name="music", category="playback")
        async with self.client() as client:
            async with client.session("say", category="playback", options=["duckOthers"]) as say:
                self.assertEqual((say.state, say.is_active), ("inactive", False))
                await say.activate()
                self.assertEqual((say.state, say.is_active, say.gain), ("active", True, 1.0))
                self.assertEqual(peer.sessions()["music"]["duckedBy"], [say.number])
                self.assertEqual(peer.sessions()["say"]["options"], say.status["options"])
            self.assertEqual((say.state, say.number), ("inactive", None))
            self.assertEqual(list(peer.sessions()), ["music"])
            with self.assertRaises(audiosession.ClosedError):
                await say.activate()

    async def test_an_interruption_and_its_end(self) -> None:
        self.start()
        peer = self.peer()
        music, events = await self.play()
        call = peer.call()
        began = await event(events, InterruptionBegan)
        self.assertEqual(began.reason, "default")
        self.assertEqual((began.by.name, began.by.priority), ("phone", "phoneCall"))
        self.assertEqual((music.state, music.playing, music.gain), ("interrupted", False, 1.0))
        peer.ask("session.deactivate", session=call)
        ended = await event(events, InterruptionEnded)
        self.assertTrue(ended.should_resume)
        self.assertEqual(music.state, "inactive")
        await music.activate(after=ended)
        self.assertTrue(music.is_active)

    async def test_a_callback_is_called_for_each_event(self) -> None:
        self.start()
        heard: List[str] = []

        def on_event(event: audiosession.Event) -> None:
            heard.append(f"{type(event).__name__} {music.state}")
            raise ValueError("of its own")

        music = self.client().session("music", category="playback", on_event=on_event)
        await music.activate()
        peer = self.peer()
        # What it raises is logged, and the next event comes all the same.
        with self.assertLogs("audiosession", "ERROR"):
            call = peer.call()
            await until(lambda: "InterruptionBegan interrupted" in heard)
            peer.ask("session.deactivate", session=call)
            await until(lambda: "InterruptionEnded inactive" in heard)

    async def test_a_pause_by_the_user_during_an_interruption_counts(self) -> None:
        self.start()
        peer = self.peer()
        music, events = await self.play()
        call = peer.call()
        await event(events, InterruptionBegan)
        music.playing = False
        await music.refresh()  # behind the report
        peer.ask("session.deactivate", session=call)
        self.assertFalse((await event(events, InterruptionEnded)).should_resume)

    async def test_gain_follows_the_ramp(self) -> None:
        self.start("[Policy]\nDuckRamp=10s\nUnduckRamp=10s\n")
        peer = self.peer()
        music, events = await self.play()
        prompt = peer.play(name="prompt", category="playback", options=["duckOthers"])
        ducking = await event(events, Ducking)
        self.assertEqual((ducking.gain, ducking.ramp, ducking.ducked_by), (0.2, 10.0, (prompt,)))
        first = music.gain
        await asyncio.sleep(0.01)
        second = music.gain
        self.assertTrue(0.2 <= second < first <= 1.0, (first, second))
        self.assertEqual(music.target_gain, 0.2)
        peer.ask("session.close", session=prompt)
        # It continues from where it was.
        await event(events, Ducking)
        self.assertTrue(0.2 <= second * 0.5 < music.gain <= 1.0)
        self.assertEqual(music.target_gain, 1.0)

    async def test_who_starts_ducked_is_ducked_at_once(self) -> None:
        self.start()
        peer = self.peer()
        peer.play(name="prompt", category="playback", options=["duckOthers"])
        music = self.client().session("music", category="playback", options=["mixWithOthers"])
        await music.activate()
        self.assertEqual(music.gain, 0.2)

    async def test_a_refusal_says_why(self) -> None:
        self.start()
        self.peer().play(name="bell", category="playback", priority="alarm")
        music = self.client().session("music", category="playback")
        with self.assertRaises(Refused) as caught:
            await music.activate()
        refused = caught.exception
        self.assertEqual(
            (refused.name, refused.code, refused.four_cc, refused.rule, refused.cell),
            ("insufficientPriority", 561017449, "!pri", "R59", "exclusive.alarm"),
        )
        self.assertEqual(refused.by and (refused.by.name, refused.by.priority), ("bell", "alarm"))
        self.assertTrue(refused.is_temporary)
        self.assertEqual(music.state, "inactive")

    async def test_what_is_wrong_is_refused_for_good(self) -> None:
        self.start()
        client = self.client()
        with self.assertRaises(Refused) as caught:
            await client.session(category="playback", mode="voiceChat").open()
        self.assertEqual(caught.exception.name, "badParam")
        self.assertFalse(caught.exception.is_temporary)
        with self.assertRaises(Refused) as caught:
            await client.call("session.open", categroy="playback")
        self.assertEqual(caught.exception.data["parameter"], "categroy")
        music = client.session("music", category="playback")
        await music.open()
        with self.assertRaises(Refused):
            await music.configure(category="record", mode="moviePlayback")
        await music.configure(options=["mixWithOthers"])
        self.assertEqual(music.status["category"], "playback")
        self.assertIn("mixWithOthers", music.status["options"])
        for name in ("x" * 70_000, "\ud800", float("nan")):
            with self.assertRaises(Refused):
                await client.call("session.open", name=name)
        self.assertTrue(client.is_connected)

    async def test_waiting_until_it_may(self) -> None:
        self.start()
        peer = self.peer()
        call = peer.call()
        mail = self.client().session("mail", category="playback", priority="assistant")
        waiting = asyncio.ensure_future(mail.activate(wait=True))
        await until(lambda: peer.pending() == 1)
        self.assertFalse(waiting.done())
        peer.ask("session.deactivate", session=call)
        await soon(waiting)
        self.assertEqual(peer.sessions()["mail"]["state"], "active")

    async def test_waiting_in_vain_ends_the_waiting(self) -> None:
        self.start()
        peer = self.peer()
        peer.call()
        mail = self.client().session("mail", category="playback", priority="assistant")
        with self.assertRaises(audiosession.TimedOut) as caught:
            await mail.activate(wait=0.05)
        self.assertIsInstance(caught.exception.__cause__, Refused)
        await mail.refresh()
        self.assertEqual(peer.pending(), 0)

    async def test_a_cancelled_wait_ends_the_waiting(self) -> None:
        self.start()
        peer = self.peer()
        peer.call()
        mail = self.client().session("mail", category="playback", priority="assistant")
        waiting = asyncio.ensure_future(mail.activate(wait=True))
        await until(lambda: peer.pending() == 1)
        waiting.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await waiting
        await mail.refresh()
        self.assertEqual(peer.pending(), 0)

    async def test_a_hundred_cancelled_activations_leave_nothing(self) -> None:
        self.start()
        peer = self.peer()
        client = self.client()
        ducking = [
            client.session(str(number), category="playback", options=["duckOthers"])
            for number in range(10)
        ]
        tasks = []
        for number in range(100):
            tasks.append(asyncio.ensure_future(ducking[number % 10].activate()))
            if number % 3 == 0:
                await asyncio.sleep(0)
            if number % 7 == 0:
                await ducking[0].refresh()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for session in ducking:
            await session.refresh()
        states = {name: one["state"] for name, one in peer.sessions().items()}
        done = {str(n % 10) for n, task in enumerate(tasks) if not task.cancelled()}
        # Whoever was told that it may play still may; nobody else does.
        self.assertEqual({name for name, state in states.items() if state == "active"}, done)
        self.assertEqual(len(client._connection.machine.lines._replies), 0)

    async def test_many_sessions_of_one_client(self) -> None:
        self.start("[Limits]\nSessionsPerConnection=40\n")
        client = self.client()
        sessions = [client.session(str(number), category="playback") for number in range(40)]
        await asyncio.gather(*(session.activate() for session in sessions))
        self.assertEqual(len({session.number for session in sessions}), 40)
        with self.assertRaises(Refused) as caught:
            await client.session("one too many").open()
        self.assertEqual(caught.exception.name, "resourceNotAvailable")

    async def test_a_lease_is_shared_and_ends_by_name(self) -> None:
        self.start()
        peer = self.peer()
        async with self.client() as client:
            hook = client.session("hook", category="playback", lease="wake", ttl=60)
            await hook.activate()
            await hook.renew(30)
            self.assertEqual(hook.status["lease"]["ttlSeconds"], 30)
            number = hook.number
        self.assertEqual(peer.sessions()["hook"]["state"], "active")  # though the client is gone
        async with self.client() as client:
            again = client.session(lease="wake")
            await again.open()
            self.assertEqual((again.number, again.state), (number, "active"))
        async with self.client() as client:
            await client.session(lease="wake").close()
            self.assertEqual(peer.sessions(), {})
            await client.session(lease="wake").close()  # a second time

    async def test_the_end_of_a_lease_is_told_and_the_next_activation_opens_it_again(self) -> None:
        self.start()
        hook = self.client().session("hook", category="playback", lease="wake", ttl=60)
        events = hook.events()
        await hook.activate()
        await hook.renew(0.1)
        self.assertEqual((await event(events, Closed)).reason, "leaseExpired")
        self.assertEqual((hook.state, hook.number), ("inactive", None))
        await hook.activate()
        self.assertEqual(hook.state, "active")

    async def test_an_eviction_is_final_until_the_user_wants_to_play(self) -> None:
        daemon = self.start()
        peer = self.peer()
        music, events = await self.play()
        first = music.number
        peer.ask("session.evict", session=first)
        self.assertEqual((await event(events, Closed)).reason, "evicted")
        daemon.restart()
        await event(events, MediaServicesReset)
        peer = self.peer()
        self.assertEqual(peer.sessions(), {})
        await music.activate()
        self.assertEqual(peer.sessions()["music"]["state"], "active")

    async def test_a_resumption_never_takes_the_sound_back_by_accident(self) -> None:
        self.start()
        peer = self.peer()
        music, events = await self.play()
        call = peer.call()
        peer.ask("session.deactivate", session=call)
        ended = await event(events, InterruptionEnded)
        await music.activate()
        peer.play(name="radio", category="playback")
        with self.assertRaises(Refused) as caught:
            await music.activate(after=ended)
        self.assertEqual((caught.exception.rule, music.state), ("R33", "interrupted"))

    async def test_an_unknown_epoch_of_an_event_is_no_hindrance(self) -> None:
        self.start()
        music = self.client().session("music", category="playback")
        await music.activate(after=InterruptionEnded(99, "another", True))
        self.assertTrue(music.is_active)

    async def test_the_route_and_the_end_of_events(self) -> None:
        self.start()
        peer = self.peer()
        music, events = await self.play()
        port = {"portType": "Headphones", "name": "Headphones", "portID": "hw:1"}
        peer.ask("system.setRoute", inputs=[], outputs=[port])
        change = await event(events, RouteChange)
        self.assertEqual((change.reason, change.current["outputs"]), ("newDeviceAvailable", [port]))
        peer.ask("system.setRoute", inputs=[], outputs=[port], hardware={"outputVolume": 0.5})
        hardware = (await event(events, HardwareChange)).hardware
        self.assertEqual(hardware, {"outputVolume": 0.5})
        await music.report(output_muted=True)
        self.assertEqual(music.status["mutedByProgram"], ["output"])
        await music.report(preferred_input="mic")
        self.assertEqual(music.status["preferredInput"], "mic")
        await music.report(preferred_input="", output_override="none")
        self.assertNotIn("preferredInput", music.status)
        number = music.status["session"]
        peer.ask("system.setSessionMuted", session=number, muted=["input"], wantsUnmute=True)
        mute = await event(events, MuteChange)
        self.assertEqual((mute.muted_by_user, mute.wants_unmute), (("input",), True))
        peer.ask("system.setRoute", inputs=[], outputs=[])
        began = await event(events, InterruptionBegan)
        self.assertEqual((began.reason, began.by), ("routeDisconnected", None))
        await music.close()
        self.assertEqual([one async for one in music.events()], [])
        rest = [one async for one in events]
        self.assertTrue(all(isinstance(one, audiosession.Event) for one in rest))

    async def test_waiting_after_headphones_were_pulled(self) -> None:
        self.start()
        peer = self.peer()
        music = self.client().session("music", category="playback")
        events = music.events()
        port = {"portType": "Headphones", "name": "Headphones", "portID": "hw:1"}
        peer.ask("system.setRoute", inputs=[], outputs=[port])
        await music.activate()
        peer.ask("system.setRoute", inputs=[], outputs=[])
        await event(events, InterruptionBegan)
        bell = peer.play(name="bell", category="playback", priority="alarm")
        waiting = asyncio.ensure_future(music.activate(wait=True))
        await until(lambda: peer.pending() == 1)
        peer.ask("session.close", session=bell)
        await soon(waiting)
        self.assertTrue(music.is_active)

    async def test_an_application_of_several_clients(self) -> None:
        self.start()
        one = self.client(application="org.example.one").session("one", category="playback")
        two = self.client(application="org.example.one").session("two", category="playback")
        other = self.client(application="org.example.two").session("other", category="playback")
        for session in (one, two, other):
            await session.activate()
        await one.refresh()
        await two.refresh()
        states = [session.state for session in (one, two, other)]
        self.assertEqual(states, ["interrupted", "interrupted", "active"])


class Restarts(Case):
    async def test_who_played_plays_and_who_was_interrupted_waits(self) -> None:
        daemon = self.start()
        peer = self.peer()
        client = self.client()
        game = client.session("game", category="ambient", options=["mixWithOthers"])
        radio = self.client(application="radio").session("radio", category="playback")
        game_events, radio_events = game.events(), radio.events()
        await radio.activate()
        peer.play(name="music", category="playback")
        await event(radio_events, InterruptionBegan)
        await game.activate()
        daemon.restart()
        for events in (game_events, radio_events):
            await event(events, MediaServicesLost)
            await event(events, MediaServicesReset)
        await game.refresh()
        await radio.refresh()
        self.assertEqual((game.state, radio.state), ("active", "inactive"))
        listed = self.peer().sessions()
        self.assertEqual(
            {name: (one["state"], one["category"]) for name, one in listed.items()},
            {"game": ("active", "ambient"), "radio": ("inactive", "playback")},
        )

    async def test_who_was_paused_stays_inactive(self) -> None:
        daemon = self.start()
        music, events = await self.play()
        await music.report(playing=False)
        daemon.restart()
        await event(events, MediaServicesReset)
        await music.refresh()
        self.assertEqual(music.state, "inactive")
        # The new daemon knows of the pause, too.
        await music.activate()
        self.assertFalse(music.playing)
        self.assertFalse(self.peer().sessions()["music"]["playing"])

    async def test_who_plays_goes_on_while_there_is_no_daemon(self) -> None:
        daemon = self.start()
        music, events = await self.play()
        daemon.kill()
        await event(events, MediaServicesLost)
        self.assertEqual((music.state, music.number), ("active", None))
        await music.configure(options=["mixWithOthers"])
        await music.deactivate()
        self.assertEqual(music.state, "inactive")
        await music.activate()
        self.start()
        await event(events, MediaServicesReset)
        await music.refresh()
        listed = self.peer().sessions()["music"]
        self.assertEqual((listed["state"], "mixWithOthers" in listed["options"]), ("active", True))

    async def test_a_call_that_came_first_interrupts_who_played(self) -> None:
        daemon = self.start()
        bell = self.client().session("news", category="playback", priority="assistant")
        events = bell.events()
        await bell.activate()
        daemon.kill()
        await event(events, MediaServicesLost)
        # The call is there before the client comes back: its listener is in the way until then.
        connection = bell._connection
        path, connection.path = connection.path, "/nowhere"
        daemon._start()
        peer = self.peer()
        call = peer.call()
        connection.path = path
        began = await event(events, InterruptionBegan)
        self.assertEqual((began.reason, began.by.name), ("refused", "phone"))
        self.assertEqual(bell.state, "interrupted")
        peer.ask("session.deactivate", session=call)
        ended = await event(events, InterruptionEnded)
        self.assertEqual((ended.should_resume, bell.state), (True, "inactive"))
        await bell.activate(after=ended)
        self.assertEqual(bell.state, "active")

    async def test_nothing_stays_ducked_without_a_daemon(self) -> None:
        daemon = self.start()
        music, events = await self.play()
        self.peer().play(name="prompt", category="playback", options=["duckOthers"])
        self.assertEqual((await event(events, Ducking)).gain, 0.2)
        daemon.kill()
        ducking = await event(events, Ducking)
        self.assertEqual((ducking.gain, music.target_gain, music.state), (1.0, 1.0, "active"))

    async def test_a_daemon_that_comes_back_without_the_ducker_tells_the_gain(self) -> None:
        daemon = self.start()
        music, events = await self.play()
        self.peer().play(name="prompt", category="playback", options=["duckOthers"])
        await event(events, Ducking)
        daemon.restart()
        self.assertEqual((await event(events, Ducking)).gain, 1.0)
        self.assertEqual(music.state, "active")

    async def test_a_wait_outlasts_a_restart(self) -> None:
        daemon = self.start()
        peer = self.peer()
        peer.call()
        mail = self.client().session("mail", category="playback", priority="assistant")
        waiting = asyncio.ensure_future(mail.activate(wait=True))
        await until(lambda: peer.pending() == 1)
        daemon.restart()
        await soon(waiting)
        self.assertTrue(mail.is_active)

    async def test_an_orderly_stop_and_calls_meanwhile(self) -> None:
        daemon = self.start()
        music, events = await self.play()
        daemon.kill(15)
        await event(events, MediaServicesLost)
        daemon._start()
        await soon(music.activate())
        await event(events, MediaServicesReset)
        lost: List[object] = []
        waiting = events._queue.events
        while waiting:
            found = waiting.popleft()
            if isinstance(found, (MediaServicesLost, MediaServicesReset)):
                lost.append(found)
        self.assertEqual(lost, [])

    async def test_twenty_deaths_while_calls_are_made(self) -> None:
        daemon = self.start()
        client = self.client()
        music = client.session("music", category="playback")
        stop = False
        count = 0

        async def work() -> None:
            nonlocal count
            while not stop:
                await music.activate()
                await music.deactivate()
                count += 1

        working = asyncio.ensure_future(work())
        for _ in range(20):
            enough = count + 3
            await until(lambda: count >= enough)
            await asyncio.get_running_loop().run_in_executor(None, daemon.restart)
        stop = True
        await soon(working)
        await music.activate()
        peer = self.peer()
        await until(lambda: peer.sessions().get("music", {}).get("state") == "active")


class Absence(Case):
    async def test_without_a_daemon_a_program_plays_and_is_arbitrated_later(self) -> None:
        client = self.client()
        music = client.session("music", category="playback", options=["mixWithOthers"])
        await music.activate()
        music.playing = True
        self.assertEqual((client.is_connected, music.state, music.gain), (False, "active", 1.0))
        self.start()
        peer = self.peer()
        await until(lambda: peer.sessions().get("music", {}).get("state") == "active")
        self.assertIn("mixWithOthers", peer.sessions()["music"]["options"])
        self.assertTrue(client.is_connected)

    async def test_a_strict_client_says_so(self) -> None:
        client = self.client(strict=True)
        with self.assertRaises(audiosession.Unavailable) as caught:
            await client.session("music").activate()
        self.assertIn(self.path, str(caught.exception))
        with self.assertRaises(audiosession.Unavailable):
            await client.call("session.list")

    async def test_a_socket_that_was_left_behind_counts_as_none(self) -> None:
        daemon = self.start()
        daemon.kill()
        self.assertTrue(os.path.exists(self.path))
        music = self.client().session("music")
        await music.activate()
        self.assertEqual(music.state, "active")

    async def test_the_socket_is_found_as_documented(self) -> None:
        kept = {name: os.environ.get(name) for name in ("AUDIOSESSION_SOCKET", "XDG_RUNTIME_DIR")}
        try:
            os.environ.pop("AUDIOSESSION_SOCKET", None)
            os.environ["XDG_RUNTIME_DIR"] = self.folder.path
            self.assertEqual(audiosession.socket_path(), "/run/audiosession/socket")
            os.mkdir(self.folder.path + "/audiosession")
            own = self.folder.path + "/audiosession/socket"
            open(own, "w").close()
            self.assertEqual(audiosession.socket_path(), own)
            os.environ["XDG_RUNTIME_DIR"] = "relative"
            self.assertEqual(audiosession.socket_path(), "/run/audiosession/socket")
            os.environ["AUDIOSESSION_SOCKET"] = "/elsewhere"
            self.assertEqual(audiosession.socket_path(), "/elsewhere")
            for identity in ("os.geteuid", "os.getegid"):  # as in a setuid or setgid program
                with mock.patch(identity, return_value=4242):
                    self.assertEqual(audiosession.socket_path(), "/run/audiosession/socket")
        finally:
            for name, value in kept.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
