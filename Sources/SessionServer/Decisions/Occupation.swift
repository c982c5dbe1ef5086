import AudioSessionArbitration
import AudioSessionTypes

extension Sessions {
  /// Describes the numbers of sessions and connections, and which session holds the sound.
  func occupation(by connections: Int) -> String {
    let counts = counts
    let sessions =
      "\(counts.sessions) \(counts.sessions == 1 ? "session" : "sessions") on "
      + "\(connections) \(connections == 1 ? "connection" : "connections")"
    guard counts.active > 0 else { return "\(sessions), none active" }
    var holder: SessionView?
    for id in ids {
      guard let view = view(of: id), view.state == .active, view.gain == 1 else { continue }
      if view.activation > holder?.activation ?? 0 { holder = view }
    }
    guard let holder else { return "\(sessions), \(counts.active) active" }
    return "\(sessions), \(counts.active) active; "
      + "session \(holder.id.number) (\(kindNames[holder.kind])) holds the sound"
  }
}
