package import AudioSessionSchema
package import AudioSessionTypes

/// What a session keeps by itself; tallies and depth follow from the other sessions.
///
/// What belongs to one state is passed in that state only, in this order.
extension Snapshot.StoredSession: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Snapshot.StoredSession?,
    of archive: inout A
  ) throws(A.Fault) -> Snapshot.StoredSession {
    let (old, details) = (value?.session, value?.details)
    let id = try archive.member("session", old?.id)
    let owner = try archive.member("owner", details?.ownership.owner)
    let scope = try archive.member("scope", value?.scope)
    var it = Session(id, try archive.member("configuration", old?.configuration))
    var new = SessionDetails(ownership: Ownership(owner: owner))
    var incidents = Incidents()
    var (idle, active) = (old?.inactive ?? Inactive(), old?.active ?? Active())
    new.ownership.isOrphaned =
      try archive.member("orphaned", details?.ownership.isOrphaned, usually: false)
    let state = try archive.member("state", old?.state)
    it.reportedPlaying = try archive.optional("reportedPlaying", old?.reportedPlaying)
    if state == .active {
      active.isRecording = try archive.member("recording", active.isRecording, usually: false)
    }
    it.isForeground = try archive.member("foreground", old?.isForeground, usually: true)
    it.isNowPlaying = try archive.member("nowPlaying", old?.isNowPlaying, usually: false)
    it.activation = try archive.member("activation", old?.activation, usually: 0)
    new.contenderSince =
      try archive.member("contenderSince", details?.contenderSince, usually: .never)
    if state == .interrupted {
      it.phase = .interrupted(try Interrupted.members(old?.interrupted, of: &archive))
    }
    it.lastBegan = try archive.member("lastBegan", old?.lastBegan, usually: 0)
    if state == .inactive { idle.offer = try archive.optional("offer", idle.offer) }
    if state != .interrupted {
      let until = idle.mayResumeUntil ?? active.mayResumeUntil
      idle.mayResumeUntil = try archive.optional("mayResumeUntil", until)
      active.mayResumeUntil = idle.mayResumeUntil
    }
    if state == .inactive {
      idle.pendingSince = try archive.optional("pendingSince", idle.pendingSince)
    }
    incidents.lastRefusal = try archive.optional("lastRefusal", value?.incidents.lastRefusal)
    if state == .inactive {
      idle.owesSuspensionNotice =
        try archive.member("owesSuspensionNotice", idle.owesSuspensionNotice, usually: false)
      it.phase = .inactive(idle)
    }
    new.ownership.lease = try archive.optional("lease", details?.ownership.lease)
    if state == .active {
      active.isSilenced = try archive.member("silenced", active.isSilenced, usually: false)
      it.phase = .active(active)
    }
    incidents.silencedSince =
      try archive.member("silencedSince", value?.incidents.silencedSince, usually: .never)
    return Snapshot.StoredSession(
      session: it,
      scope: scope,
      details: new,
      incidents: incidents,
      wishes: SoundWishes(
        mutes: try archive.member("mutes", value?.wishes.mutes, usually: Mutes()),
        ports: try archive.member("ports", value?.wishes.ports, usually: PortWishes())
      )
    )
  }
}

extension PortWishes: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: PortWishes?,
    of archive: inout A
  ) throws(A.Fault) -> PortWishes {
    PortWishes(
      input: try archive.member("input", value?.input, usually: 0),
      overridesOutput: try archive.member("overridesOutput", value?.overridesOutput, usually: false)
    )
  }
}

extension Mutes: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Mutes?,
    of archive: inout A
  ) throws(A.Fault) -> Mutes {
    Mutes(
      byProgram: try archive.member("byProgram", value?.byProgram, usually: []),
      byUser: try archive.member("byUser", value?.byUser, usually: []),
      reporter: try archive.optional("reporter", value?.reporter)
    )
  }
}

extension Interrupted: DescribedObject {
  static func members<A: Archive & ~Copyable>(
    _ value: Interrupted?,
    of archive: inout A
  ) throws(A.Fault) -> Interrupted {
    let origin = try archive.member("interruption", value?.origin)
    let mask = try archive.member(
      "conditions",
      value.map { UInt64($0.conditions.rawValue) },
      usually: 0
    )
    let hasMore = try archive.member("moreBlockers", value?.hasMoreBlockers, usually: false)
    let wasPlaying = try archive.member("wasPlaying", value?.wasPlaying, usually: false)
    return Interrupted(
      origin: origin,
      conditions: Conditions(rawValue: UInt8(truncatingIfNeeded: mask)),
      hasMoreBlockers: hasMore,
      wasPlaying: wasPlaying,
      playedThen:
        try archive.member("playedWhenInterrupted", value?.playedThen, usually: false),
      isPoisoned: try archive.member("poisoned", value?.isPoisoned, usually: false)
    )
  }
}

extension Owner: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Owner?,
    of archive: inout A
  ) throws(A.Fault) -> Owner {
    Owner(
      process: try archive.member("process", value?.process),
      user: try archive.member("user", value?.user),
      watchesLifecycle:
        try archive.member("watchesLifecycle", value?.watchesLifecycle, usually: false)
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
    let reason = try archive.member("reason", value?.reason)
    let by = try archive.optional("by", value?.by)
    let cause = try archive.member("cause", value?.cause)
    let moment = try archive.member("moment", value?.moment)
    return Interruption(moment: moment, by: by, reason: reason, cause: cause)
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
    let deadline = try archive.optional("deadline", value?.deadline)
    return Offer(moment: try archive.member("moment", value?.moment), deadline: deadline)
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
  package static func members<A: Archive & ~Copyable>(
    _ value: Lease?,
    of archive: inout A
  ) throws(A.Fault) -> Lease {
    Lease(
      length: try archive.member("length", value?.length),
      deadline: try archive.member("deadline", value?.deadline)
    )
  }
}
