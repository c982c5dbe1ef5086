/// Changes of the route that the program made itself: as on iOS it hears of them, though nobody moves
/// the sound, and the route of before is that of now.
extension Posting {
  /// Category, mode or options changed while the session is active and a route has been reported.
  static let categoryChanged = standingRoute(.categoryChange) { route in
    !route.inputs.isEmpty || !route.outputs.isEmpty
  }

  /// The override changed, and the loudspeaker is where the sound goes.
  static let overrideChanged = standingRoute(.override) { route in
    route.outputs.contains { $0.portType == .builtInSpeaker }
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
