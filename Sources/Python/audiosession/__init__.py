"""Audio sessions for Python programs, arbitrated by audiosessiond.

A program opens a session, says what its sound is for, and activates the session before it plays. It
is then told when to be silent, when it may resume, and how loud to be. `AsyncClient` is for
programs with asyncio; `Client` has the same methods for programs without it.

    async with AsyncClient("satellite") as client:
        async with client.session(category="playback", options=["duckOthers"]) as session:
            await session.activate(wait=True)
            await speak("It is five o'clock.")  # others are ducked until the session is closed

Without a daemon, a program plays as it would have without sessions: `activate` succeeds, and when a
daemon appears, the sessions are opened and activated there. After a restart of the daemon, sessions
that were playing are activated again; a session that was interrupted becomes inactive and waits for
its user. Whatever the daemon sends is processed in the order in which it arrives, so that a session
never shows a state that is older than its last event. Connect after forking, not before.

Only the standard library is used; Python 3.9 or newer.
"""

from ._connection import socket_path
from ._messages import Json
from .async_client import AsyncClient
from .async_events import AsyncEvents
from .async_session import AsyncSession
from .blocking import Client, Events, Session
from .errors import (
    AudioSessionError, Blocker, ClosedError, Interrupted, Refused, TimedOut, Unavailable,
)  # fmt: skip
from .events import (
    Closed, DidBecomeActive, DidBecomeInactive, Ducking, Event, HardwareChange, InterruptionBegan,
    InterruptionEnded, MediaServicesLost, MediaServicesReset, MuteChange, ResumptionRecommendation,
    RouteChange, SilenceSecondaryAudioHint,
)  # fmt: skip
from .words import (
    EVERYWHERE, AlertStyle, Category, Mode, Option, Priority, RouteSharingPolicy, State, Zone,
)  # fmt: skip

__version__ = "1.0.0"

__all__ = [
    "AlertStyle", "AsyncClient", "AsyncEvents", "AsyncSession", "AudioSessionError", "Blocker",
    "Category", "Client", "Closed", "ClosedError", "DidBecomeActive", "DidBecomeInactive",
    "Ducking", "EVERYWHERE", "Event", "Events", "HardwareChange", "Interrupted",
    "InterruptionBegan", "InterruptionEnded", "Json", "MediaServicesLost", "MediaServicesReset",
    "Mode", "MuteChange", "Option", "Priority", "Refused", "ResumptionRecommendation",
    "RouteChange", "RouteSharingPolicy", "Session", "SilenceSecondaryAudioHint", "State",
    "TimedOut", "Unavailable", "Zone", "socket_path",
]  # fmt: skip
