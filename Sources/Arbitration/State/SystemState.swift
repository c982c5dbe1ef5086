import AudioSessionTypes

/// What connections report of the machine, each report for as long as its connection lasts (R60).
struct SystemState: Equatable {
  var muted: [Reporter] = []
  var sleeping: [Reporter] = []
  var silenced: [Reporter] = []
  var routes = Routes()
  /// Who reports each suspended process.
  ///
  /// Only processes with sessions are in it, so it can't outgrow them, and none without a reporter.
  var suspended: [ProcessID: [Reporter]] = [:]

  func isMuted(_ user: UserID) -> Bool { SystemState.covers(muted, user) }

  func isSleeping(_ user: UserID) -> Bool { SystemState.covers(sleeping, user) }

  func isSilenced(_ user: UserID) -> Bool {
    !silenced.isEmpty && SystemState.covers(silenced, user)
  }

  /// R43: whether the user's sessions hear nothing: the built-in microphone alone has the switch.
  func mutesMicrophone(of user: UserID) -> Bool {
    isMuted(user) && routes.route(of: user).hasBuiltInMicrophone
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
  func without(_ connection: ConnectionID) -> [Reporter] {
    filter { $0.connection != connection }
  }

  /// The list after the reporter has said so, or taken it back.
  ///
  /// A connection has one report, its latest: its rights may have changed since the one before.
  func saying(_ isSo: Bool, _ reporter: Reporter) -> [Reporter] {
    if isSo && contains(reporter) { return self }
    return without(reporter.connection) + (isSo ? [reporter] : [])
  }
}
