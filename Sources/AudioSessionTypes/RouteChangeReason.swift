/// The reason why the audio route changed.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.RouteChangeReason`.
public enum RouteChangeReason: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Unknown.
  case unknown
  /// A device became available.
  case newDeviceAvailable
  /// A device is gone (R44).
  case oldDeviceUnavailable
  /// A session's category asked for another route.
  case categoryChange
  /// The user, or a program, chose another route.
  case override
  /// The machine woke up (R50).
  case wakeFromSleep
  /// No route fits the category.
  case noSuitableRouteForCategory
  /// The devices are the same, in another configuration.
  case routeConfigurationChange
}
