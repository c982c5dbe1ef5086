import AudioSessionArbitration
import AudioSessionTypes

/// R53: a title for each zone; sessions without a zone share one.
extension NaiveArbiter {
  /// The holder of a zone's title, and the former holders, the latest last.
  struct Title: Equatable {
    var holder: SessionID?
    var holders: [SessionID] = []
  }

  func isNowPlaying(_ session: NaiveSession) -> Bool {
    titles[session.scope.zone]?.holder == session.id
  }

  mutating func electNowPlaying() {
    for zone in Set(sessions.map(\.scope.zone)).union(titles.keys) { elect(in: zone) }
  }

  /// Whoever plays last takes the title, unless it has a rival in its application; else the holder
  /// keeps it while it is open and a candidate; else it falls back.
  private mutating func elect(in zone: ZoneID?) {
    let inZone = sessions.filter { $0.scope.zone == zone }
    let candidates = inZone.filter { $0.prefers(.isNowPlayingCandidate) }
    let able = candidates.filter { !$0.isMixable }
    let eligible = able.filter { candidate in
      candidates.count { $0.scope.application == candidate.scope.application } == 1
    }
    var title = titles[zone] ?? Title()
    if let latest = lastPlaying(of: able), eligible.contains(latest) {
      title.holder = latest.id
    } else if let holder = title.holder, !candidates.contains(where: { $0.id == holder }) {
      let former = title.holders.last { id in eligible.contains { $0.id == id } }
      title.holder = lastPlaying(of: eligible)?.id ?? former
    }
    if let holder = title.holder, title.holders.last != holder {
      title.holders.removeAll { $0 == holder }
      title.holders.append(holder)
    }
    title.holders.removeAll { id in !inZone.contains { $0.id == id } }
    titles[zone] = title == Title() ? nil : title
  }

  private func lastPlaying(of sessions: [NaiveSession]) -> NaiveSession? {
    sessions.filter(\.isPlaying).max { $0.activation < $1.activation }
  }
}
