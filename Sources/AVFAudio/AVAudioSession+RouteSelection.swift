/// The choice of a place to play at, which a person makes on iOS before a film begins.
extension AVAudioSession {
  /// The place that was chosen.
  ///
  /// Source: Apple, `AVAudioSession.RouteSelection`, of AVKit.
  public enum RouteSelection: Int, CaseIterable, Sendable {
    /// None: the person cancelled.
    case none = 0
    /// This device.
    case local = 1
    /// Another device.
    case external = 2
  }

  /// No effect on Linux: nobody is asked, and this device is chosen.
  ///
  /// - Parameter handler: Called with true, to play, and ``RouteSelection/local``, before this method
  ///   returns.
  public func prepareRouteSelectionForPlayback(
    completionHandler handler: @escaping (Bool, RouteSelection) -> Void
  ) {
    handler(true, .local)
  }

  /// No effect on Linux: nobody is asked, and this device is chosen.
  ///
  /// - Returns: Always true, to play, and ``RouteSelection/local``.
  public func prepareRouteSelectionForPlayback() async -> (Bool, RouteSelection) { (true, .local) }
}
