import AudioSessionTypes

/// R60: what connections report of the system holds as long as they last.
extension Arbiter {
  /// Takes a report that a condition holds, or holds no longer.
  mutating func setCondition(
    _ condition: ReportedCondition,
    _ holds: Bool,
    _ reporter: Reporter,
    _ decision: inout Decision
  ) {
    let reporters = system[condition].setting(reporter, to: holds)
    replace(condition, reporters, &decision)
    noteReporter(reporter, among: reporters, &decision)
  }

  /// Takes back all that the connection reported: a condition that nobody else reports ends.
  mutating func takeBackReports(of connection: ConnectionID, _ decision: inout Decision) {
    takeBackMutes(of: connection, &decision)
    guard system.hasReports(of: connection) else { return }
    decision.note(.R60)
    for condition in ReportedCondition.allCases {
      replace(condition, system[condition].removing(connection), &decision)
    }
    takeBackSuspensions(of: connection, &decision)
    takeBackRoutes(of: connection, &decision)
  }

  private mutating func replace(
    _ condition: ReportedCondition,
    _ reporters: [Reporter],
    _ decision: inout Decision
  ) {
    let before = system[condition]
    guard before != reporters else { return }
    system[condition] = reporters
    decision.draft.isNumbered = true
    switch condition {
    case .microphoneMuted:
      decision.note(.R43)
      settleMicrophone(&decision)
    case .sleeping:
      decision.note(.R50)
      settleSleep(before, &decision)
    case .silenced:
      decision.note(.R62)
      settleSilentSwitch(&decision)
    }
  }

  /// Notes R60 where the reporter speaks for one user only, or others report the same.
  func noteReporter(_ reporter: Reporter, among reporters: [Reporter], _ decision: inout Decision) {
    let hasOthers = reporters.contains { $0.connection != reporter.connection }
    if reporter.user != nil || hasOthers { decision.note(.R60) }
  }
}
