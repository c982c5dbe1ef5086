import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Enforcement

/// The requests to the daemon.
extension DaemonLink {
  func beginConversation() {
    askForFacts()
    request(.eventsSubscribe, ["scope": "all"], for: .subscription)
    request(.enforcementAttach, [:], for: .attachment)
  }

  /// Asks for our grants and the policy, which the handshake and a reload of the daemon make news.
  func askForFacts() {
    request(
      .hello,
      ["protocol": 1, "name": "audiosession-agent", "events": ["lifecycle"]],
      for: .hello
    )
    request(.policyGet, [:], for: .policy)
  }

  /// Sends the enforcer's effects that are requests to the daemon.
  func perform(_ effect: DaemonEffect) {
    switch effect {
    case .open(let opening, let session): open(opening, session)
    case .configure(let session, let configuration):
      let members = [JSONValue.Member("session", .init(session))] + configuration.members
      request(.sessionConfigure, .object(members), for: .configuration(session))
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
    case .setMuted(let session, let muted, let wantsUnmute):
      let set = SystemSetSessionMuted(session: session, muted: muted, wantsUnmute: wantsUnmute)
      request(.systemSetSessionMuted, set.json, for: .other)
    case .acknowledge(let seq): machine.notify(.enforcementApplied, ["seq": .init(seq)])
    }
  }

  private func open(_ opening: OpeningID, _ session: SessionRequest) {
    var members: [JSONValue.Member] = [
      .init("name", .string(session.name.wireName(orElse: "a stream"))),
      .init("onBehalfOf", .number(String(session.onBehalfOf))),
    ]
    if let zone = session.zone { members.append(.init("zone", .string(zone))) }
    members += session.configuration.members
    request(.sessionOpen, .object(members), for: .open(opening))
  }
}

extension SessionConfiguration {
  /// The members of `session.open` and `session.configure`.
  fileprivate var members: [JSONValue.Member] {
    let options = CategoryOptions.named.filter { self.options.isSuperset(of: $0.option) }
    return [
      .init("category", .string(category.rawValue)),
      .init("mode", .string(mode.rawValue)),
      .init("options", .array(options.map { .string($0.name) })),
      .init("priority", .string(priority.rawValue)),
      .init("role", role.map { .string($0) } ?? .null),
      .init("preferences", ["isNowPlayingCandidate": .bool(isNowPlayingCandidate)]),
    ]
  }
}

extension JSONValue {
  /// The number of a session or a decision.
  init(_ number: UInt64) { self = .number(String(number)) }
}
