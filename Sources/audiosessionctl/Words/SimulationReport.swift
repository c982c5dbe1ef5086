import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// The result of a simulation, in sentences.
struct SimulationReport {
  private let session: UInt64
  private let action: PolicySimulate.Action
  private let reply: Sent<SimulationResult>
  private var history = History()

  /// Reports a reply to `policy.simulate`.
  ///
  /// - Parameters:
  ///   - session: The session that acts; 0 for a new one.
  ///   - action: What it does.
  ///   - reply: The reply.
  ///   - sessions: All sessions.
  init(
    _ session: UInt64,
    _ action: PolicySimulate.Action,
    _ reply: Sent<SimulationResult>,
    _ sessions: [SessionObject]
  ) {
    self.session = session
    self.action = action
    self.reply = reply
    history.replace(by: sessions)
  }

  func lines(_ presentation: Presentation) -> [String] {
    let sentences = noteworthy.map(sentence)
    let sources = reply.value.rules.text(with: reply.value.cells)
    return [outcome(presentation.colour)]
      + (sentences.isEmpty ? ["No other session would be affected."] : sentences)
      + (sources.isEmpty ? [] : [presentation.colour.paint("[\(sources)]", .faint)])
  }

  /// The notifications that would be sent, without those that the outcome or another one implies.
  private var noteworthy: [SimulatedNotification] {
    let all = reply.value.notifications
    let interrupted = all.filter { $0.method == .sessionInterruption }.map { $0.session }
    return all.filter { notification in
      switch notification.method {
      case .sessionDidBecomeActive, .sessionDidBecomeInactive: false
      case .sessionResumptionRecommendation: !interrupted.contains(notification.session)
      default: true
      }
    }
  }

  private func outcome(_ colour: Colour) -> String {
    let what = action == .deactivate ? "The deactivation of" : "The activation of"
    let subject = "\(what) \(label(session)) would be"
    if let error = reply.value.reply.error {
      return "\(subject) \(colour.paint("refused", .bad)): \(error.sentence)"
    }
    let state = (reply.value.reply.result?.conditions ?? ["?"]).joined(separator: ", ")
    return "\(subject) \(colour.paint("granted", .good)): \(state)."
  }

  /// Session 0 is the new one.
  private func label(_ number: UInt64) -> String {
    number == 0 ? "the new session" : history.label(of: number)
  }

  private func sentence(_ notification: SimulatedNotification) -> String {
    let number = notification.session
    let subject = number == 0 ? "The new session" : history.label(of: number)
    let predicate = predicate(notification.method, notification.params.json)
    return "\(subject) \(predicate ?? "would be sent \(notification.method.rawValue)")."
  }

  /// Nil if there is no sentence for the notification.
  private func predicate(_ method: NotificationMethod, _ params: JSONValue) -> String? {
    switch method {
    case .sessionInterruption:
      params.received(as: SessionInterruption.self).map { interruption($0.phase) }
    case .sessionDucking: params.received(as: SessionDucking.self).map(ducking)
    case .sessionResumptionRecommendation:
      params.received(as: SessionResumptionRecommendation.self).map { told in
        told.recommendation == .shouldResume
          ? "would be invited to resume" : "would be told not to resume"
      }
    case .sessionSilenceSecondaryAudioHint:
      params.received(as: SessionSilenceSecondaryAudioHint.self).map { hint in
        hint.isSilenced
          ? "would be asked to silence secondary audio"
          : "would no longer be asked to silence secondary audio"
      }
    default: nil
    }
  }

  private func interruption(_ phase: SessionInterruption.Phase) -> String {
    switch phase {
    case .began(.default, _): "would be interrupted"
    case .began(let reason, _): "would be interrupted (\(reason.rawValue))"
    case .ended(let resumes):
      "would no longer be interrupted, and \(resumes ? "should" : "should not") resume"
    }
  }

  private func ducking(_ ducking: SessionDucking) -> String {
    if ducking.gain == 1 { return "would no longer be lowered" }
    if ducking.gain == 0, ducking.duckedBy.isEmpty { return "would be silenced (R62)" }
    let names = ducking.duckedBy.map(label).joined(separator: ", ")
    return "would be lowered \(gainText(ducking.gain)) by \(names)"
  }
}
