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

  @Test func `a stream ducked by a crashed agent: back at its user's level in a second`() throws {
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
  }

  @Test func `a stream directed by a crashed agent: back on its route within a second`() throws {
    let stage = try HeadlessGraph()
    try stage.createSink("desk", priority: 1000, ["device.form-factor": "speaker"])
    let (recording, desk) = (try stage.record(), try stage.record("desk"))
    let tone = try stage.play()
    try recording.hear(Pitch.music, in: -12.1 ... -12.0)
    let saved = try stage.savedState()
    var agent: CrashingAgent? = try CrashingAgent(in: stage)
    let stream = try agent?.driver.stream("music") ?? StreamID(0)
    agent?.driver.graph.direct(stream, to: .loudspeaker)
    try agent?.driver.hear(-12.1 ... -12.0, desk)

    agent = nil
    let crash = Moment.now
    let back = try recording.hear(Pitch.music, in: -12.1 ... -12.0, from: crash)
    #expect(back - crash < Self.limit)
    #expect(try !stage.run("pw-metadata", ["\(stream.number)"]).contains("desk"))
    #expect(try stage.savedState() == saved)
    #expect(!tone.program.hasEnded)
  }

  @Test func `a stream paused by a crashed agent: plays again within a second`() throws {
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
  }

  @Test func `a stream stopped by its program: stays so after a crash, audible once it plays`()
    throws
  {
    let stage = try HeadlessGraph()
    let recording = try stage.record()
    let tone = try stage.play()
    var agent: CrashingAgent? = try CrashingAgent(in: stage)
    let stream = try agent?.driver.stream("music") ?? StreamID(0)
    try agent?.driver.hear(-12.1 ... -12.0, recording)
    agent?.driver.graph.pause(stream)
    try agent?.driver.hear(Level.silence ... -100, recording)
    try tone.pause()
    try Condition.wait("the program's stop") { try stage.node("music").state == "idle" }

    let process = try ProcessDescriptor(pid: #require(agent?.guardian.pid))
    agent = nil
    awaitEnd(process.number)
    #expect(try tone.framesPerSecond() == 0)
    try tone.resume()
    try recording.hear(Pitch.music, in: -12.1 ... -12.0)
  }

  @Test func `a guard leaves all as it is if the next agent is there already`() throws {
    let stage = try HeadlessGraph()
    let recording = try stage.record()
    let tone = try stage.play()
    var agent: CrashingAgent? = try CrashingAgent(in: stage)
    let stream = try agent?.driver.stream("music") ?? StreamID(0)
    try agent?.driver.hear(-12.1 ... -12.0, recording)
    agent?.driver.graph.setVolumes(stream, [0.05, 0.05], isTouched: true)
    try agent?.driver.hear(-38.1 ... -38.0, recording)

    let lock = try EnforcementLock([stage.folder.path(of: "run")], patience: .zero)
    let process = try ProcessDescriptor(pid: #require(agent?.guardian.pid))
    agent = nil
    awaitEnd(process.number)
    try recording.hear(Pitch.music, in: -38.1 ... -38.0)
    _ = consume lock
    withExtendedLifetime(tone) {}
  }

  @Test func `the sweep after a crash: streams the agent never touched are left unchanged`() throws
  {
    let stage = try HeadlessGraph()
    let recording = try stage.record()
    let music = try stage.play(Pitch.music, "music")
    let filter = try stage.play(Pitch.speech, "filter", ["node.link-group": "equalizer"])
    let driver = try GraphDriver(in: stage)
    _ = try driver.stream("music")
    try driver.hear(-12.1 ... -12.0, recording)
    try stage.setVolume(0.5, of: "music")
    try driver.hear(-18.1 ... -18.0, recording)
    let node = try stage.node("filter")
    try stage.run("pw-cli", ["set-param", "\(node.id)", "Props", "{ softVolumes = [ 0.1, 0.1 ] }"])
    try recording.hear(Pitch.speech, in: -32.1 ... -32.0)

    let before = try stage.nodes()
    let start = Moment.now
    Sweep.run(remote: stage.folder.path(of: "run/pipewire-0"))
    #expect(Moment.now - start < .seconds(1))
    #expect(try stage.nodes() == before)
    #expect(try stage.node("music").softVolumes == [1, 1])
    #expect(!music.program.hasEnded && !filter.program.hasEnded)
  }

  @Test func `a stopped stream goes on though its user's own volume is 0`() throws {
    let stage = try HeadlessGraph()
    let recording = try stage.record()
    let tone = try stage.play()
    let driver = try GraphDriver(in: stage)
    let stream = try driver.stream("music")
    try driver.hear(-12.1 ... -12.0, recording)
    try stage.setVolume(0, of: "music")
    driver.graph.setVolumes(stream, [0, 0], isTouched: true)
    driver.graph.pause(stream)
    try driver.wait(for: "the stop") { try tone.framesPerSecond() == 0 }
    Sweep.run(remote: stage.folder.path(of: "run/pipewire-0"))
    try stage.setVolume(1, of: "music")
    try recording.hear(Pitch.music, in: -12.1 ... -12.0)
  }

  @Test func `a guard that dies is followed by another`() throws {
    let stage = try HeadlessGraph()
    let guardian = try CrashingAgent.guardian(in: stage)
    guardian.start(at: .zero)
    let first = try #require(guardian.pid)
    #expect(kill(first, 0) == 0)
    #expect(guardian.deadline == nil)

    kill(first, SIGKILL)
    awaitEnd(guardian.descriptor)
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
    awaitEnd(process.number)
  }

  @Test func `a guard that is told more than it reads is told again, and its agent goes on`() throws
  {
    let stage = try HeadlessGraph()
    let guardian = try CrashingAgent.guardian(in: stage)
    guardian.start(at: .zero)
    let pid = try #require(guardian.pid)
    kill(pid, SIGSTOP)
    // It would kill this test's process if it missed one.
    let players = (0..<200).map { "org.mpris.MediaPlayer2.player\($0)" }
    for count in players.indices {
      guardian.note(GuardNote(players: Set(players[...count])), at: .zero)
    }
    #expect(guardian.deadline == .milliseconds(500))
    kill(pid, SIGCONT)
    var time = Duration.zero
    try Condition.wait("a note that is taken") {
      time += .milliseconds(500)
      guardian.dispatch(at: time)
      return guardian.deadline == nil
    }
    CrashingAgent.reapLater(pid)
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

  /// Waits until a process has ended.
  private func awaitEnd(_ descriptor: CInt?) {
    var request = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, CInt(Patience.milliseconds)) == 1)
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
