"""A player that prints what would be heard; its user types `play` and `pause`."""

import asyncio
import sys
from typing import Optional

from audiosession import AsyncClient, AsyncEvents, AsyncSession, Event, InterruptionEnded, Refused

shown = ""


def show(session: AsyncSession) -> None:
    global shown
    line = f"playing at {session.target_gain:g}" if session.playing else "silent"
    if line != shown:
        print(shown := line, flush=True)


async def play(session: AsyncSession, after: Optional[Event] = None) -> None:
    try:
        await session.activate(after=after)
        session.playing = True
    except Refused as refusal:
        print(f"not now: {refusal}", file=sys.stderr)
    show(session)


async def follow(session: AsyncSession, events: AsyncEvents) -> None:
    async for event in events:
        if isinstance(event, InterruptionEnded) and event.should_resume:
            await play(session, after=event)
        show(session)


async def main() -> None:
    lines = asyncio.StreamReader()
    typed = asyncio.StreamReaderProtocol(lines)
    await asyncio.get_running_loop().connect_read_pipe(lambda: typed, sys.stdin)
    async with AsyncClient("player") as client:
        async with client.session("player", category="playback") as session:
            following = asyncio.create_task(follow(session, session.events()))
            await play(session)
            async for line in lines:
                if line.strip() == b"play":
                    await play(session)
                else:
                    session.playing = False
                    await session.deactivate()
                    show(session)
        await following  # the events end with the session


asyncio.run(main())
