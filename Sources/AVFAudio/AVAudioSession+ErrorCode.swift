import AudioSessionTypes

extension AVAudioSession {
  /// The codes of audio session errors, in `NSOSStatusErrorDomain`.
  ///
  /// Source: Apple, `AVAudioSession.ErrorCode`.
  public enum ErrorCode: Int, CaseIterable, Sendable {
    /// No error.
    case none = 0
    /// The daemon is missing, has gone or doesn't answer (R1, R49).
    ///
    /// A reset follows when it is there, unless it was only slow; then the call may be made again.
    case mediaServicesFailed = 1_836_282_486
    /// A deactivation while audio is running; never thrown on Linux (R23).
    case isBusy = 560_030_580
    /// The operation isn't possible in the current category.
    case incompatibleCategory = 560_161_140
    /// A non-mixable activation from the background (R11).
    case cannotInterruptOthers = 560_557_684
    /// A priority without its grant (R3).
    case missingEntitlement = 1_701_737_535
    /// The assistant is recording (R8).
    case siriIsRecording = 1_936_290_409
    /// The program may not start playing now.
    case cannotStartPlaying = 561_015_905
    /// The program may not start recording now.
    case cannotStartRecording = 561_145_187
    /// A parameter, or a combination of them, isn't legal (R4).
    case badParam = -50
    /// A session of higher priority holds the output or the microphone (R7, R10).
    case insufficientPriority = 561_017_449
    /// A limit has been reached (R54).
    case resourceNotAvailable = 561_145_203
    /// The operation needs an active session.
    case sessionNotActive = 1_768_841_571
    /// The session is from before a reset (R49).
    case expiredSession = 561_210_739
    /// Any other error.
    case unspecified = 2_003_329_396

    init(_ error: ArbitrationError) { self = ErrorCode(rawValue: Int(error.code)) ?? .unspecified }
  }
}
