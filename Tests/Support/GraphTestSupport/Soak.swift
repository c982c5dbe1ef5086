import Foundation
import TestSupport

/// A long day in a short time: streams are born and die, duck and interrupt each other.
package final class Soak {
  /// What is left of it.
  package struct Result: Equatable, Sendable {
    /// The user's own volumes of the streams that lived through it, by their names.
    package var volumes: [String: [Double]]
    /// What WirePlumber has written down.
    package var saved: [String: String]
    /// How loud each of the streams that lived through it is.
    package var levels: [Double]
  }

  /// What the agent takes of the machine.
  package struct Usage: Sendable, CustomStringConvertible {
    package var streams: Int
    package var residentKilobytes: Int
    package var descriptors: Int

    package var description: String {
      "after \(streams) streams: \(residentKilobytes) KiB resident, \(descriptors) descriptors"
    }
  }

  package let graph: HeadlessGraph
  package let agent: TestAgent
  package let recording: Recording
  package private(set) var usages: [Usage] = []
  private let daemon: TestDaemon
  private let music: [Tone]
  private var random: SplitMix64

  private static let pitches = [400.0, 800, 1600]

  private static let rules = """
    [Rule speech]
    Direction=output
    NodeName=speech*
    Category=playback
    Mode=voicePrompt
    Options=duckOthers
    Hold=silence
    Linger=0

    [Rule game]
    Direction=output
    NodeName=game*
    Category=ambient
    Hold=silence

    [Rule long]
    Direction=output
    NodeName=long*
    Category=playback
    Options=mixWithOthers
    Hold=pause

    [Rule music]
    Direction=output
    Category=playback
    Hold=pause

    """

  package init(seed: UInt64 = 10) throws {
    random = SplitMix64(seed: seed)
    graph = try HeadlessGraph()
    let configuration: DaemonConfiguration = ["DuckRamp": "50ms", "UnduckRamp": "50ms"]
    daemon = try TestDaemon(configuration)
    agent = try TestAgent(in: graph, of: daemon, Soak.rules)
    recording = try graph.record()
    let graph = self.graph
    let roles = ["Music", "Movie", "Game"]
    music = try zip(roles, Soak.pitches).map {
      try graph.play($1, "long-\($0)", ["media.role": $0])
    }
    for (tone, volume) in zip(music, [1, 0.5, 0.25]) { try graph.setVolume(volume, of: tone.name) }
    // WirePlumber notes every kind of stream the first time that it sees one.
    for kind in 0..<4 {
      let program = try bear(kind)
      Moment.pass(.milliseconds(300))
      try program.kill()
    }
  }

  /// Lets streams be born and die.
  ///
  /// - Parameter count: How many.
  /// - Returns: What the agent took of the machine, over the time.
  /// - Throws: That something doesn't work.
  package func run(_ count: Int) throws -> [Usage] {
    let call = try OwnSession.call(in: daemon)
    var living: [RunningProgram] = []
    for index in 0..<count {
      if index % max(1, count / 10) == 0 { try note(index) }
      // They print each change of their state, and would wait for somebody to read it.
      if index % 50 == 0 { for tone in music { _ = try tone.frames() } }
      living.append(try bear(Int.random(in: 0..<4, using: &random)))
      if index % 7 == 3 { try call.activate() }
      Moment.pass(.milliseconds(Int.random(in: 50...400, using: &random)))
      if index % 7 == 5 { try call.deactivate() }
      if living.count > 3 {
        try living.remove(at: Int.random(in: 0..<living.count, using: &random)).kill()
      }
    }
    try call.deactivate()
    for program in living { try program.kill() }
    try note(count)
    return usages
  }

  private func bear(_ kind: Int) throws -> RunningProgram {
    switch kind {
    case 0: try graph.play(Pitch.speech, "speech", ["media.role": "Notification"]).program
    case 1: try graph.play(Pitch.speech, "game", ["media.role": "Game"]).program
    case 2: try graph.playByPulse(Pitch.speech, role: "music")
    default: try graph.play(Pitch.speech, "music", ["media.role": "Music"]).program
    }
  }

  private func note(_ streams: Int) throws {
    let pid = agent.program.pid
    let kilobytes = try ProcessStatus.residentKilobytes(of: pid)
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")
    usages.append(
      Usage(streams: streams, residentKilobytes: kilobytes, descriptors: descriptors.count)
    )
  }

  /// What there is now, once all is calm: a second after WirePlumber's last writing.
  package func result() throws -> Result {
    Moment.pass(.seconds(3))
    let nodes = try graph.nodes().filter { $0.name.hasPrefix("long") }
    return Result(
      volumes: Dictionary(nodes.map { ($0.name, $0.volumes) }, uniquingKeysWith: { $1 }),
      saved: try graph.savedState(),
      levels: try Soak.pitches.map { (try recording.level(of: $0) * 10).rounded() / 10 }
    )
  }
}
