import AudioSessionWire
import ControlCore

/// What a timeline is made from, in the order in which it happened.
enum Input: Equatable, Sendable {
  /// A decision, as in the log or in `server.decision`, and its time in microseconds since 1970.
  case decision(JSONValue, at: Int64)
  /// Decisions that weren't received, and all sessions after them.
  case lagged(from: Int64, to: Int64, sessions: [JSONValue])
  /// The daemon is going down; its messages don't have the time.
  case stopped(at: Int64?)
  /// Another daemon has taken over.
  case restarted(at: Int64?)

  /// The content of one message of the daemon; nil if a timeline doesn't show it.
  init?(message: JSONValue) {
    let params = message["params"] ?? [:]
    switch message["method"]?.string.flatMap(NotificationMethod.init) {
    case .serverDecision:
      guard let moment = params.moment else { return nil }
      self = .decision(params, at: moment)
    case .eventsLagged:
      guard let from = params.number(in: "from"), let to = params.number(in: "to")
      else { return nil }
      self = .lagged(from: from, to: to, sessions: params["sessions"]?.array ?? [])
    case .mediaServicesWereLost: self = .stopped(at: nil)
    case .mediaServicesWereReset: self = .restarted(at: nil)
    default: return nil
    }
  }

  /// The number of the decision; nil if it is something else.
  var decisionNumber: Int64? {
    guard case .decision(let decision, _) = self else { return nil }
    return decision.decisionNumber
  }

  /// The decisions of a reply to `server.log`.
  static func log(_ reply: JSONValue) -> [Input] {
    (reply["decisions"]?.array ?? []).compactMap { entry in
      entry.moment.map { .decision(entry, at: $0) }
    }
  }
}

extension JSONValue {
  /// The number of a decision, if it can be one.
  var decisionNumber: Int64? { number(in: "seq") }

  fileprivate func number(in member: String) -> Int64? {
    guard let number = self[member]?.integer, 0...JSONDocument.largestInteger ~= number
    else { return nil }
    return number
  }
}

/// A file with what `monitor -j` or `log -j` has printed.
struct Recording {
  private(set) var inputs: [Input] = []
  /// True if the last line is incomplete, as after a crash.
  private(set) var isCut = false

  /// Reads the lines of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: The file's name, for the error.
  /// - Throws: ``Failure/usage(_:)`` with the first line that isn't from this program, or that has
  ///   no time.
  init(_ bytes: [UInt8], name: String) throws(Failure) {
    let newline = UInt8(ascii: "\n")
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      let place = "\(name.printable):\(index + 1)"
      let text = Array(line)
      guard let value = try? JSONValue(parsing: text.span), value.members != nil else {
        // Only the last line has nothing after it, not even the end of a line.
        isCut = index == lines.count - 1 && index > 0
        if isCut { return }
        throw .usage("\(place): expected a line that `monitor -j` or `log -j` printed")
      }
      try take(value, place)
    }
    if inputs.isEmpty {
      let expected = "expected what `monitor -j` or `log -j` prints"
      throw .usage("\(name.printable): \(expected), found nothing")
    }
  }

  private mutating func take(_ value: JSONValue, _ place: String) throws(Failure) {
    if value["decisions"] != nil {
      inputs += Input.log(value)
    } else if let input = Input(message: value) {
      inputs.append(input)
    } else if value["method"]?.string == NotificationMethod.serverDecision.rawValue {
      let what = "the decision has no time, because the daemon was older than this program"
      throw .usage("\(place): \(what); expected the member \"at\"")
    } else if value["method"] == nil, value["error"] == nil {
      throw .usage("\(place): expected a line that `monitor -j` or `log -j` printed")
    }
  }
}
