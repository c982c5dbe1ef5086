/// A session's preferences, where the rules leave a choice.
///
/// Source: Apple, the `prefers…` and `allow…` properties of `AVAudioSession`.
public struct Preferences: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// One bit for each preference; on the wire each is a member of its own.
  public let rawValue: UInt8

  /// Makes the set of the given bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A banner ring doesn't interrupt or duck the session (R41); initially off.
  public static let prefersNoInterruptionsFromSystemAlerts = Preferences(rawValue: 1 << 0)
  /// The session is interrupted when its output device goes (R44); initially on.
  public static let prefersInterruptionOnRouteDisconnect = Preferences(rawValue: 1 << 1)
  /// System sounds may be heard while the session records (R46); initially off.
  public static let allowHapticsAndSystemSoundsDuringRecording = Preferences(rawValue: 1 << 2)
  /// The session may become Now Playing (R53); initially off.
  public static let isNowPlayingCandidate = Preferences(rawValue: 1 << 3)

  /// The preferences of a new session.
  public static let initial: Preferences = [.prefersInterruptionOnRouteDisconnect]

  /// Every preference with its name on the wire, in the order of their bits.
  package static let named: [(name: String, preference: Preferences)] = [
    ("prefersNoInterruptionsFromSystemAlerts", .prefersNoInterruptionsFromSystemAlerts),
    ("prefersInterruptionOnRouteDisconnect", .prefersInterruptionOnRouteDisconnect),
    ("allowHapticsAndSystemSoundsDuringRecording", .allowHapticsAndSystemSoundsDuringRecording),
    ("isNowPlayingCandidate", .isNowPlayingCandidate),
  ]
}

extension Preferences: CustomStringConvertible {
  /// The names of the preferences that are on, such as `[isNowPlayingCandidate]`.
  public var description: String {
    let names = Preferences.named.filter { contains($0.preference) }.map { $0.name }
    return "[\(names.joined(separator: ", "))]"
  }
}
