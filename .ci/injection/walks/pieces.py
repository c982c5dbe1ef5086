"""A conversation whose bytes arrive, or are sent, in pieces: at every boundary of two bytes."""
import ast
import fcntl
import json
import re
import select
import struct
import termios
import time

from injection.client import Lost
from injection.walks.daemon import Life

PROGRAM = "audiosessiond"
REQUESTS = [
    ("hello", {"protocol": 1, "name": "one"}),
    ("session.open", {"name": "music", "category": "playback"}),
    ("session.activate", {"session": 1}),
    ("session.report", {"session": 1, "playing": True}),
    ("session.close", {"session": 1}),
]
LINES = b"".join(
    json.dumps({"jsonrpc": "2.0", "id": index, "method": method, "params": parameters}).encode() + b"\n"
    for index, (method, parameters) in enumerate(REQUESTS, 1))
SENT = re.compile(r'sendto\((\d+), ("(?:[^"\\]|\\.)*"), .*\) = (-?\d+).*?( \(INJECTED\))?$')


def send(client, piece):
    """Sends bytes, and waits until the daemon has read them."""
    client.send(piece)
    end = time.monotonic() + 1
    while time.monotonic() < end:
        (unread,) = struct.unpack("i", fcntl.ioctl(client.socket, termios.TIOCOUTQ, b"\0\0\0\0"))
        if unread == 0:
            return


def walk_split(stage):
    """The conversation arrives in two pieces, and is answered as a whole one."""
    life = Life(stage)
    try:
        life.start()
        client = life.connect("one")
        place = stage.fault.place if stage.fault else len(LINES)
        send(client, LINES[:place])
        send(client, LINES[place:])
        take_answers(stage, client)
        life.stop()
    finally:
        life.manager.close()


def take_answers(stage, client):
    try:
        for number in range(1, len(REQUESTS) + 1):
            answer = client.reply(number)
            if "result" not in answer:
                stage.complain(f"{REQUESTS[number - 1][0]} is answered by {answer}")
    except (Lost, TimeoutError) as error:
        stage.complain(f"an answer is missing: {error}")


def walk_short(stage):
    """The daemon sends a message in two pieces: the second is what the kernel didn't take."""
    life = Life(stage)
    try:
        life.start()
        client = life.connect("one")
        for line in LINES.splitlines(keepends=True):
            # One answer for each send; of a short one, the bytes that were said to be taken are lost.
            client.send(line)
            if select.select([client.socket], [], [], 0.1)[0]:
                client.socket.recv(65536)
        life.daemon.signal(15)
        stage.judge_end(life.daemon, life.daemon.wait(3), is_asked=True)
        if stage.fault:
            judge_rest(stage, life.daemon)
    finally:
        life.manager.close()


def judge_rest(stage, daemon):
    """What follows a short send on its connection begins with the bytes that weren't taken."""
    sends = [match for _, _, line in daemon.calls() for match in [SENT.search(line)] if match]
    for index, match in enumerate(sends):
        if not match[4]:
            continue
        rest = ast.literal_eval("b" + match[2])[stage.fault.length:]
        following = [other for other in sends[index + 1:] if other[1] == match[1]]
        if not following or not ast.literal_eval("b" + following[0][2]).startswith(rest):
            stage.complain("the bytes that the kernel didn't take aren't sent again")
        return


def lengths(subject):
    """The least length of each send to a client, by its number; descriptor 2 is standard error."""
    sends = [match for _, _, line in subject.calls() for match in [SENT.search(line)] if match]
    # A process may have a shorter number than that of this run.
    return {number: int(match[3]) - 8 for number, match in enumerate(sends, 1) if match[1] != "2"}
