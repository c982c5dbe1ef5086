import AudioSessionClient
import AudioSessionTypes
import AudioSessionWire
import Enforcement

/// The requests to the daemon.
extension DaemonLink {
  func beginConversation() {
    request(
      .hello,
      ["protocol": 1, "name": "audiosession-agent", "events": ["lifecycle"]],
      for: .hello
    )
    request(.policyGet, [:], for: .policy)
    request(.eventsSubscribe, ["scope": "all"], for: .subscription)
    request(.enforcementAttach, [:], for: .attachment)
  }

  /// Sends the enforcer's effects that are requests to the daemon.
  func perform(_ effect: EnforcerEffect) {
    switch effect {
    case .open(let opening, let session): open(opening, session)
    case .activate(let session):
      request(.sessionActivate, ["session": .init(session)], for: .activation(session))
    case .deactivate(let session):
      request(.sessionDeactivate, ["session": .init(session)], for: .other)
    case .close(let session):
      // It stays ours until a decision names it as closed, which comes after the reply (R13).
      request(.sessionClose, ["session": .init(session)], for: .other)
    case .report(let session, let playing, let recording):
      var members = [JSONValue.Member("session", .init(session))]
      if let playing { members.append(.init("playing", .bool(playing))) }
      if let recording { members.append(.init("recording", .bool(recording))) }
      let isRecording = recording == true
      request(.sessionReport, .object(members), for: isRecording ? .report(session) : .other)
    case .acknowledge(let seq): machine.notify(.enforcementApplied, ["seq": .init(seq)])
    case .setVolumes, .pause, .start, .pausePlayer, .resumePlayer, .leavePlayer: break
    }
  }

  private func open(_ opening: OpeningID, _ session: SessionRequest) {
    let options = CategoryOptions.named.filter { session.options.isSuperset(of: $0.option) }
    var members: [JSONValue.Member] = [
      .init("name", .string(session.name.wireName(orElse: "a stream"))),
      .init("onBehalfOf", .number(String(session.onBehalfOf))),
      .init("category", .string(session.category.rawValue)),
      .init("mode", .string(session.mode.rawValue)),
      .init("options", .array(options.map { .string($0.name) })),
      .init("priority", .string(session.priority.rawValue)),
      .init("preferences", ["isNowPlayingCandidate": .bool(session.isNowPlayingCandidate)]),
    ]
    if let role = session.role { members.append(.init("role", .string(role))) }
    if let zone = session.zone { members.append(.init("zone", .string(zone))) }
    request(.sessionOpen, .object(members), for: .open(opening))
  }
}

extension JSONValue {
  /// The number of a session or a decision.
  init(_ number: UInt64) { self = .number(String(number)) }
}
