package import AudioSessionSchema
package import AudioSessionTypes

/// What a session keeps by itself; tallies and depth follow from the other sessions.
extension Session: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Session?,
    of archive: inout A
  ) throws(A.Fault) -> Session {
    var it = Session(
      try archive.member("session", value?.id),
      try archive.member("owner", value?.owner),
      try archive.member("scope", value?.scope),
      try archive.member("configuration", value?.configuration)
    )
    it.isOrphaned = try archive.member("orphaned", value?.isOrphaned, usually: false)
    it.state = try archive.member("state", value?.state)
    it.reportedPlaying = try archive.optional("reportedPlaying", value?.reportedPlaying)
    it.isRecording = try archive.member("recording", value?.isRecording, usually: false)
    it.isForeground = try archive.member("foreground", value?.isForeground, usually: true)
    it.isNowPlaying = try archive.member("nowPlaying", value?.isNowPlaying, usually: false)
    it.activation = try archive.member("activation", value?.activation, usually: 0)
    it.contenderSince =
      try archive.member("contenderSince", value?.contenderSince, usually: .never)
    try it.passWaiting(value, of: &archive)
    it.lease = try archive.optional("lease", value?.lease)
    it.isSilenced = try archive.member("silenced", value?.isSilenced, usually: false)
    it.silencedSince = try archive.member("silencedSince", value?.silencedSince, usually: .never)
    return it
  }

  /// Passes what concerns interruptions, offers and refusals.
  private mutating func passWaiting<A: Archive & ~Copyable>(
    _ value: Session?,
    of archive: inout A
  ) throws(A.Fault) {
    interruption = try archive.optional("interruption", value?.interruption)
    let mask = try archive.member(
      "conditions",
      value.map { UInt64($0.conditions.rawValue) },
      usually: 0
    )
    conditions = Conditions(rawValue: UInt8(truncatingIfNeeded: mask))
    hasMoreBlockers = try archive.member("moreBlockers", value?.hasMoreBlockers, usually: false)
    wasPlaying = try archive.member("wasPlaying", value?.wasPlaying, usually: false)
    playedWhenInterrupted =
      try archive.member("playedWhenInterrupted", value?.playedWhenInterrupted, usually: false)
    isPoisoned = try archive.member("poisoned", value?.isPoisoned, usually: false)
    lastBegan = try archive.member("lastBegan", value?.lastBegan, usually: 0)
    offer = try archive.optional("offer", value?.offer)
    mayResumeUntil = try archive.optional("mayResumeUntil", value?.mayResumeUntil)
    pendingSince = try archive.optional("pendingSince", value?.pendingSince)
    lastRefusal = try archive.optional("lastRefusal", value?.lastRefusal)
    owesSuspensionNotice =
      try archive.member("owesSuspensionNotice", value?.owesSuspensionNotice, usually: false)
  }
}

extension Owner: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Owner?,
    of archive: inout A
  ) throws(A.Fault) -> Owner {
    Owner(
      process: try archive.member("process", value?.process),
      user: try archive.member("user", value?.user)
    )
  }
}

extension Scope: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Scope?,
    of archive: inout A
  ) throws(A.Fault) -> Scope {
    Scope(
      try archive.member("application", value?.application),
      zone: try archive.optional("zone", value?.zone)
    )
  }
}

extension Moment: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Moment?,
    of archive: inout A
  ) throws(A.Fault) -> Moment {
    Moment(
      seq: try archive.member("seq", value?.seq),
      at: try archive.member("at", value?.at)
    )
  }
}

extension Interruption: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Interruption?,
    of archive: inout A
  ) throws(A.Fault) -> Interruption {
    Interruption(
      reason: try archive.member("reason", value?.reason),
      by: try archive.optional("by", value?.by),
      cause: try archive.member("cause", value?.cause),
      moment: try archive.member("moment", value?.moment)
    )
  }
}

extension Reason: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Reason?,
    of archive: inout A
  ) throws(A.Fault) -> Reason {
    Reason(
      try archive.member("rule", value?.rule),
      try archive.optional("cell", value?.cell)
    )
  }
}

extension Cell: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Cell?,
    of archive: inout A
  ) throws(A.Fault) -> Cell {
    Cell(
      try archive.member("newcomer", value?.newcomer),
      try archive.member("current", value?.current)
    )
  }
}

extension Offer: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Offer?,
    of archive: inout A
  ) throws(A.Fault) -> Offer {
    Offer(
      deadline: try archive.optional("deadline", value?.deadline),
      moment: try archive.member("moment", value?.moment)
    )
  }
}

extension Refused: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Refused?,
    of archive: inout A
  ) throws(A.Fault) -> Refused {
    let refusal = Refusal(
      try archive.member("error", value?.refusal.error),
      try archive.member("reason", value?.refusal.reason),
      by: try archive.optional("by", value?.refusal.by)
    )
    return Refused(refusal: refusal, moment: try archive.member("moment", value?.moment))
  }
}

extension Lease: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Lease?,
    of archive: inout A
  ) throws(A.Fault) -> Lease {
    Lease(
      length: try archive.member("length", value?.length),
      deadline: try archive.member("deadline", value?.deadline)
    )
  }
}
