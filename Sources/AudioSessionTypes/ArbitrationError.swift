/// The error of a refused request, with Apple's numbers.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.ErrorCode`.
public enum ArbitrationError: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The media services are lost, and not yet reset (R1, R49).
  case mediaServicesFailed
  /// Deactivation while sound is running; defined for clients, never sent (R23).
  case isBusy
  /// The session's category doesn't allow the operation (R64, R65).
  case incompatibleCategory
  /// Activation of a non-mixable session from the background (R11).
  case cannotInterruptOthers
  /// The caller lacks the grant of a priority or role (R3, R66).
  case missingEntitlement
  /// An assistant is recording (R8).
  case siriIsRecording
  /// The session may not start to play now (R65).
  case cannotStartPlaying
  /// The session may not start to record now (R64).
  case cannotStartRecording
  /// The configuration isn't legal (R4).
  case badParam
  /// A session of higher priority holds the sound or the microphone (R7, R10).
  case insufficientPriority
  /// A limit has been reached (R54).
  case resourceNotAvailable
  /// The operation needs an active session.
  case sessionNotActive
  /// The session is from before a reset (R49).
  case expiredSession
  /// Anything else.
  case unspecified

  /// Apple's number: for most errors the four characters of ``fourCC`` as a big-endian integer.
  public var code: Int32 {
    guard let fourCC else { return -50 }
    return fourCC.utf8.reduce(0) { $0 << 8 | Int32($1) }
  }

  /// The four-character code; nil for ``badParam``, which is the number −50.
  public var fourCC: String? {
    switch self {
    case .mediaServicesFailed: "msrv"
    case .isBusy: "!act"
    case .incompatibleCategory: "!cat"
    case .cannotInterruptOthers: "!int"
    case .missingEntitlement: "ent?"
    case .siriIsRecording: "siri"
    case .cannotStartPlaying: "!pla"
    case .cannotStartRecording: "!rec"
    case .badParam: nil
    case .insufficientPriority: "!pri"
    case .resourceNotAvailable: "!res"
    case .sessionNotActive: "inac"
    case .expiredSession: "!ses"
    case .unspecified: "what"
    }
  }
}
