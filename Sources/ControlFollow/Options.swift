import AudioSessionEventLoop
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// The options of `follow`, some of which belong to one of its two uses alone.
enum Options {
  /// These choose sessions, too, if none is opened.
  private static let filters = ["zone", "priority"]

  static func check(_ invocation: Invocation) throws(Failure) {
    if invocation.has("name") {
      if !invocation.arguments.isEmpty {
        throw .usage("follow: expected either NAME or --name; \(Verb.follow.shortUsage)")
      }
      if invocation.has("of-user") { throw .usage("--of-user: can't be combined with --name") }
      // A wrong line is to fail at once, whether or not there is a daemon.
      _ = try session(invocation)
      return
    }
    let others = ["reports", "pid"] + SessionOptions.all.map { $0.name }
    let own = others.first { invocation.has($0) && !filters.contains($0) }
    if let own { throw .usage("--\(own): requires --name") }
  }

  /// The sessions to follow.
  static func filter(_ invocation: Invocation) throws(Failure) -> SessionFilter {
    var filter = try SessionFilter(invocation)
    filter.sessions = invocation.arguments
    return filter
  }

  /// The process of `--pid`; nil if none is given.
  static func process(_ invocation: Invocation) throws(Failure) -> ProcessDescriptor? {
    guard let number = invocation.number("pid").flatMap(Int32.init(exactly:)) else { return nil }
    do throws(Errno) {
      return try ProcessDescriptor(pid: number)
    } catch {
      throw .usage("--pid \(number): expected a process that runs")
    }
  }

  /// The signals that stop the program.
  static func signals() throws(Failure) -> Signals {
    do throws(Errno) {
      return try Signals()
    } catch {
      throw .system(error)
    }
  }

  /// The parameters of `session.open`.
  static func session(_ invocation: Invocation) throws(Failure) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let name = invocation.value("name") { members.append(.init("name", .string(name))) }
    if let pid = invocation.value("pid") { members.append(.init("onBehalfOf", .number(pid))) }
    return .object(members + (try SessionOptions.members(invocation, usual: .playback)))
  }

  /// Whether a line of standard input says that the program plays; nil if it says neither.
  static func plays(_ line: String) -> Bool? {
    switch line.lowercased().split(whereSeparator: { $0.isWhitespace }) {
    case ["playing"]: true
    case ["paused"], ["stopped"]: false
    default: nil
    }
  }
}
