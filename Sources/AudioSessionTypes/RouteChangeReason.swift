/// Why the audio route changed.
///
/// The raw value is the name on the wire. Source: Apple, `AVAudioSession.RouteChangeReason`.
public enum RouteChangeReason: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Nobody said why.
  case unknown
  /// A device has come.
  case newDeviceAvailable
  /// A device has gone (R44).
  case oldDeviceUnavailable
  /// A session's category asked for another route.
  case categoryChange
  /// Somebody chose another route.
  case override
  /// The machine woke up (R50).
  case wakeFromSleep
  /// No route fits the category.
  case noSuitableRouteForCategory
  /// The same devices, otherwise configured.
  case routeConfigurationChange
}
