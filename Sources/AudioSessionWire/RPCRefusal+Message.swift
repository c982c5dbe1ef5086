import AudioSessionTypes

extension RPCRefusal {
  /// A sentence that says what is wrong and what would be right.
  var message: String {
    if let fault { return fault.message }
    guard let by else { return "\(sentence)\(remedy)." }
    return "\(sentence): \(by.label)\(remedy)."
  }

  private var sentence: String {
    switch error {
    case .mediaServicesFailed: "The daemon is stopping"
    case .isBusy: "The session is still playing or recording"
    case .incompatibleCategory: "The session's category doesn't allow this"
    case .cannotInterruptOthers: "A session in the background can't interrupt others"
    case .missingEntitlement: claimed
    case .siriIsRecording: "An assistant is recording"
    case .cannotStartPlaying: "Playback can't be started from the background"
    case .cannotStartRecording: "Recording can't be started now"
    case .badParam: "The configuration isn't valid"
    case .insufficientPriority:
      "The sound or the microphone is held by a session of higher priority"
    case .resourceNotAvailable: "The limits allow no further session"
    case .sessionNotActive: "The session isn't active"
    case .expiredSession: "The session is from before the daemon restarted"
    case .unspecified: "The request failed"
    }
  }

  private var claimed: String {
    switch claim {
    case .priority(let priority):
      "The priority \(priority.rawValue) requires a grant that this process lacks"
    case .role(let name): "The role \(name) requires a grant that this process lacks"
    case .removedRole(let name): "The role \(name) is no longer configured"
    case nil: "The priority requires a grant that this process lacks"
    }
  }

  private var entitlement: String {
    switch claim {
    case .priority(let priority): ": [Grant \(priority.rawValue)] in audiosessiond.conf assigns it"
    case .role(let name): ": [Grant \(name)] in audiosessiond.conf assigns it"
    case .removedRole: "; set another role, or none"
    case nil: ": [Grant NAME] in audiosessiond.conf assigns it"
    }
  }

  private var remedy: String {
    switch error {
    case .mediaServicesFailed: "; open sessions again after it has restarted"
    case .isBusy: "; stop it first"
    case .incompatibleCategory: "; configure one that does"
    case .cannotInterruptOthers: "; mix with others, or come to the foreground"
    case .missingEntitlement: entitlement
    case .siriIsRecording, .insufficientPriority: "; the session is notified when it may play"
    case .cannotStartPlaying: "; mix with others, or come to the foreground"
    case .cannotStartRecording: "; unmute the microphone, or come to the foreground"
    case .badParam: ""
    case .resourceNotAvailable: "; close one first"
    case .sessionNotActive: "; activate it first"
    case .expiredSession: "; open a new one"
    case .unspecified: "; see the daemon's journal"
    }
  }
}
