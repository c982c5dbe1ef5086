import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// Many clients that come, play and are killed, in any order; `CHURN_SECONDS=60` for a long run.
@Suite(.tags(.process)) struct ChurnTests {
  /// A process with one session, and what it was last told.
  private final class Client {
    let process: ClientProcess
    let connection: ClientConnection
    let session: JSONValue
    var isInterrupted = false

    init(_ path: String, _ random: inout SplitMix64) throws {
      process = try ClientProcess(user: 0, group: 0)
      connection = try process.connect(to: path)
      let openings: [JSONValue] = [
        ["category": "playback"], ["category": "ambient"], ["category": "soloAmbient"],
        ["category": "playback", "options": ["duckOthers"]], ["category": "record"],
        ["category": "playback", "mode": "spokenAudio"],
        ["category": "playback", "priority": "alarm"],
        ["category": "playAndRecord", "priority": "phoneCall"],
      ]
      session = try connection.open(openings.randomElement(using: &random) ?? [:])
    }

    func act(_ random: inout SplitMix64) throws {
      let method = ["session.activate", "session.deactivate"].randomElement(using: &random) ?? ""
      let id = try connection.post(method, ["session": session])
      let reply = try connection.reply(to: id)
      // What was told before the reply belongs to earlier decisions, and what comes after to this.
      try read(fence: false)
      if reply["result"] != nil { isInterrupted = false }
      try read(fence: true)
    }

    /// R32: an end follows a begin, and a begin follows another only after an activation.
    func read(fence: Bool) throws {
      for message in try connection.takeTold(fence: fence) {
        guard message["method"] == "session.interruption" else { continue }
        let begins = message["params"]?["type"] == "began"
        #expect(begins != isInterrupted, "\(message.text)")
        isInterrupted = begins
      }
    }
  }

  @Test func `R32: survivors are told what is legal, and of the dead nothing is left`() throws {
    let seconds = ProcessInfo.processInfo.environment["CHURN_SECONDS"].flatMap { Int($0) } ?? 5
    var random = SplitMix64(seed: seed())
    let daemon = try TestDaemon()
    let observer = try daemon.connect()
    #expect(try observer.isServed())
    let descriptors = try daemon.descriptorCount()
    var clients = [Client?](repeating: nil, count: 200)
    var memory = 0
    // On a slow machine more time, so that most clients have come before memory is looked at.
    var (steps, half) = (0, 1000)
    let start = ContinuousClock.now
    while .now - start < .seconds(seconds) || steps < 2 * half {
      steps += 1
      let index = clients.indices.randomElement(using: &random) ?? 0
      if let client = clients[index] {
        if Int.random(in: 0..<4, using: &random) > 0 {
          try client.act(&random)
        } else {
          try client.process.die()
          clients[index] = nil
        }
      } else {
        clients[index] = try Client(daemon.socketPath, &random)
      }
      if memory == 0, steps >= half, .now - start > .seconds(seconds) / 2 {
        half = steps
        memory = try daemon.residentKilobytes()
      }
    }
    for client in clients { try client?.read(fence: true) }
    for client in clients { try client?.process.die() }
    try observer.waitForCounts(connections: 1, sessions: 0)
    #expect(try observer.sessions() == [])
    #expect(try daemon.descriptorCount() == descriptors)
    #expect(try daemon.residentKilobytes() < memory + 2048)
  }
}
