import AudioSessionSystem
import Foundation
import Glibc
import House
import TestSupport
import TestTraits
import Testing

/// A headset that two machines share: real bridges, a real broker, and commands that write down what they
/// are asked for.
@Suite(
  .besideThePool(.players),
  .enabled(if: canRunBridges(), "needs mosquitto and the trait MQTT")
)
struct SharedDeviceTests {
  private let folder: TemporaryDirectory
  private let script: String
  private let log: String

  init() throws {
    folder = try TemporaryDirectory()
    log = folder.path(of: "log")
    script = try folder.writeProgram("#!/bin/sh\necho \"$@\" >> \(log)\n", to: "headset")
  }

  private func configuration(_ node: String, connect: String? = nil) -> String {
    """
    [Device]
    Name=headset
    Connect=\(connect ?? "\(script) \(node) connects")
    Disconnect=\(script) \(node) disconnects

    """
  }

  /// What the commands were asked for, in order.
  private func asked() -> [String] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The line of the bridge's report on the device.
  private func device(_ room: Room) throws -> String? {
    try HouseWords.lines(room.report()).first { $0.hasPrefix("  device  ") }
  }

  @Test func `a player of one machine loses the headset to one of another, and is told`() throws {
    let broker = try TestBroker()
    let study = try Room("study", broker, bridgeConfiguration: configuration("study"))
    let kitchen = try Room("kitchen", broker, bridgeConfiguration: configuration("kitchen"))
    try study.waitUntilConnected()
    try kitchen.waitUntilConnected()
    #expect(try device(study) == "  device  headset, on no machine")
    let player = try Speaker("avfaudio-programs", ["arbiter"], study.environment)
    try player.hears("ready")
    try player.told("begin", says: "begun: true")
    try player.told("begin", says: "begun: false")
    #expect(asked() == ["study connects"])
    #expect(try device(study) == "  device  headset, here")
    // Else both may have begun at once, and the study, whose name comes later, would keep it.
    try Condition.wait("what the study said") {
      try device(kitchen) == "  device  headset, on study"
    }
    let other = try Speaker("audiosession-house", ["--hold"], kitchen.environment)
    try other.hears("connected")
    try player.hears("route changed: oldDeviceUnavailable")
    #expect(asked() == ["study connects", "study disconnects", "kitchen connects"])
    #expect(try device(study) == "  device  headset, on kitchen")
    // It wants it back.
    try player.told("begin", says: "begun: true")
    try other.hears("on study now")
    #expect(asked().suffix(2) == ["kitchen disconnects", "study connects"])
    // Who has left isn't told any more, and gives it up all the same.
    try player.told("leave", says: "left")
    let third = try Speaker("audiosession-house", ["--hold", "--json"], kitchen.environment)
    try third.hears(#"{"state":"held","changed":true}"#)
    #expect(asked().suffix(2) == ["study disconnects", "kitchen connects"])
    #expect(try player.end().contains("route changed: oldDeviceUnavailable") == false)
  }

  @Test func `a command that fails is an error, and leaves the headset to others`() throws {
    let broker = try TestBroker()
    let study = try Room(
      "study",
      broker,
      bridgeConfiguration: configuration("study", connect: "false")
    )
    try study.waitUntilConnected()
    let player = try Speaker("avfaudio-programs", ["arbiter"], study.environment)
    try player.hears("ready")
    try player.told("begin", says: "begun: false, NSOSStatusErrorDomain resourceNotAvailable")
    let other = try Speaker("audiosession-house", ["--hold"], study.environment)
    try other.hears("not connected: false: it has failed with exit status 1")
    #expect(try device(study) == "  device  headset, on no machine")
  }

  @Test func `where no device is shared, nothing changes`() throws {
    let broker = try TestBroker()
    let study = try Room("study", broker)
    try study.waitUntilConnected()
    let player = try Speaker("avfaudio-programs", ["arbiter"], study.environment)
    try player.hears("ready")
    try player.told("begin", says: "begun: false")
    let other = try Speaker("audiosession-house", ["--hold"], study.environment)
    try other.hears("no device is shared here; expected Name= below [Device]")
    #expect(try other.wait() == 1)
  }
}

/// A program that says lines, and obeys some.
private final class Speaker {
  private let process: ChildProcess
  private let channel: ClientConnection
  private var said: [String] = []

  init(_ program: String, _ arguments: [String], _ environment: [String: String]) throws {
    let ends = try connectedSockets()
    let other = FileDescriptor(ends.other)
    channel = ClientConnection(Socket(FileDescriptor(ends.one)))
    process = try ChildProcess(
      program,
      arguments,
      descriptors: [0: other.number, 1: other.number],
      environment: environment
    )
  }

  /// Waits until it says a line, whatever it says before.
  func hears(_ line: String) throws {
    said = []
    do {
      while let next = try channel.nextLine() {
        if next == line { return }
        said.append(next)
      }
    } catch {
      throw ProcessFault("it didn't say \(line), but \(said): \(error)")
    }
    throw ProcessFault("it didn't say \(line), but \(said)")
  }

  func told(_ command: String, says line: String) throws {
    try channel.send("\(command)\n")
    try hears(line)
  }

  func wait() throws -> Int32 { try process.wait() }

  /// Ends its input: what it has said since.
  func end() throws -> [String] {
    try channel.endWriting()
    defer { _ = try? process.wait() }
    return try channel.linesToEnd()
  }
}
