import AudioSessionTypes

/// What connections say of the machine, each word as long as its connection lasts (R60).
struct SystemState: Equatable {
  var muted: [Reporter] = []
  var sleeping: [Reporter] = []
  var suspended: [Suspension] = []

  /// One word about one process.
  struct Suspension: Equatable {
    var process: ProcessID
    var reporter: Reporter
  }

  func isMuted(_ user: UserID) -> Bool { SystemState.covers(muted, user) }

  func isSleeping(_ user: UserID) -> Bool { SystemState.covers(sleeping, user) }

  func isSuspended(_ owner: Owner) -> Bool {
    suspended.contains { $0.process == owner.process && $0.reporter.covers(owner.user) }
  }

  static func covers(_ reporters: [Reporter], _ user: UserID) -> Bool {
    reporters.contains { $0.covers(user) }
  }
}

extension Reporter {
  /// Whether what it says concerns the user's sessions.
  func covers(_ concerned: UserID) -> Bool { user.map { $0 == concerned } ?? true }
}

extension Arbiter {
  /// R60: notes that the reporter speaks for one user only, or isn't the only one to say so.
  func note(_ reporter: Reporter, among reporters: [Reporter], _ decision: inout Decision) {
    let hasOthers = reporters.contains { $0.connection != reporter.connection }
    if reporter.user != nil || hasOthers { decision.note(.R60) }
  }
}

extension [Reporter] {
  /// The list after the reporter has said so, or taken it back.
  ///
  /// A connection has one word, its latest: its rights may have changed since the one before (R60).
  func saying(_ isSo: Bool, _ reporter: Reporter) -> [Reporter] {
    if isSo && contains(reporter) { return self }
    return filter { $0.connection != reporter.connection } + (isSo ? [reporter] : [])
  }
}
