"""A process that speaks like linux-voice-assistant to peripherals.

It prints its port, then `connected` for each peripheral, and each command that one sends. What it
reads is sent to the latest peripheral line by line; at the line `cut` it is cut off.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any, List

import websockets

_serve: Any = getattr(websockets, "serve")
_SNAPSHOT = {"muted": False, "volume": 0.8, "ha_connected": True, "last_stt_text": None}


async def main() -> None:
    peripherals: List[Any] = []

    async def accept(peripheral: Any) -> None:
        # Without a snapshot at a port that it had before: it may come late, or not at all.
        if sys.argv[1] == "0":
            await peripheral.send(json.dumps({"event": "snapshot", "data": _SNAPSHOT}))
        peripherals.append(peripheral)
        print("connected", flush=True)
        try:
            async for text in peripheral:
                print(json.loads(text)["command"], flush=True)
        except websockets.exceptions.ConnectionClosedError:
            pass

    lines = asyncio.StreamReader()
    typed = asyncio.StreamReaderProtocol(lines)
    await asyncio.get_running_loop().connect_read_pipe(lambda: typed, sys.stdin)
    server = await _serve(accept, "127.0.0.1", int(sys.argv[1]))
    print(server.sockets[0].getsockname()[1], flush=True)
    async for line in lines:
        text = line.decode().rstrip("\n")
        if text == "cut":
            peripherals[-1].transport.abort()
        else:
            await peripherals[-1].send(text)


asyncio.run(main())
