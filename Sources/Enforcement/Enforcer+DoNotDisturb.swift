/// Silencing notification sounds during the desktop's Do Not Disturb; it is about nothing else, so
/// that music, calls and alarms are heard.
extension Enforcer {
  mutating func setDoNotDisturb(_ isOn: Bool, at now: Duration) {
    guard isOn != isNotToBeDisturbed else { return }
    isNotToBeDisturbed = isOn
    if settings.followsDoNotDisturb { setAllLevels(at: now) }
  }

  /// Whether a stream has to be silent because of Do Not Disturb.
  ///
  /// What a rule leaves alone isn't, nor is what belongs to a program with a session of its own.
  func isHushed(_ stream: TrackedStream) -> Bool {
    isNotToBeDisturbed && settings.followsDoNotDisturb && stream.program != nil
      && stream.description.isNotification
  }
}

extension StreamDescription {
  /// Whether it is a notification's sound, or another sound of the desktop.
  fileprivate var isNotification: Bool {
    mediaRole.map { ["notification", "event", "alert"].contains($0.lowercased()) } ?? false
  }
}
