import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionServer
import AudioSessionTypes
import AudioSessionWire
import Enforcement
import ReferenceRules

/// What holds while nothing is on the way.
extension World {
  func checkQuiet() {
    compare()
    let views = reference.reduce(into: [:]) { $0[$1.id.number] = $1 }
    for client in clients { check(client, views) }
    checkOwners(views)
    checkObserver(views)
    for (number, stream) in agent.streams.sorted(by: { $0.key < $1.key }) {
      check(stream, number, views)
    }
  }

  /// A client takes its sessions to be what they are.
  private func check(_ client: WireClient, _ views: [UInt64: NaiveView]) {
    for (place, slot) in client.slots.enumerated() {
      guard client.link != nil else { continue }
      if slot.known.count != 1 { fault("\(client.peer.comm) doesn't know \(place): \(slot.known)") }
      let number = slot.known.first?.number
      guard let number, let belief = slot.belief else {
        if number != nil { fault("\(client.peer.comm) was told nothing of \(place)") }
        continue
      }
      let truth = views[number].map {
        WireClient.Belief(
          number: number,
          state: $0.state,
          gain: min($0.gain, $0.enforcedGain),
          isPlaying: $0.isPlaying
        )
      }
      if truth != belief {
        fault("\(client.peer.comm) takes \(place) for \(belief), and it is \(truth as Any)")
      }
    }
  }

  /// Each session is one that a client may have, or the agent.
  private func checkOwners(_ views: [UInt64: NaiveView]) {
    var owned = agent.ours
    for slot in clients.flatMap(\.slots) { owned.formUnion(slot.known.compactMap(\.number)) }
    // A lease of which its client wasn't told, or that it has forgotten, ends by itself.
    for view in views.values where view.leaseDeadline == nil && !owned.contains(view.id.number) {
      fault("session \(view.id.number) is nobody's")
    }
  }

  /// The observer's picture is what there is.
  private func checkObserver(_ views: [UInt64: NaiveView]) {
    if Set(observer.sessions.keys) != Set(views.keys) {
      fault("the observer sees \(observer.sessions.keys.sorted()) of \(views.keys.sorted())")
    }
    for (number, seen) in observer.sessions.sorted(by: { $0.key < $1.key }) {
      guard let view = views[number] else { continue }
      let parts: [(name: String, seen: String, truth: String)] = [
        ("state", "\(seen.state)", "\(view.state)"),
        ("gain", "\(seen.gain)", "\(min(view.gain, view.enforcedGain))"),
        ("playing", "\(seen.playing)", "\(view.isPlaying)"),
        ("foreground", "\(seen.foreground)", "\(view.isForeground)"),
        ("priority", "\(seen.priority)", "\(view.configuration.priority)"),
        ("category", "\(seen.category)", "\(view.configuration.category)"),
        ("Now Playing", "\(seen.nowPlaying)", "\(view.isNowPlaying)"),
        ("duckers", "\(seen.duckedBy.sorted())", "\(view.duckers.map(\.number).sorted())"),
        ("blockers", "\(seen.interruptedBy.sorted())", "\(view.blockers.map(\.number))"),
      ]
      for part in parts where part.seen != part.truth {
        fault("the observer sees \(part.name) of \(number) as \(part.seen), not \(part.truth)")
      }
    }
  }

  /// A stream is as loud as its session may be.
  private func check(_ stream: Agent.Stream, _ number: UInt32, _ views: [UInt64: NaiveView]) {
    guard stream.state == .running else { return }
    let isLoud = { [self] (level: Double, why: String) in
      let heard = stream.isStopped ? 0 : stream.level
      if abs(Double(heard) - level) > 0.0001 {
        fault("stream \(number) is heard at \(heard), and should be at \(level): \(why)")
      }
    }
    guard agent.isAlive else { return isLoud(1, "there is no agent") }
    let theirs = observer.sessions.values.filter { $0.pid == stream.pid }
    let own = theirs.filter { !agent.ours.contains($0.session) }.compactMap { views[$0.session] }
    let active = own.filter { $0.state == .active }
    if let loudest = active.map(\.enforcedGain).max() { return isLoud(loudest, "\(active)") }
    if own.contains(where: { $0.state == .interrupted }) { return isLoud(0, "\(own)") }
    if !own.isEmpty { return isLoud(1, "\(own)") }
    let adopted = theirs.compactMap { views[$0.session] }
    guard adopted.count == 1, let session = adopted.first else {
      return fault("stream \(number) has \(adopted.count) sessions")
    }
    isLoud(session.state == .active ? session.enforcedGain : 0, "\(session)")
  }
}
