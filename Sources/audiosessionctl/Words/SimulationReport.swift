import AudioSessionClient
import AudioSessionWire
import ControlCore

/// The result of a simulation, in sentences.
struct SimulationReport {
  private let parameters: JSONValue
  private let reply: JSONValue
  private var history = UntypedHistory()

  /// Reports a reply to `policy.simulate`, with its parameters and all sessions.
  init(_ parameters: JSONValue, _ reply: JSONValue, _ sessions: [JSONValue]) {
    self.parameters = parameters
    self.reply = reply
    history.replace(by: sessions)
  }

  func lines(_ presentation: Presentation) -> [String] {
    let sentences = noteworthy.map(sentence)
    let sources = reply.sourcesText
    return [outcome(presentation.colour)]
      + (sentences.isEmpty ? ["No other session would be affected."] : sentences)
      + (sources.isEmpty ? [] : [presentation.colour.paint("[\(sources)]", .faint)])
  }

  /// The notifications that would be sent, without those that the outcome or another one implies.
  private var noteworthy: [JSONValue] {
    let all = reply["notifications"]?.array ?? []
    let interrupted = all.filter { $0["method"] == "session.interruption" }.map { $0["session"] }
    return all.filter { notification in
      switch notification.text(of: "method").flatMap(NotificationMethod.init) {
      case .sessionDidBecomeActive, .sessionDidBecomeInactive: false
      case .sessionResumptionRecommendation: !interrupted.contains(notification["session"])
      default: true
      }
    }
  }

  private var deactivates: Bool { parameters["action"]?.string == "deactivate" }

  private func outcome(_ colour: Colour) -> String {
    let subject = label(parameters.sessionNumber ?? 0)
    let what = deactivates ? "The deactivation of" : "The activation of"
    guard let error: ErrorReply = reply["reply"]?["error"]?.received() else {
      let session = reply["reply"]?["result"] ?? [:]
      let state = session.conditions.joined(separator: ", ")
      return "\(what) \(subject) would be \(colour.paint("granted", .good)): \(state)."
    }
    return "\(what) \(subject) would be \(colour.paint("refused", .bad)): \(error.sentence)"
  }

  /// Session 0 is the new one.
  private func label(_ number: Int64) -> String {
    number == 0 ? "the new session" : history.label(of: number)
  }

  private func sentence(_ notification: JSONValue) -> String {
    let number = notification.sessionNumber ?? 0
    let subject = number == 0 ? "The new session" : history.label(of: number)
    let params = notification["params"] ?? [:]
    let method = notification.text(of: "method") ?? "something"
    return "\(subject) \(predicate(NotificationMethod(rawValue: method), params, method))."
  }

  private func predicate(
    _ method: NotificationMethod?,
    _ params: JSONValue,
    _ name: String
  ) -> String {
    switch method {
    case .sessionInterruption: interruption(params)
    case .sessionDucking: ducking(params)
    case .sessionResumptionRecommendation:
      params["recommendation"]?.string == "shouldResume"
        ? "would be invited to resume" : "would be told not to resume"
    case .sessionSilenceSecondaryAudioHint:
      params["type"]?.string == "begin"
        ? "would be asked to silence secondary audio"
        : "would no longer be asked to silence secondary audio"
    default: "would be sent \(name)"
    }
  }

  private func interruption(_ params: JSONValue) -> String {
    if params["type"]?.string == "began" {
      guard let reason = params.text(of: "reason"), reason != "default" else {
        return "would be interrupted"
      }
      return "would be interrupted (\(reason))"
    }
    let resumes = params["options"]?.array?.contains("shouldResume") ?? false
    return "would no longer be interrupted, and \(resumes ? "should" : "should not") resume"
  }

  private func ducking(_ params: JSONValue) -> String {
    guard let gain = params["gain"]?.double, gain != 1 else { return "would no longer be lowered" }
    if params.isSilenced { return "would be silenced (R62)" }
    let names = params.numbers(in: "duckedBy").map(label).joined(separator: ", ")
    return "would be lowered \(gainText(gain)) by \(names)"
  }
}
