import AudioSessionJSON
import AudioSessionWire
import ControlCore

/// What a timeline is made from, in the order in which it happened.
enum Input: Equatable, Sendable {
  /// A decision, as in the log or in `server.decision`, and its time in microseconds since 1970; the
  /// log doesn't tell the epoch.
  case decision(LogEntry, epoch: Epoch?, at: Int64)
  /// Decisions that weren't received, and all sessions after them.
  case lagged(from: UInt64, to: UInt64, sessions: [SessionObject])
  /// The daemon is going down; its messages don't have the time.
  case stopped(at: Int64?)
  /// Another daemon has taken over.
  case restarted(at: Int64?)

  /// The content of one notification of the daemon; nil if a timeline doesn't show it.
  init?(_ method: NotificationMethod?, _ params: JSONValue) {
    switch method {
    case .serverDecision:
      guard let entry: LogEntry = params.received(), let moment = entry.decision.moment else {
        return nil
      }
      let stamp: DecisionStamp? = params.received()
      self = .decision(entry, epoch: stamp?.epoch, at: moment)
    case .eventsLagged:
      guard let lagged: EventsLagged = params.received(),
        max(lagged.from, lagged.to) <= Input.largestNumber
      else { return nil }
      self = .lagged(from: lagged.from, to: lagged.to, sessions: lagged.sessions.sessions)
    case .mediaServicesWereLost: self = .stopped(at: nil)
    case .mediaServicesWereReset: self = .restarted(at: nil)
    default: return nil
    }
  }

  /// The number of the decision; nil if it is something else.
  var decisionNumber: UInt64? {
    guard case .decision(let entry, _, _) = self else { return nil }
    return entry.number
  }

  /// The decisions of a reply to `server.log`.
  static func log(_ log: LogResult<LogEntry>) -> [Input] {
    log.decisions.compactMap { entry in
      entry.decision.moment.map { .decision(entry, epoch: nil, at: $0) }
    }
  }

  fileprivate static let largestNumber = UInt64(JSONDocument.largestInteger)
}

extension LogEntry {
  /// The number of the decision, if it can be one.
  var number: UInt64? { 1...Input.largestNumber ~= seq ? seq : nil }
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
    let method = value["method"]?.string.flatMap(NotificationMethod.init)
    if let log: LogResult<LogEntry> = value.received() {
      inputs += Input.log(log)
    } else if let input = Input(method, value["params"] ?? [:]) {
      inputs.append(input)
    } else if method == .serverDecision {
      let what = "the decision has no time, because the daemon was older than this program"
      throw .usage("\(place): \(what); expected the member \"at\"")
    } else if value["method"] == nil, value["error"] == nil {
      throw .usage("\(place): expected a line that `monitor -j` or `log -j` printed")
    }
  }
}
