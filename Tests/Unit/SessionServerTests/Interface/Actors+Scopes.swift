import AudioSessionJSON
import AudioSessionWire
import Glibc

@testable import AudioSessionServer

/// Applications, zones, roles, the silent switch, and what is only imagined of them.
extension Actors {
  func meet() throws {
    try music.ask(.hello, ["protocol": 1, "application": "org.example.player"])
    let siren = try music.play(["category": "playback", "role": "siren", "zone": "kitchen"])
    let reader = try guest.play(["category": "playback", "role": "accessibility", "zone": .null])
    let game = try guest.play(["category": "ambient", "zone": "attic"])
    try system.ask(.systemSetSilenced, ["silenced": true])
    try guest.ask(.systemSetSilenced, ["silenced": true])
    try lookAround(siren, reader, game)
    for client in [system, guest] { try client.ask(.policySetDuckGain, ["duckGain": 0.1]) }
    try guest.ask(.alertRequest, ["zone": "attic"])
    try guest.ask(.sessionConfigure, ["session": game, "role": "siren"])
    try guest.ask(.sessionConfigure, ["session": game, "role": "nope"])
    try guest.ask(.sessionConfigure, ["session": reader, "priority": "alarm"])
    // The process of the tests, which never says a word itself.
    let pid = JSONValue.number("\(getpid())")
    let film = try system.play(["category": "playback", "onBehalfOf": pid])
    try guest.ask(.sessionOpen, ["onBehalfOf": 2_147_483_647])
    try lookAround(siren, film)
    for client in [system, guest] { try client.ask(.systemSetSilenced, ["silenced": false]) }
    try system.ask(.sessionClose, ["session": film])
    try music.ask(.sessionClose, ["session": siren])
    for session in [reader, game] { try guest.ask(.sessionClose, ["session": session]) }
    try music.ask(.hello, ["protocol": 1, "events": ["lifecycle"]])
    try interface.settle()
  }

  /// What would be decided of others, and by another configuration.
  func imagineOthers() throws {
    let descriptions: [JSONValue] = [
      ["category": "playback", "role": "siren", "zone": "attic"], ["role": "nope"],
    ]
    let texts: [JSONValue] = [
      "[Role siren]\nLike=alarm\n[Grant siren]\nUsers=4711\n", "[Polcy]\n",
      .string(String(repeating: "#", count: 49_153)),
    ]
    for client in [system, guest] {
      for description in descriptions {
        for text in texts {
          try client.ask(
            .policySimulate,
            [
              "description": description, "action": "activate", "application": "a", "user": 4711,
              "groups": [7], "unit": "x.service", "userUnit": "y.scope", "configuration": text,
            ]
          )
        }
      }
    }
  }
}
