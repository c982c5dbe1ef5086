import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionWire

/// Those who follow all decisions: observers, and enforcers.
extension MemoryDaemon {
  /// Makes a client an enforcer.
  ///
  /// - Returns: The sessions that it is to hold or lower.
  func attachEnforcer(_ client: MemoryClient) -> EnforcementResult {
    let all = TargetsByUser(sessions.enforcementTargets(of: decision, under: settings.policy))
    let targets = EnforcerReach(of: client).targets(of: all)
    client.targets = targets
    return EnforcementResult(seq: sessions.seq, targets: targets)
  }

  /// Sends each enforcer whose targets have changed all of them.
  func tellEnforcers() {
    let enforcers = followers { $0.targets != nil }
    guard !enforcers.isEmpty, let seq = decision.seq else { return }
    let all = TargetsByUser(sessions.enforcementTargets(of: decision, under: settings.policy))
    for client in enforcers {
      let targets = EnforcerReach(of: client).targets(of: all)
      guard !targets.ask(forTheSameAs: client.targets ?? []) else { continue }
      client.targets = targets
      lines.tell(EnforcementApply(targets: targets), to: client, seq: seq)
    }
  }

  /// Returns what the decision changed, as of before anybody is told; nil if nobody observes.
  func changesToShow(_ summary: DecisionSummary) -> [SessionObject]? {
    guard clients.values.contains(where: { $0.isObserver }) else { return nil }
    return sessions.objects(of: summary.changed, at: now)
  }

  /// Sends a numbered decision to the observers.
  func tellObservers(
    _ changes: [SessionObject],
    _ summary: DecisionSummary,
    _ cause: DecisionCause
  ) {
    guard let seq = decision.seq else { return }
    let logged = LoggedDecision(
      seq,
      realtime: now.nanoseconds,
      decision,
      summary,
      closed: summary.changed.filter { !sessions.isOpen($0) },
      changes: changes,
      cause: cause
    )
    for client in followers({ $0.isObserver }) {
      let shown = logged.shown(to: client.viewer, sessions.kindNames)
      lines.tell(ServerDecision(shown), to: client, seq: seq)
    }
  }

  /// The clients that follow something, in the order of their connections.
  private func followers(_ follow: (MemoryClient) -> Bool) -> [MemoryClient] {
    clients.values.filter(follow).sorted { $0.id.number < $1.id.number }
  }
}
