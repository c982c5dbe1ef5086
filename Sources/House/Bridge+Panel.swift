import AudioSessionJSON

/// What is heard on this machine, for people.
extension Bridge {
  /// Takes what is heard now; nil: there is no daemon.
  mutating func take(_ activity: ActivityMessage?) -> [BridgeEffect] {
    var activity = activity
    // Only a panel's business.
    if settings.discovery == nil {
      activity?.heard = ""
      activity?.why = ""
    }
    guard panel.activity != activity else { return [] }
    panel.activity = activity
    let publication = Publication(topic: .activity(settings.node), message: activity?.json)
    return isSpeaking ? [publish(publication)] : []
  }

  /// Says what is heard, if anything is known.
  func sayActivity() -> [BridgeEffect] {
    guard isSpeaking, let activity = panel.activity else { return [] }
    return [publish(Publication(topic: .activity(settings.node), message: activity.json))]
  }
}
