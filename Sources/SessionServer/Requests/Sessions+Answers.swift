import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionTypes
import AudioSessionWire

/// The answers that only sessions are needed for.
extension Sessions {
  /// `session.list`: returns all sessions, with what the client may see.
  func list(for client: some Client, at now: Instant, epoch: Epoch) -> SessionListResult {
    let sessions = SessionListing.all(objects(for: client.viewer, at: now))
    return SessionListResult(sessions: sessions, seq: seq, epoch: epoch)
  }

  /// `alert.request`: returns whether a system sound of the client may play (R46).
  func answer(
    _ alert: AlertRequest,
    of client: some Client,
    under settings: Settings
  ) -> AlertResult {
    let user = client.peer.user
    let scope = scope(
      of: client.applicationName,
      settings.zone(alert.zone, of: user),
      orElse: ApplicationID(client.peer.process)
    )
    return AlertResult(rule: silencesSystemSounds(in: scope, of: user) ? .R46 : nil)
  }

  /// `policy.explain`: returns the reasons for a session's state.
  ///
  /// - Parameters:
  ///   - number: The session's number.
  ///   - client: The client that asks.
  ///   - now: The current time.
  ///   - realtime: The same as a time of day, in nanoseconds since 1970.
  /// - Returns: The reasons, as data and as sentences.
  /// - Throws: An error if there is no such session.
  func explanation(
    of number: UInt64,
    for client: some Client,
    at now: Instant,
    realtime: Int64
  ) throws(RPCError) -> ExplanationResult {
    let id = try existing(number, client)
    guard let view = view(of: id) else { throw .internalError }
    let all = explanations(of: id)
    let explanations = all.prefix(ExplanationText.limit)
    var labels: [SessionID: String] = [:]
    var because: [ExplanationResult.Explanation] = []
    labels[id] = blocker(id, for: client.viewer)?.label
    for explanation in explanations {
      let by = explanation.by.flatMap { blocker($0, for: client.viewer) }
      if let other = explanation.by { labels[other] = by?.label }
      // Causes use the boot-time clock, which is never set; people want the time of day.
      let age = now.nanoseconds - explanation.since.nanoseconds
      because.append(
        ExplanationResult.Explanation(
          explanation.effect,
          rule: explanation.reason.rule,
          cell: explanation.reason.cell.map { kindNames[$0] },
          by: by,
          since: Time(realtime: realtime - age),
          seq: explanation.seq
        )
      )
    }
    let text = ExplanationText(
      name: { [labels] in labels[$0] ?? "session \($0.number)" },
      kinds: kindNames
    )
    return ExplanationResult(
      session: id.number,
      state: view.state,
      because: because,
      text: explanations.map { text.sentence(for: id, $0) },
      leftOut: all.count - explanations.count
    )
  }
}
