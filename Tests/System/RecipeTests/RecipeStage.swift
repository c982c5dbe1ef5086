import AudioSessionJSON
import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport

/// A reader's machine: a PipeWire with a daemon and an agent, and a home that is empty.
///
/// It has two outputs: what is spoken goes to the second one where a recipe says nothing else, so
/// that the music is measured alone.
final class RecipeStage {
  /// The level of a tone's file that nobody touches.
  static let full = -12.04
  static let ducked = full - 13.98
  /// From here on a pitch counts as heard; a gap in another one, which any program has on a busy
  /// machine, is measured as up to -41 dB of it.
  static let audible = -36.0
  static let speaker = "speaker"
  static let voice = "voice"

  let graph: HeadlessGraph
  let daemon: TestDaemon
  let agent: TestAgent?
  let recording: Recording
  private var started: [RunningProgram] = []

  /// - Parameters:
  ///   - hasAgent: Whether streams are lowered and held from outside.
  ///   - outputs: The names of the outputs; the first is the default.
  ///   - rules: Of the agent, before those that are shipped.
  /// - Throws: That something doesn't start.
  init(
    hasAgent: Bool = true,
    outputs: [String] = [RecipeStage.speaker, RecipeStage.voice],
    rules: String = ""
  ) throws {
    var layout = Layout.withBus
    layout.sinks = outputs
    layout.sources = ["microphone"]
    graph = try HeadlessGraph(layout)
    daemon = try TestDaemon(["DuckRamp": "50ms", "UnduckRamp": "50ms"])
    let shipped = try Checkout.text("config/audiosession-agent.conf")
    agent = hasAgent ? try TestAgent(in: graph, of: daemon, rules + shipped) : nil
    recording = try graph.record()
    for (name, pitch) in [("song.ogg", Pitch.music), ("alarm.ogg", Pitch.speech)] {
      try FileManager.default.copyItem(atPath: graph.toneFile(pitch), toPath: home(name))
    }
    // Whoever runs the tests has the rights already.
    _ = try graph.folder.writeProgram("#!/bin/sh\nexec \"$@\"\n", to: "home/sudo")
  }

  deinit {
    for program in started { _ = try? program.kill() }
    // A command of `audiosessionctl run` leads a group of its own, and outlives the wrapper.
    for pid in survivors() { kill(pid, SIGKILL) }
  }

  /// The processes that descend from a shell of this stage, by what they have inherited.
  private func survivors() -> [pid_t] {
    let mark = Data("MPD_HOST=\(home("mpd.socket"))\0".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap(pid_t.init).filter { pid in
      FileManager.default.contents(atPath: "/proc/\(pid)/environ")?.range(of: mark) != nil
    }
  }

  /// What a shell sees.
  var environment: [String: String] {
    [
      "PATH": "\(Checkout.programs):\(home("")):\(Spawn.searchPath)",
      "AUDIOSESSION_SOCKET": daemon.socketPath,
      "MPD_HOST": home("mpd.socket"),
    ]
  }

  func home(_ name: String) -> String { graph.folder.path(of: "home/\(name)") }

  /// Starts what stands in a block; it ends with the stage, and what it left in the background too.
  @discardableResult
  func start(_ block: RecipePage.Block, speaksTo output: String? = nil) throws -> RunningProgram {
    let program = try shell(RecipeStage.waiting(block), output)
    keep(program)
    return program
  }

  /// A shell that stays until what it has left in the background ends, and has it in its group.
  private static func waiting(_ block: RecipePage.Block) -> String {
    block.text + "\nresult=$?\nwait\nexit $result"
  }

  /// Runs what stands in a block to its end: what it printed.
  ///
  /// - Throws: That its exit status isn't 0, or it doesn't end.
  @discardableResult
  func run(_ block: RecipePage.Block, speaksTo output: String? = nil) throws -> String {
    try run(block.text, speaksTo: output)
  }

  /// The same for a line that no page shows.
  @discardableResult
  func run(_ command: String, speaksTo output: String? = nil) throws -> String {
    let program = try shell(command, output)
    let status = try program.wait()
    guard status == 0 else { throw ProcessFault("\(command): \(status): \(program.said)") }
    return program.said
  }

  private func shell(_ command: String, _ output: String?) throws -> RunningProgram {
    let sink = output.map { ["PULSE_SINK": $0] } ?? [:]
    return try graph.start(
      "bash",
      ["-c", "cd\n" + command],
      environment: environment.merging(sink) { $1 }
    )
  }

  /// Starts a program of the reader's machine that no page speaks of.
  func startBeside(_ program: String, _ arguments: [String]) throws -> RunningProgram {
    let running = try graph.start(program, arguments, environment: environment)
    keep(running)
    return running
  }

  /// Has a program end with the stage.
  func keep(_ program: RunningProgram) { started.append(program) }

  /// Writes the file that a block is.
  func write(_ block: RecipePage.Block) throws {
    guard let path = block.path, path.hasPrefix("~/") else {
      throw ProcessFault("no file of a user's: \(block.text)")
    }
    try write(block.fileText, to: home(String(path.dropFirst(2))), mode: 0o644)
  }

  /// Puts the file that a block is into force, instead of all others that the daemon has; whoever
  /// runs the test is Alice.
  func configure(_ block: RecipePage.Block) throws {
    guard block.path?.hasPrefix("/etc/audiosession/audiosessiond.conf.d/") == true else {
      throw ProcessFault("no file of the daemon's: \(block.text)")
    }
    try daemon.configure(block.fileText.replacing("alice", with: NSUserName()))
    let said = try daemon.reload()
    guard said.last?.contains("was read again") == true else { throw ProcessFault("\(said)") }
  }

  func write(_ text: String, to path: String, mode: Int) throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// Waits until a pitch on the first output is so loud.
  func hear(_ level: Double, of pitch: Double = Pitch.music) throws {
    try recording.hear(pitch, in: level - 0.5...level + 0.5)
  }

  /// Waits until a pitch isn't heard any more, whatever else is.
  func hearNothing(of pitch: Double = Pitch.music) throws {
    try recording.hear(pitch, in: Level.silence...RecipeStage.audible, lasting: 40)
  }

  /// Whether a pitch isn't heard for a while from now on.
  func isSilent(_ pitch: Double = Pitch.music, for length: Duration = .seconds(1)) throws -> Bool {
    let now = Moment.now
    let levels = try recording.levels(of: pitch, now..<now + length)
    return !levels.hasRow(RecipeStage.audible...0)
  }

  /// What the daemon's list has about the session of a name; nil if there is none.
  func session(_ name: String) throws -> JSONValue? {
    let text = try run("audiosessionctl -j list")
    let list = try JSONValue(parsing: Array(text.utf8).span)
    return list["sessions"]?.array?.first { $0["name"] == .string(name) }
  }
}
