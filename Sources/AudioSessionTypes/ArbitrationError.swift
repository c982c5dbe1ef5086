/// Why a request was refused, with Apple's numbers.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.ErrorCode`.
public enum ArbitrationError: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A call between loss and reset of the media services (R1, R49).
  case mediaServicesFailed
  /// Deactivating while sound runs; defined for clients, never sent (R23).
  case isBusy
  /// Not possible in the category that is set.
  case incompatibleCategory
  /// A non-mixable activation from the background (R11).
  case cannotInterruptOthers
  /// A priority without its grant (R3).
  case missingEntitlement
  /// The assistant records (R8).
  case siriIsRecording
  /// Starting to play isn't allowed now.
  case cannotStartPlaying
  /// Starting to record isn't allowed now.
  case cannotStartRecording
  /// A configuration that isn't legal (R4).
  case badParam
  /// Somebody of higher priority holds the sound or the microphone (R7, R10).
  case insufficientPriority
  /// A limit is reached (R54).
  case resourceNotAvailable
  /// The operation needs an active session.
  case sessionNotActive
  /// The session is from before a reset (R49).
  case expiredSession
  /// Anything else.
  case unspecified

  /// Apple's number, for most the four characters of ``fourCC`` as one big-endian integer.
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
