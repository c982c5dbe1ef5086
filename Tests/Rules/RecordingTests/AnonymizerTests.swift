import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionTypes
import AudioSessionWire
import Testing

/// Recordings that can be given to strangers.
struct AnonymizerTests {
  @Test func `names, users and times of day are replaced, each always by the same`() throws {
    var tape = Tape()
    tape.play()
    var anonymizer = Anonymizer()
    let lines = tape.lines.map { anonymizer.anonymized($0) }
    let text = lines.map(\.text).joined(separator: "\n")
    #expect(!text.contains("secret"))
    #expect(!text.contains("2026-11-22"))
    #expect(
      lines[1]["names"] == [
        "session": 1, "name": "session-1", "leaseName": "lease-1",
        "application": "application-1", "zone": "zone-1", "program": "program-1",
      ]
    )
    let users = lines.compactMap { $0["event"]?["opening"]?["owner"]?["user"]?.integer }
    #expect(users == [1001, 1002, 1003])
    #expect(lines.compactMap { $0["names"]?["name"] } == ["session-1", "session-1", "session-1"])
  }

  @Test func `an anonymous recording is replayed as the one that it was made of`() throws {
    var tape = Tape()
    tape.play()
    var anonymizer = Anonymizer()
    var replay = Replay()
    for line in tape.lines { #expect(try replay.take(anonymizer.anonymized(line)) == nil) }
    #expect(replay.events == tape.lines.count - 1)
  }

  @Test func `roles lose their names wherever they are`() throws {
    var policy = Policy()
    policy.roles = [.init("siren", like: .alarm), .init("bell", like: .ducking)]
    let state = Tape().state(Arbiter(policy: policy))
    var anonymizer = Anonymizer()
    let shown = anonymizer.anonymized(state)
    #expect(shown["state"]?["roleNames"] == ["role-1", "role-2"])
    let roles = shown["state"]?["policy"]?["roles"]?.array
    #expect(roles?.compactMap { $0["name"] } == ["role-1", "role-2"])
    let decision: JSONValue = [
      "decision": [
        "effects": [["effect": "ended", "rule": "R59", "cell": "bell.siren"]],
        "cells": ["bell.exclusive", "phoneCall.siren"],
      ]
    ]
    #expect(
      anonymizer.anonymized(decision) == [
        "decision": [
          "effects": [["effect": "ended", "rule": "R59", "cell": "role-2.role-1"]],
          "cells": ["role-2.exclusive", "phoneCall.role-1"],
        ]
      ]
    )
  }
}
