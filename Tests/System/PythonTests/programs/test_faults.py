"""Daemons that are slow, mute or wrong, over real sockets."""

from __future__ import annotations

import asyncio
import time
from typing import Any, List, Optional

import audiosession
from audiosession import Interrupted, InterruptionBegan, MediaServicesReset
from support import (
    PATIENCE, Case, Json, event, interruption, notice, reply, soon, state, until,
)  # fmt: skip


def polite(request: Json) -> Optional[List[Any]]:
    """Grants everything."""
    method = request["method"]
    if method == "hello":
        return [reply(request, epoch="e")]
    if method == "session.activate":
        return [state(request, "active", 8)]
    return [state(request, "inactive", 1)]


class Faults(Case):
    async def test_an_activation_that_is_interrupted_at_once_is_none(self) -> None:
        def answer(request: Json) -> Optional[List[Any]]:
            said = polite(request) or []
            return [*said, interruption()] if request["method"] == "session.activate" else said

        self.script(answer)
        music = self.client().session("music")
        events = music.events()
        with self.assertRaises(Interrupted):
            await music.activate()
        self.assertEqual(music.state, "interrupted")
        self.assertIsInstance(await soon(events.__anext__()), InterruptionBegan)

    async def test_three_megabytes_in_a_line(self) -> None:
        def answer(request: Json) -> Optional[List[Any]]:
            if request["method"] == "server.log":
                return [reply(request, decisions=["x" * 1000] * 3000)]
            return polite(request)

        self.script(answer)
        self.assertEqual(len((await soon(self.client().call("server.log")))["decisions"]), 3000)

    async def test_a_line_without_end_is_given_up_at_its_limit(self) -> None:
        self.script(lambda request: [b"x" * (64 * 2**20 + 1)])
        client = self.client(strict=True)
        with self.assertRaises(audiosession.Unavailable) as caught:
            await client.session("music").activate()
        self.assertIn("a line of more than 67108864 bytes", str(caught.exception))

    async def test_a_daemon_that_never_answers_counts_as_none(self) -> None:
        self.script(lambda request: None)
        client = self.client(timeout=0.2)
        music = client.session("music")
        began = time.monotonic()
        await music.activate()
        self.assertEqual((music.state, client.is_connected), ("active", False))
        self.assertLess(time.monotonic() - began, PATIENCE)
        strict = self.client(timeout=0.2, strict=True)
        with self.assertRaises(audiosession.Unavailable):
            await strict.session("music").activate()

    def test_the_first_answer_is_awaited_for_a_second_unless_said_otherwise(self) -> None:
        rows: List[Any] = [({}, 1.0, 5.0), ({"strict": True}, 5.0, 5.0), ({"timeout": 3}, 3, 3)]
        for arguments, first, later in rows:
            client = audiosession.AsyncClient("alarm", **arguments)
            timeouts = (client._connection.first_timeout, client.timeout)
            self.assertEqual(timeouts, (first, later), arguments)

    async def test_a_first_answer_that_comes_late_counts(self) -> None:
        daemon = self.script(lambda r: None if r["method"] == "hello" else polite(r))
        client = self.client(timeout=None)
        music = client.session("music")
        began = time.monotonic()
        await music.activate()
        self.assertLess(time.monotonic() - began, 4)
        self.assertEqual((music.state, client.is_connected), ("active", False))
        daemon.send(reply(daemon.requests[0], epoch="e"))
        await until(lambda: client.is_connected and len(daemon.requests) > 2)
        methods = [request["method"] for request in daemon.requests]
        self.assertEqual(methods, ["hello", "session.open", "session.activate"])

    async def test_a_late_grant_is_taken_back(self) -> None:
        daemon = self.script(lambda r: None if r["method"] == "session.activate" else polite(r))
        client = self.client()
        music = client.session("music")
        await music.open()
        client.timeout = 0.1
        with self.assertRaises(audiosession.TimedOut):
            await music.activate()
        await until(lambda: any(r["method"] == "session.activate" for r in daemon.requests))
        activate = next(one for one in daemon.requests if one["method"] == "session.activate")
        daemon.send(state(activate, "active", 8))
        await until(lambda: daemon.requests[-1]["method"] == "session.deactivate")
        self.assertEqual(music.state, "inactive")

    async def test_a_call_that_is_cancelled_behind_its_answer(self) -> None:
        daemon = self.script(polite)
        client = self.client()
        music = client.session("music")
        calling = asyncio.ensure_future(music.activate())
        while not music.is_active:
            await asyncio.sleep(0)
        calling.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await calling
        await until(lambda: daemon.requests[-1]["method"] == "session.deactivate")

    async def test_garbage_costs_the_connection_and_no_session(self) -> None:
        first = True

        def answer(request: Json) -> Optional[List[Any]]:
            nonlocal first
            if request["method"] == "session.report" and first:
                first = False
                return [b"this is not JSON\n"]
            return polite(request)

        self.script(answer)
        music = self.client().session("music")
        events = music.events()
        await music.activate()
        music.playing = True
        await event(events, MediaServicesReset)
        await soon(music.report(playing=True))
        self.assertEqual(music.state, "active")

    async def test_a_daemon_that_refuses_the_connection_counts_as_none(self) -> None:
        full = {"code": -32003, "message": "There are too many connections.", "data": {}}
        self.script(lambda request: [{"jsonrpc": "2.0", "id": None, "error": full}])
        client = self.client(strict=True)
        with self.assertRaises(audiosession.Unavailable) as caught:
            await client.session("music").activate()
        self.assertIn("There are too many connections.", str(caught.exception))

    async def test_a_session_that_is_closed_while_it_is_opened(self) -> None:
        daemon = self.script(lambda r: None if r["method"] == "session.open" else polite(r))
        client = self.client()
        music = client.session("music")
        opening = asyncio.ensure_future(music.open())
        await until(lambda: "session.open" in [one["method"] for one in daemon.requests])
        closing = asyncio.ensure_future(music.close())
        with self.assertRaises(audiosession.ClosedError):
            await soon(opening)
        daemon.send(state(daemon.requests[-1], "inactive", 1))
        await soon(closing)
        self.assertEqual(daemon.requests[-1]["params"], {"session": 1})
        self.assertEqual(daemon.requests[-1]["method"], "session.close")

    async def test_many_notifications_do_not_delay_a_reply(self) -> None:
        hint = notice("session.silenceSecondaryAudioHint", 2, session=1, type="begin")

        def answer(request: Json) -> Optional[List[Any]]:
            return [hint] * 500 + (polite(request) or [])

        self.script(answer)
        music = self.client().session("music")
        events = music.events()
        await soon(music.activate())
        self.assertEqual(len(events._queue.events), 500)
