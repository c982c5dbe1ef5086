import AudioSessionMedia

/// The domain of this module's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The errors of this module.
///
/// They are thrown and kept as `NSError`, whose code is to be compared with the raw value of a
/// ``Code-swift.enum``: Linux makes nothing else of it. Source: Apple, `AVError`.
public enum AVError {
  /// What went wrong.
  ///
  /// Source: Apple, `AVError.Code`.
  public enum Code: Int, CaseIterable, Sendable {
    /// Anything else, as that the package was built without the trait `Players`.
    case unknown = -11800
    /// The media services, the daemon or the sound server, have gone: make another player.
    case mediaServicesWereReset = -11819
    /// It is no sound that can be decoded, or the plugin for it isn't installed.
    case fileFormatNotRecognized = -11828
    /// It is damaged.
    case fileFailedToParse = -11829
  }

  static func error(_ code: Code, _ sentence: String) -> NSError {
    NSError(
      domain: AVFoundationErrorDomain,
      code: code.rawValue,
      userInfo: [NSLocalizedDescriptionKey: sentence]
    )
  }

  /// The error in the form that programs for Apple's API expect.
  static func error(_ error: MediaError) -> NSError {
    switch error.fault {
    case .file: url(NSURLErrorFileDoesNotExist, error.sentence)
    case .time: url(NSURLErrorTimedOut, error.sentence)
    case .format: Self.error(.fileFormatNotRecognized, error.sentence)
    case .damaged: Self.error(.fileFailedToParse, error.sentence)
    case .device: Self.error(.mediaServicesWereReset, error.sentence)
    case .notBuiltIn, .space, .other: Self.error(.unknown, error.sentence)
    }
  }

  private static func url(_ code: Int, _ sentence: String) -> NSError {
    NSError(
      domain: NSURLErrorDomain,
      code: code,
      userInfo: [NSLocalizedDescriptionKey: sentence]
    )
  }
}
