import AudioSessionTypes

extension Refusal {
  /// What was wrong and what would be right, in a sentence.
  var message: String {
    if let fault { return fault.message }
    guard let by else { return "\(sentence)\(remedy)." }
    return "\(sentence), because of \(by.label)\(remedy)."
  }

  private var sentence: String {
    switch error {
    case .mediaServicesFailed: "The daemon is going down"
    case .isBusy: "The session's sound is still running"
    case .incompatibleCategory: "The session's category doesn't allow this"
    case .cannotInterruptOthers: "A session in the background can't interrupt others"
    case .missingEntitlement: claimed
    case .siriIsRecording: "An assistant is recording"
    case .cannotStartPlaying: "Playing can't be started from the background"
    case .cannotStartRecording: "Recording can't be started now"
    case .badParam: "The configuration isn't legal"
    case .insufficientPriority: "The sound or the microphone is held by a session that matters more"
    case .resourceNotAvailable: "There are as many sessions as the limits allow"
    case .sessionNotActive: "The session isn't active"
    case .expiredSession: "The session is from before the daemon started anew"
    case .unspecified: "The request can't be carried out"
    }
  }

  private var claimed: String {
    switch claim {
    case .priority(let priority):
      "The priority \(priority.rawValue) takes a grant that this process lacks"
    case .role(let name): "The role \(name) takes a grant that this process lacks"
    case .removedRole(let name): "The role \(name) isn't configured any more"
    case nil: "The priority takes a grant that this process lacks"
    }
  }

  private var entitlement: String {
    switch claim {
    case .priority(let priority): ": [Grant \(priority.rawValue)] in audiosessiond.conf gives it"
    case .role(let name): ": [Grant \(name)] in audiosessiond.conf gives it"
    case .removedRole: "; set another role, or none"
    case nil: ": [Grant NAME] in audiosessiond.conf gives it"
    }
  }

  private var remedy: String {
    switch error {
    case .mediaServicesFailed: "; open sessions again when it has started anew"
    case .isBusy: "; stop it first"
    case .incompatibleCategory: "; configure one that does"
    case .cannotInterruptOthers: "; mix with others, or come to the foreground"
    case .missingEntitlement: entitlement
    case .siriIsRecording, .insufficientPriority: "; it is told when it may go on"
    case .cannotStartPlaying: "; mix with others, or come to the foreground"
    case .cannotStartRecording: "; unmute the microphone, or come to the foreground"
    case .badParam: ""
    case .resourceNotAvailable: "; close one first"
    case .sessionNotActive: "; activate it first"
    case .expiredSession: "; open a new one"
    case .unspecified: "; the daemon's journal says more"
    }
  }
}
