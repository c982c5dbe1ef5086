import AudioSessionTypes

extension Event: Archived {
  package static func passed(
    _ value: Event?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Event {
    let it = EventMembers(value)
    switch try archive.member("event", it.name) {
    case .started: return .started
    case .open: return .open(try archive.member("opening", it.opening))
    case .reopen: return .reopen(try archive.member("reopening", it.reopening))
    case .configure:
      return .configure(
        try archive.member("session", it.session),
        try archive.member("change", it.change),
        grants: try archive.member("grants", it.grants)
      )
    case .activate:
      return .activate(
        try archive.member("session", it.session),
        grants: try archive.member("grants", it.grants),
        ifSeq: try archive.optional("ifSeq", it.ifSeq),
        notifyOthers: try archive.member("notifyOthers", it.notifyOthers, usually: false)
      )
    case .deactivate:
      return .deactivate(
        try archive.member("session", it.session),
        notifyOthers: try archive.member("notifyOthers", it.notifyOthers, usually: false)
      )
    case .report:
      let id = try archive.member("session", it.session)
      return .report(id, try archive.member("report", it.report))
    case .renew:
      let id = try archive.member("session", it.session)
      return .renew(id, lease: try archive.optional("lease", it.lease))
    case .close: return .close(try archive.member("session", it.session))
    case .evict: return .evict(try archive.member("session", it.session))
    case .connectionEnded:
      return .connectionEnded(
        try archive.member("connection", it.connection),
        sessions: try archive.list("sessions", it.sessions),
        orphaned: try archive.list("orphaned", it.orphaned)
      )
    case .processEnded:
      let sessions = try archive.list("sessions", it.sessions)
      return .processEnded(sessions: sessions, orphaned: try archive.list("orphaned", it.orphaned))
    case .setMicrophoneMuted:
      let (holds, reporter) = try condition(it, &archive)
      return .setMicrophoneMuted(holds, reporter)
    case .setSleeping:
      let (holds, reporter) = try condition(it, &archive)
      return .setSleeping(holds, reporter)
    case .setSilenced:
      let (holds, reporter) = try condition(it, &archive)
      return .setSilenced(holds, reporter)
    case .setSuspended:
      let (holds, reporter) = try condition(it, &archive)
      return .setSuspended(try archive.member("process", it.process), holds, reporter)
    case .setRoute:
      return .setRoute(
        try archive.member("route", it.route),
        try archive.optional("reason", it.reason),
        try archive.member("reporter", it.reporter)
      )
    case .reload: return .reload(try archive.member("policy", it.policy))
    case .timePassed: return .timePassed
    }
  }

  /// Whether a condition of the system holds, and who says so.
  private static func condition(
    _ it: EventMembers,
    _ archive: inout some Archive
  ) throws(ArchiveFault) -> (holds: Bool, reporter: Reporter) {
    (try archive.member("holds", it.holds), try archive.member("reporter", it.reporter))
  }
}
