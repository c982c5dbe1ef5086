import AudioSessionJSON

/// What the house is told of this machine's sessions.
struct Exports {
  private struct Export {
    var message: SessionMessage
    /// When it is said again.
    var refresh: Duration
    /// The `seq` of the message by which it became active; nil: it isn't, or wasn't said to be.
    var activeSince: UInt64?
    /// The greatest `seq` that the broker has sent back.
    var echoed: UInt64 = 0
    /// Whether the broker has sent back that it is active: whatever it sends later came later.
    var isEstablished: Bool { activeSince.map { echoed >= $0 } ?? false }
    /// What other machines say of it, and until when that counts.
    var outcomes: [HouseName: (outcome: Outcome, end: Duration)] = [:]
  }

  private let settings: HouseSettings
  /// The present conversation with the daemon; nil: there is none.
  private(set) var epoch: HouseName?
  private var exports: [UInt64: Export] = [:]
  /// That of the last message: a session that was withdrawn may be told of again.
  private var lastSeq: UInt64 = 0
  /// What is to be withdrawn as soon as there is a broker.
  private var gone: Set<RemoteID> = []

  init(_ settings: HouseSettings) { self.settings = settings }

  /// The sessions of which the house is told.
  var numbers: Set<UInt64> { Set(exports.keys) }

  var deadline: Duration? { exports.values.map { $0.refresh }.min() }

  /// Begins a conversation with the daemon, with no session yet; nil: ends one.
  mutating func begin(_ epoch: HouseName?, isConnected: Bool) -> [Publication] {
    let former = end(Array(exports.keys), isConnected: isConnected)
    self.epoch = epoch
    return former
  }

  /// Takes sessions that are new or have changed.
  mutating func take(
    _ sessions: [LocalSession],
    isConnected: Bool,
    at now: Duration
  ) -> [Publication] {
    var said: [Publication] = []
    for session in sessions {
      guard let state = state(of: session) else {
        said += end([session.number], isConnected: isConnected)
        continue
      }
      let former = exports[session.number]
      let message = SessionMessage(
        seq: former?.message.seq ?? 0,
        kind: session.kind,
        state: state,
        zone: session.zone,
        name: session.name
      )
      guard former?.message != message else { continue }
      exports[session.number, default: Export(message: message, refresh: now)].message = message
      if state != .active { exports[session.number]?.activeSince = nil }
      if isConnected, let told = say(session.number, at: now) { said.append(told) }
    }
    return said
  }

  /// Whether and how a session is told of.
  private func state(of session: LocalSession) -> SessionMessage.State? {
    guard settings.exported.contains(session.kind) else { return nil }
    if session.isActive { return .active }
    // One that waits to go on is still the same call or alarm.
    return session.isInterrupted && exports[session.number] != nil ? .interrupted : nil
  }

  /// Sessions have ended, or are no longer to be told of.
  mutating func end(_ numbers: [UInt64], isConnected: Bool) -> [Publication] {
    guard let epoch else { return [] }
    var said: [Publication] = []
    for number in numbers.sorted() where exports.removeValue(forKey: number) != nil {
      let id = RemoteID(node: settings.node, epoch: epoch, number: number)
      if isConnected { said.append(withdrawal(id)) } else { gone.insert(id) }
    }
    return said
  }

  /// Says all that holds, and withdraws what has ended meanwhile: a connection was made.
  mutating func sayAll(at now: Duration) -> [Publication] {
    let withdrawals = gone.sorted().map { withdrawal($0) }
    gone = []
    return withdrawals + exports.keys.sorted().compactMap { say($0, at: now) }
  }

  /// Says again what is due.
  mutating func refresh(at now: Duration) -> [Publication] {
    for number in exports.keys {
      for (node, told) in exports[number]?.outcomes ?? [:] where told.end <= now {
        exports[number]?.outcomes[node] = nil
      }
    }
    return exports.keys.sorted().compactMap { number in
      guard let export = exports[number], export.refresh <= now else { return nil }
      return say(number, at: now)
    }
  }

  private func withdrawal(_ id: RemoteID) -> Publication {
    Publication(topic: .session(id), message: nil)
  }

  private mutating func say(_ number: UInt64, at now: Duration) -> Publication? {
    guard let epoch, var export = exports[number] else { return nil }
    lastSeq += 1
    export.message.seq = lastSeq
    if export.message.state == .active, export.activeSince == nil { export.activeSince = lastSeq }
    export.refresh = now + HouseSettings.refresh
    exports[number] = export
    let id = RemoteID(node: settings.node, epoch: epoch, number: number)
    return Publication(topic: .session(id), message: export.message.json)
  }
}

/// What other machines say of these sessions.
extension Exports {
  /// The broker has sent a session's message back.
  mutating func establish(_ id: RemoteID, seq: UInt64) {
    guard id.epoch == epoch, let export = exports[id.number] else { return }
    exports[id.number]?.echoed = max(export.echoed, seq)
  }

  /// Whether an assistant answers here, and had said so before all that is yet to be received.
  var hasEstablishedAssistant: Bool {
    exports.values.contains {
      $0.isEstablished && $0.message.kind == "assistant" && $0.message.state == .active
    }
  }

  /// A session of a kind that is active, and of which the broker has not sent anything back yet.
  ///
  /// Whatever it has sent of others began before.
  func laterSession(of kind: String) -> UInt64? {
    exports.filter { _, export in
      !export.isEstablished && export.message.kind == kind && export.message.state == .active
    }.keys.min()
  }

  /// Whether the house is told that a session is active.
  func isActive(_ number: UInt64) -> Bool { exports[number]?.message.state == .active }

  /// Takes what became of a session elsewhere; nil: that is withdrawn.
  mutating func take(_ outcome: Outcome?, by node: HouseName, of id: RemoteID, at now: Duration) {
    guard id.epoch == epoch, let export = exports[id.number] else { return }
    // As many machines as anybody looks at; more are counted nowhere.
    guard outcome == nil || export.outcomes[node] != nil || export.outcomes.count < 1_024 else {
      return
    }
    exports[id.number]?.outcomes[node] = outcome.map { ($0, now + HouseSettings.lease) }
  }

  /// A machine is gone, and with it what it said.
  mutating func forget(_ node: HouseName) {
    for number in exports.keys { exports[number]?.outcomes[node] = nil }
  }

  /// The sessions of which the house is told, and what became of them elsewhere.
  var report: [ExportReport] {
    exports.sorted { $0.key < $1.key }.map { number, export in
      ExportReport(
        session: number,
        kind: export.message.kind,
        state: export.message.state,
        elsewhere: export.outcomes.sorted { $0.key < $1.key }.map { node, told in
          PlacedOutcome(node: node.text, outcome: told.outcome)
        }
      )
    }
  }
}
