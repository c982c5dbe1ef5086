package import AudioSessionArbitration
import AudioSessionTypes

/// What the reference keeps and ``NaiveView`` doesn't show.
extension NaiveArbiter {
  /// All of it that decides what comes, without names and times: sessions by their place, moments by
  /// their order, terms by what is left of them.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - take: Is given the values one by one.
  package func hidden(at now: Instant, _ take: (UInt64) -> Void) {
    for session in sessions {
      take(session.reportedPlaying.map { $0 ? 2 : 1 } ?? 0)
      let flags = [
        session.wasPlaying, session.playedWhenInterrupted, session.isPoisoned,
        session.owesSuspensionNotice, session.refusedAt != nil, session.right != nil,
        session.blockers.contains(.microphone), session.blockers.contains(.route),
        session.blockers.contains(.sleep), session.muteReporter != nil, session.isOrphaned,
      ]
      take(flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
      if let end = session.right?.end, end > now { take(UInt64(end.nanoseconds - now.nanoseconds)) }
      let zone = titles[session.scope.zone]
      take(zone?.holder == session.id ? 1 : 0)
      take(UInt64((zone?.holders.firstIndex(of: session.id) ?? -1) + 1))
    }
    for rank in sessions.map(\.interruptedAt).ranks { take(rank) }
    for rank in sessions.map({ $0.refusedAt ?? 0 }).ranks { take(rank) }
    for words in [mutes, sleeps, silences, suspensions] {
      take(UInt64(words.count))
      for word in words {
        take(word.reporter.connection.number)
        take(UInt64(word.reporter.user?.number ?? 0))
        take(UInt64((sessions.firstIndex { $0.owner.process == word.process } ?? -1) + 1))
      }
    }
    for route in userRoutes {
      take(UInt64(route.user.number))
      take(route.connection.number)
    }
  }
}

extension [UInt64] {
  /// The place of each among all that differ, from 1; 0 stays 0.
  package var ranks: [UInt64] {
    let order = Set(self).subtracting([0]).sorted()
    return map { value in UInt64((order.firstIndex(of: value) ?? -1) + 1) }
  }
}
