import AudioSessionTypes
import AudioSessionWire

/// An operation on a session: one request to the daemon.
package enum Operation: Equatable, Sendable {
  /// Opens the session if it isn't open.
  case open
  case configure(Configuration)
  case activate
  case deactivate(notifyingOthers: Bool)
  case report(playing: Bool?, recording: Bool?, foreground: Bool?)
  /// Reads the session's current status.
  case refresh
  /// Reads the route.
  case route
  /// Closes the session for good.
  case close

  /// The request to make for the session of this number.
  func request(_ session: UInt64) -> (method: Method, parameters: JSONValue) {
    let number = JSONValue.number(String(session))
    let members: [JSONValue.Member] = [.init("session", number)]
    return switch self {
    case .open, .refresh: (.sessionGet, .object(members))
    case .configure(let configuration):
      (.sessionConfigure, .object(members + configuration.members))
    case .activate: (.sessionActivate, .object(members))
    case .deactivate(true):
      (.sessionDeactivate, ["session": number, "options": ["notifyOthersOnDeactivation"]])
    case .deactivate(false): (.sessionDeactivate, .object(members))
    case .report(let playing, let recording, let foreground):
      (.sessionReport, .object(members + Operation.report(playing, recording, foreground)))
    case .route: (.systemGet, [:])
    case .close: (.sessionClose, .object(members))
    }
  }

  /// The error of an operation that can't be expressed as a request: an unknown option bit (R4).
  var fault: AudioSessionError? {
    guard case .configure(let configuration) = self, configuration.hasUnknownOption else {
      return nil
    }
    let error = ArbitrationError.badParam
    return .refused(
      Refusal(
        code: Int(error.code),
        name: error.rawValue,
        rule: "R4",
        message: "The options contain unknown bits; expected those of CategoryOptions."
      )
    )
  }

  private static func report(
    _ playing: Bool?,
    _ recording: Bool?,
    _ foreground: Bool?
  ) -> [JSONValue.Member] {
    [("playing", playing), ("recording", recording), ("foreground", foreground)]
      .compactMap { name, value in value.map { .init(name, .bool($0)) } }
  }
}
