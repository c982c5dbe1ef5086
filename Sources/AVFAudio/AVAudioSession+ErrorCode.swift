import AudioSessionTypes

extension AVAudioSession {
  /// The codes of errors in `NSOSStatusErrorDomain`.
  ///
  /// Source: Apple, `AVAudioSession.ErrorCode`.
  public enum ErrorCode: Int, CaseIterable, Sendable {
    /// No error.
    case none = 0
    /// The daemon isn't there, or went away; wait for the reset (R1, R49).
    case mediaServicesFailed = 1_836_282_486
    /// Deactivating while sound runs; the daemon never answers it (R23).
    case isBusy = 560_030_580
    /// Not possible in the category that is set.
    case incompatibleCategory = 560_161_140
    /// A non-mixable activation from the background (R11).
    case cannotInterruptOthers = 560_557_684
    /// A priority without its grant (R3).
    case missingEntitlement = 1_701_737_535
    /// The assistant records (R8).
    case siriIsRecording = 1_936_290_409
    /// Starting to play isn't allowed now.
    case cannotStartPlaying = 561_015_905
    /// Starting to record isn't allowed now.
    case cannotStartRecording = 561_145_187
    /// What was asked for isn't legal (R4).
    case badParam = -50
    /// Somebody of higher priority holds the sound or the microphone (R7, R10).
    case insufficientPriority = 561_017_449
    /// A limit is reached (R54).
    case resourceNotAvailable = 561_145_203
    /// The operation needs an active session.
    case sessionNotActive = 1_768_841_571
    /// The session is from before a reset (R49).
    case expiredSession = 561_210_739
    /// Anything else.
    case unspecified = 2_003_329_396

    init(_ error: ArbitrationError) { self = ErrorCode(rawValue: Int(error.code)) ?? .unspecified }
  }
}
