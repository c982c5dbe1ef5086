import AudioSessionClient
import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// A change of what is heard of a session, with the facts that lines and commands get.
struct HeardChange: Equatable, Sendable {
  /// What can happen to a session; the names are part of the interface.
  enum Event: String, CaseIterable, Sendable {
    /// It was there when following began, or it was opened.
    case open
    case active
    case inactive
    /// An interruption begins.
    case began
    /// The interruption is over; it doesn't play yet.
    case ended
    /// It plays again after an interruption.
    case resume
    /// Its gain changes.
    case duck
    /// Its activation was refused.
    case refused
    case closed
    /// Anything else, such as the beginning of playback.
    case changed
  }

  /// In the order in which commands have to learn of them.
  var events: [Event]
  /// The session as it is now, or was last.
  var session: Sent<SessionObject>
  /// The names of those that interrupt, lower or refuse it.
  var by: [String] = []
  /// The rules of the decision.
  var rules: [String] = []

  init(
    events: [Event],
    session: Sent<SessionObject>,
    by: [String] = [],
    rules: [String] = []
  ) {
    self.events = events
    self.session = session
    self.by = by
    self.rules = rules
  }

  /// The refusal to activate a session.
  init(refusal error: ErrorReply, _ session: Sent<SessionObject>) {
    let blocker = error.by.map { $0.name?.printable ?? "session \($0.session)" }
    self.init(
      events: [.refused],
      session: session,
      by: blocker.map { [$0] } ?? [],
      rules: error.rule.map { [$0.printable] } ?? []
    )
  }

  /// The event that a line has room for: who resumes has an interruption ended, too.
  var mainEvent: Event {
    events.contains(.resume) ? .resume : events.first { $0 != .duck } ?? .duck
  }

  /// The state in one word: that of the protocol, or `ducked`, `silenced` or `closed`.
  var state: String {
    if events.contains(.closed) { return "closed" }
    guard session.value.state == .active, session.value.gain != 1 else {
      return session.value.state.rawValue
    }
    return session.value.isSilenced ? "silenced" : "ducked"
  }

  /// The gain; 1 once the session has closed.
  var gain: String { events.contains(.closed) ? "1" : session.value.gain.json.text }

  /// The facts by name.
  static let facts: [(name: String, text: @Sendable (HeardChange) -> String)] = [
    ("event", { $0.mainEvent.rawValue }),
    ("name", { $0.session.value.sessionName ?? "-" }),
    ("session", { "\($0.session.value.session)" }),
    ("state", { $0.state }),
    ("gain", { $0.gain }),
    ("by", { $0.by.joined(separator: ", ") }),
    ("rule", { $0.rules.joined(separator: " ") }),
    ("reason", { $0.session.value.interruptionReason?.rawValue ?? "" }),
    ("playing", { $0.session.value.playing ? "yes" : "no" }),
    ("recording", { $0.session.value.recording ? "yes" : "no" }),
    ("owner", { $0.session.value.ownerText }),
    ("uid", { "\($0.session.value.uid)" }),
    ("application", { $0.session.value.applicationName ?? "" }),
    ("zone", { $0.session.value.zoneName ?? "" }),
    ("priority", { $0.session.value.priority.rawValue }),
    ("category", { $0.session.value.category.rawValue }),
    ("mode", { $0.session.value.mode.rawValue }),
  ]

  /// The facts for programs; the session is as in the protocol.
  var json: JSONValue {
    [
      "events": .array(events.map { .string($0.rawValue) }), "state": .string(state),
      "by": .array(by.map { .string($0) }), "rules": .array(rules.map { .string($0) }),
      "session": session.json,
    ]
  }

  /// The facts as environment variables of a command for one event.
  func environment(for event: Event, socket: String?) -> [String: String] {
    var environment = [
      "AUDIOSESSION_EVENT": event.rawValue,
      "AUDIOSESSION_ID": "\(session.value.session)",
      "AUDIOSESSION_NAME": session.value.sessionName ?? "",
      "AUDIOSESSION_STATE": state,
      "AUDIOSESSION_GAIN": gain,
      "AUDIOSESSION_BY": by.joined(separator: ", "),
      "AUDIOSESSION_RULE": rules.joined(separator: " "),
    ]
    environment["AUDIOSESSION_SOCKET"] = socket
    return environment
  }
}
