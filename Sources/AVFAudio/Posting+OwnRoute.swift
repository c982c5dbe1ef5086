/// Changes of the route that no route report tells of: as on iOS the program hears of them.
extension Posting {
  /// Category, mode or options changed while the session is active and a route has been reported; the
  /// route of before is that of now.
  static let categoryChanged = standingRoute(.categoryChange) { route in
    !route.inputs.isEmpty || !route.outputs.isEmpty
  }

  /// Another machine of the house has got the shared device.
  static let sharedDeviceLost = standingRoute(.oldDeviceUnavailable) { _ in true }

  /// Ports were chosen by the program.
  static func portsChanged(from previous: AVAudioSessionRouteDescription) -> Posting {
    Posting(
      name: AVAudioSession.routeChangeNotification,
      values: [
        AVAudioSessionRouteChangeReasonKey: .number(
          AVAudioSession.RouteChangeReason.override.rawValue
        ),
        AVAudioSessionRouteChangePreviousRouteKey: .object(previous),
      ]
    )
  }

  private static func standingRoute(
    _ reason: AVAudioSession.RouteChangeReason,
    if condition: @escaping @Sendable (AVAudioSessionRouteDescription) -> Bool
  ) -> Posting {
    Posting(
      name: AVAudioSession.routeChangeNotification,
      values: [AVAudioSessionRouteChangeReasonKey: .number(reason.rawValue)],
      condition: condition
    )
  }
}
