import AudioSessionSystem
import Enforcement
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// What is repaired after a crash, and how soon.
///
/// The test's own process is the agent that crashes.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GuardTests {
  /// How long anything may stay quiet after a crash.
  static let limit = Duration.seconds(1)

  @Test func `what a crash leaves quiet is at its user's level again within a second`() throws {
    let stage = try HeadlessGraph()
    let recording = try stage.record()
    let tone = try stage.play(Pitch.music, "music", ["media.role": "Music"])
    try recording.hear(Pitch.music, in: -12.1 ... -12.0)
    try stage.setVolume(0.5, of: "music")
    try recording.hear(Pitch.music, in: -18.1 ... -18.0)
    let saved = try stage.savedState()
    var agent: CrashingAgent? = try CrashingAgent(in: stage)
    let stream = try agent?.driver.stream("music") ?? StreamID(0)
    agent?.driver.graph.setVolumes(stream, [0.05, 0.05], isTouched: true)
    try agent?.driver.hear(-38.1 ... -38.0, recording)

    agent = nil
    let crash = Moment.now
    let back = try recording.hear(Pitch.music, in: -18.1 ... -18.0, from: crash)
    #expect(back - crash < Self.limit)
    #expect(try stage.savedState() == saved)
    #expect(try stage.node("music").volumes.allSatisfy { abs($0 - 0.5) < 0.001 })
    #expect(!tone.program.hasEnded)
    try awaitEmptyLedger(of: stage)
  }

  @Test func `what a crash leaves paused goes on`() throws {
    let stage = try HeadlessGraph()
    let recording = try stage.record()
    let tone = try stage.play()
    var agent: CrashingAgent? = try CrashingAgent(in: stage)
    let stream = try agent?.driver.stream("music") ?? StreamID(0)
    try agent?.driver.hear(-12.1 ... -12.0, recording)
    agent?.driver.graph.setVolumes(stream, [0, 0], isTouched: true)
    agent?.driver.graph.pause(stream)
    try agent?.driver.hear(Level.silence ... -100, recording)
    #expect(try tone.framesPerSecond() == 0)

    agent = nil
    let crash = Moment.now
    let back = try recording.hear(Pitch.music, in: -12.1 ... -12.0, from: crash)
    #expect(back - crash < Self.limit)
    #expect(try tone.framesPerSecond() > 0)
    try awaitEmptyLedger(of: stage)
  }

  @Test func `what its program had stopped stays stopped, and is heard when it plays`() throws {
    let stage = try HeadlessGraph()
    let recording = try stage.record()
    let tone = try stage.play()
    var agent: CrashingAgent? = try CrashingAgent(in: stage)
    let stream = try agent?.driver.stream("music") ?? StreamID(0)
    try agent?.driver.hear(-12.1 ... -12.0, recording)
    agent?.driver.graph.pause(stream)
    try agent?.driver.hear(Level.silence ... -100, recording)
    try tone.pause()
    // Nobody has told the agent: its ledger still calls the stream paused.
    try Condition.wait("the program's stop") { try stage.node("music").state == "idle" }

    agent = nil
    try awaitEmptyLedger(of: stage)
    #expect(try tone.framesPerSecond() == 0)
    try tone.resume()
    try recording.hear(Pitch.music, in: -12.1 ... -12.0)
  }

  @Test func `streams of another life of PipeWire are left alone`() throws {
    let stage = try HeadlessGraph()
    let recording = try stage.record()
    let tone = try stage.play()
    let agent = try CrashingAgent(in: stage)
    let stream = try agent.driver.stream("music")
    agent.driver.graph.setVolumes(stream, [0.1, 0.1], isTouched: true)
    try agent.driver.hear(-32.1 ... -32.0, recording)
    guard let touched = agent.driver.ledger.contents.touched.first else {
      Issue.record("nothing was noted")
      return
    }
    agent.driver.ledger.clear()
    let former = LedgerStream(cookie: touched.cookie &+ 1, serial: touched.serial)
    agent.driver.ledger.note(.touched(former))

    let remote = stage.folder.path(of: "run/pipewire-0")
    Sweep.run(agent.driver.ledger, remote: remote) { _ in }
    #expect(agent.driver.ledger.contents.isEmpty)
    Moment.pass(.milliseconds(100))
    try agent.driver.hear(-32.1 ... -32.0, recording)
    #expect(!tone.program.hasEnded)
  }

  @Test func `players are resumed, by their names`() throws {
    let folder = try TemporaryDirectory()
    let ledger = try Ledger(folder: folder.path(of: "audiosession"))
    ledger.note(.playerPaused("org.mpris.MediaPlayer2.b"))
    ledger.note(.playerPaused("org.mpris.MediaPlayer2.a"))
    ledger.note(.playerPaused("org.mpris.MediaPlayer2.c"))
    ledger.note(.playerReleased("org.mpris.MediaPlayer2.c"))
    var resumed: [String] = []
    Sweep.run(ledger) { resumed += $0 }
    #expect(resumed == ["org.mpris.MediaPlayer2.a", "org.mpris.MediaPlayer2.b"])
    Sweep.run(ledger) { resumed += $0 }
    #expect(resumed.count == 2)
  }

  @Test func `a guard that dies is followed by another`() throws {
    let stage = try HeadlessGraph()
    let guardian = try CrashingAgent.guardian(in: stage)
    guardian.start(at: .zero)
    let first = try #require(guardian.pid)
    #expect(kill(first, 0) == 0)
    #expect(guardian.deadline == nil)

    kill(first, SIGKILL)
    awaitEnd(of: guardian)
    let generation = guardian.generation
    guardian.dispatch(at: .milliseconds(10))
    #expect(guardian.pid == nil)
    #expect(guardian.generation > generation)
    // No faster than once a second, however soon it dies.
    #expect(guardian.deadline == .seconds(1))
    guardian.dispatch(at: .milliseconds(999))
    #expect(guardian.pid == nil)
    guardian.dispatch(at: .seconds(1))
    let second = try #require(guardian.pid)
    defer { CrashingAgent.reapLater(second) }
    #expect(second != first)

    // Signals meant for the agent don't end it.
    kill(second, SIGTERM)
    Moment.pass(.milliseconds(100))
    guardian.dispatch(at: .seconds(2))
    #expect(guardian.pid == second)
  }

  @Test func `a guard that finds nothing touched ends with its agent`() throws {
    let stage = try HeadlessGraph()
    var agent: CrashingAgent? = try CrashingAgent(in: stage)
    let process = try ProcessDescriptor(pid: #require(agent?.guardian.pid))
    #expect(try !process.hasEnded())
    agent = nil
    var request = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, CInt(Patience.milliseconds)) == 1)
  }

  @Test func `a guard that can't be started is tried again, and it is said why`() {
    let guardian = Guard(program: "/nonexistent")
    guardian.start(at: .zero)
    #expect(
      guardian.problem == "the guard can't be started: posix_spawn: No such file or directory"
    )
    #expect(guardian.deadline == .seconds(1))
    #expect(guardian.descriptor == nil)
  }

  /// Waits until the guard's process has ended.
  private func awaitEnd(of guardian: Guard) {
    var request = pollfd(fd: guardian.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, CInt(Patience.milliseconds)) == 1)
  }

  private func awaitEmptyLedger(of stage: HeadlessGraph) throws {
    let path = GraphDriver.ledgerFolder(of: stage) + "/agent-touched"
    try Condition.wait("an empty ledger") {
      try String(contentsOfFile: path, encoding: .utf8).isEmpty
    }
  }
}

/// An agent within the test's process: to let go of it is its crash, as all that it holds goes.
private final class CrashingAgent {
  /// A child that has ended and that nobody waits for would be all that the test runner sees of its
  /// own children.
  static func reapLater(_ pid: pid_t?) {
    guard let pid else { return }
    Thread.detachNewThread { waitpid(pid, nil, 0) }
  }

  deinit { CrashingAgent.reapLater(guardian.pid) }

  let driver: GraphDriver
  let guardian: Guard

  init(in stage: HeadlessGraph) throws {
    driver = try GraphDriver(in: stage)
    guardian = try CrashingAgent.guardian(in: stage)
    guardian.start(at: .zero)
  }

  /// A guard in the graph's environment and not in the test's own.
  static func guardian(in stage: HeadlessGraph) throws -> Guard {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(fileURLWithPath: tests).deletingLastPathComponent().path
    return Guard(program: folder + "/audiosession-agent", environment: stage.environment)
  }
}
