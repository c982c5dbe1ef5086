import AudioSessionTypes

extension Refusal {
  /// What was wrong and what would be right, in a sentence.
  var message: String {
    guard let by else { return "\(sentence)\(remedy)." }
    return "\(sentence), because of session \(by.session)\(remedy)."
  }

  private var sentence: String {
    switch error {
    case .mediaServicesFailed: "The daemon is going down"
    case .isBusy: "The session's sound is still running"
    case .incompatibleCategory: "The session's category doesn't allow this"
    case .cannotInterruptOthers: "A session in the background can't interrupt others"
    case .missingEntitlement: "The priority takes a grant that this process lacks"
    case .siriIsRecording: "An assistant is recording"
    case .cannotStartPlaying: "Playing can't be started from the background"
    case .cannotStartRecording: "Recording can't be started now"
    case .badParam: "The configuration or the session isn't fit for this"
    case .insufficientPriority: "The sound or the microphone is held by a session that matters more"
    case .resourceNotAvailable: "There are as many sessions as the limits allow"
    case .sessionNotActive: "The session isn't active"
    case .expiredSession: "The session is from before the daemon started anew"
    case .unspecified: "The request can't be carried out"
    }
  }

  private var remedy: String {
    if let expected { return ": expected \(expected)" }
    return switch error {
    case .mediaServicesFailed: "; wait for mediaServices.wereReset and open sessions anew"
    case .isBusy: "; stop it first"
    case .incompatibleCategory: "; configure one that does"
    case .cannotInterruptOthers: "; mix with others, or come to the foreground"
    case .missingEntitlement: "; the configuration gives it, section Grant"
    case .siriIsRecording, .insufficientPriority: "; wait for session.resumptionRecommendation"
    case .cannotStartPlaying: "; mix with others, or come to the foreground"
    case .cannotStartRecording: "; unmute the microphone, or come to the foreground"
    case .badParam: "; the manual's tables say what may go together"
    case .resourceNotAvailable: "; close one first"
    case .sessionNotActive: "; activate it first"
    case .expiredSession: "; open a new one"
    case .unspecified: "; the daemon's journal says more"
    }
  }
}
