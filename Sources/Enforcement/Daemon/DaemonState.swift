import AudioSessionTypes

/// What the daemon has told: its facts, the sessions that programs opened themselves, and the
/// targets of all sessions.
struct DaemonState: Sendable {
  /// The daemon's facts; nil while there is no daemon.
  private(set) var facts: DaemonFacts?
  /// The targets as of the last decision, by session; one without any is free.
  private(set) var targets: [UInt64: Target] = [:]
  /// Whether no program has muted anything; hardly any has.
  private(set) var areAllUnmuted = true
  /// Whether no program wants its sound to go anywhere else; hardly any does.
  private(set) var areAllUndirected = true
  private var others: [UInt64: OtherSession] = [:]
  /// The processes of ``others``.
  private var sessionOwners: Set<Int32> = []
  /// Whether one of ``others`` lowers or refuses a newcomer.
  private(set) var isOutranking = false

  mutating func connect(_ facts: DaemonFacts) { self.facts = facts }

  /// Updates the facts of a daemon that is there.
  ///
  /// - Returns: Whether they have changed.
  mutating func update(_ facts: DaemonFacts) -> Bool {
    guard self.facts != nil, self.facts != facts else { return false }
    self.facts = facts
    return true
  }

  /// Sets the targets of all sessions.
  mutating func set(_ list: [Target]) {
    targets = list.reduce(into: [:]) { $0[$1.session] = $1 }
    areAllUnmuted = list.allSatisfy { $0.muted.isEmpty }
    areAllUndirected = list.allSatisfy { $0.ports == PortWishes() }
  }

  /// Forgets the target of a session that is no more.
  mutating func forget(_ session: UInt64) { targets[session] = nil }

  /// Adds or updates sessions that programs opened themselves.
  ///
  /// - Returns: The processes that have such a session now and had none before.
  mutating func update(_ sessions: [OtherSession]) -> Set<Int32> {
    for session in sessions { others[session.session] = session }
    return review()
  }

  /// Removes sessions that programs opened themselves.
  ///
  /// - Returns: The processes that have no such session any more.
  mutating func remove(_ sessions: [UInt64]) -> Set<Int32> {
    for session in sessions { others[session] = nil }
    return review()
  }

  /// Updates what follows from ``others``, and returns the processes that came or went.
  private mutating func review() -> Set<Int32> {
    isOutranking = others.values.contains { $0.state == .active && $0.outranks }
    let former = sessionOwners
    sessionOwners = Set(others.values.compactMap { $0.pid })
    return former.symmetricDifference(sessionOwners)
  }

  /// The process whose own sessions a stream belongs to: the stream's, or else its nearest ancestor
  /// that has one, since helpers play for the program that started them; nil if none has.
  func sessionOwner(of stream: StreamDescription) -> Int32? {
    stream.processes.first(where: sessionOwners.contains)
  }

  /// The sessions that a stream's program opened itself.
  func ownSessions(of stream: StreamDescription) -> [OtherSession] {
    guard let pid = sessionOwner(of: stream) else { return [] }
    return others.values.filter { $0.pid == pid }
  }

  /// Whether it is a session that a program opened itself, and is open.
  func isOpen(_ session: UInt64) -> Bool { others[session] != nil }

  /// The active sessions that programs opened themselves.
  var activeOthers: some Sequence<OtherSession> {
    others.values.lazy.filter { $0.state == .active }
  }
}
