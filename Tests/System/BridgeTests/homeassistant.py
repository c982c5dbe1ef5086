#!/usr/bin/env python3
"""Asks and commands a Home Assistant over its REST API.

    homeassistant.py URL TOKEN COMMAND [ARGUMENT...]

begin PORT                    without a token: waits for a fresh Home Assistant, makes its owner, "owner"
                              with the password "owner", and lets it know the broker of MQTT on that port
                              of 127.0.0.1; prints a token
states PREFIX [COUNT [SECONDS]]
                              waits until COUNT entities, or any if that is not said, have an ID whose
                              part after the dot has that prefix, as those of a device have its name, and
                              prints each one's state and attributes by entity as JSON
wait ENTITY STATE [SECONDS]   waits until the entity has the state, and prints both as JSON
press ENTITY                  presses a button
set ENTITY VALUE              sets a number, or turns a switch "on" or "off"

It waits for 30 seconds, `begin` for 180, or as long as is said. Its status is 1, with one line on
standard error, if that was too short or Home Assistant refuses.
"""

import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Home:
    """A Home Assistant, and the token with which it is asked."""

    def __init__(self, url, token):
        self.url = url.rstrip("/")
        self.token = token

    def ask(self, path, body=None, form=False):
        """What it answers to a GET, or to a POST of the body."""
        request = urllib.request.Request(self.url + path)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            if form:
                request.data = urllib.parse.urlencode(body).encode()
            else:
                request.data = json.dumps(body).encode()
                request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)

    def call(self, domain, service, **data):
        self.ask(f"/api/services/{domain}/{service}", data)

    def begin(self, broker):
        """Does what its owner does first, and returns a token."""
        until(180, "an answer", self.is_running)
        client = self.url + "/"
        owner = dict(name="Owner", username="owner", password="owner", language="en")
        code = self.ask("/api/onboarding/users", dict(owner, client_id=client))["auth_code"]
        grant = dict(grant_type="authorization_code", code=code, client_id=client)
        self.token = self.ask("/auth/token", grant, form=True)["access_token"]
        flows = "/api/config/config_entries/flow"
        flow = self.ask(flows, dict(handler="mqtt"))["flow_id"]
        answer = self.ask(f"{flows}/{flow}", dict(broker="127.0.0.1", port=broker))
        if answer["type"] != "create_entry":
            sys.exit(f"Home Assistant refuses the broker: {answer}")
        return self.token

    def is_running(self):
        # It answers as soon as it listens, which is before it can all.
        try:
            return self.ask("/api/onboarding") is not None
        except (OSError, ValueError):
            return False

    def states(self, prefix):
        """The state and the attributes of each entity that has the prefix."""
        return {
            state["entity_id"]: {"state": state["state"], "attributes": state["attributes"]}
            for state in self.ask("/api/states")
            if state["entity_id"].partition(".")[2].startswith(prefix)
        }

    def state(self, entity):
        try:
            return self.ask(f"/api/states/{entity}")["state"]
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise


def until(seconds, what, condition):
    """Waits for the condition to hold."""
    deadline = time.monotonic() + float(seconds)
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f"Home Assistant has not given {what} within {seconds} seconds")
        time.sleep(0.1)


def run(url, token, command, *arguments):
    home = Home(url, token)
    match command, *arguments:
        case "begin", broker:
            print(home.begin(int(broker)))
        case "states", prefix, *rest if len(rest) < 3:
            count, seconds = rest + ["any", "30"][len(rest):]
            found = {}

            def are_found():
                found.clear()
                found.update(home.states(prefix))
                return len(found) > 0 if count == "any" else len(found) == int(count)

            what = f"{count} entities with {prefix}"
            until(seconds, what, are_found)
            print(json.dumps(found, indent=2, sort_keys=True))
        case "wait", entity, state, *rest if len(rest) < 2:
            seconds = rest[0] if rest else 30
            until(seconds, f"{entity} the state {state}", lambda: home.state(entity) == state)
            print(json.dumps({entity: state}))
        case "press", entity:
            home.call("button", "press", entity_id=entity)
        case "set", entity, ("on" | "off") as value if entity.startswith("switch."):
            home.call("switch", f"turn_{value}", entity_id=entity)
        case "set", entity, value if entity.startswith("number."):
            home.call("number", "set_value", entity_id=entity, value=float(value))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    try:
        run(*sys.argv[1:])
    except urllib.error.HTTPError as error:
        sys.exit(f"Home Assistant refuses: {error}: {error.read().decode(errors='replace')}")
    except OSError as error:
        sys.exit(f"Home Assistant can't be asked: {error}")
