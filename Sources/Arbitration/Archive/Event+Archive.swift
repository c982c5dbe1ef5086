extension Event: Archived {
  /// The names of the events.
  private enum Name: String, ArchivedWord {
    case started, open, reopen, configure, activate, deactivate, report, renew, close, evict
    case connectionEnded, processEnded, setMicrophoneMuted, setSleeping, setSilenced
    case setSuspended, setRoute, reload, timePassed
  }

  package static func passed(
    _ value: Event?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Event {
    if let value {
      try value.write(to: &archive)
      return value
    }
    return try Event(reading: &archive)
  }

  private func write(to archive: inout some Archive) throws(ArchiveFault) {
    switch self {
    case .started: try name(.started, &archive)
    case .open(let opening):
      try name(.open, &archive)
      _ = try archive.member("opening", opening)
    case .reopen(let reopening):
      try name(.reopen, &archive)
      _ = try archive.member("reopening", reopening)
    case .configure(let id, let change, let grants):
      try name(.configure, of: id, &archive)
      _ = try archive.member("change", change)
      _ = try archive.member("grants", grants)
    case .activate(let id, let grants, let ifSeq, let notifyOthers):
      try name(.activate, of: id, &archive)
      _ = try archive.member("grants", grants)
      _ = try archive.optional("ifSeq", ifSeq)
      _ = try archive.member("notifyOthers", notifyOthers, usually: false)
    case .deactivate(let id, let notifyOthers):
      try name(.deactivate, of: id, &archive)
      _ = try archive.member("notifyOthers", notifyOthers, usually: false)
    case .report(let id, let report):
      try name(.report, of: id, &archive)
      _ = try archive.member("report", report)
    case .renew(let id, let lease):
      try name(.renew, of: id, &archive)
      _ = try archive.optional("lease", lease)
    case .close(let id): try name(.close, of: id, &archive)
    case .evict(let id): try name(.evict, of: id, &archive)
    case .connectionEnded(let connection, let sessions, let orphaned):
      try name(.connectionEnded, &archive)
      _ = try archive.member("connection", connection)
      _ = try archive.list("sessions", sessions)
      _ = try archive.list("orphaned", orphaned)
    case .processEnded(let sessions, let orphaned):
      try name(.processEnded, &archive)
      _ = try archive.list("sessions", sessions)
      _ = try archive.list("orphaned", orphaned)
    case .setMicrophoneMuted, .setSleeping, .setSilenced, .setSuspended, .setRoute:
      try writeReport(to: &archive)
    case .reload(let policy):
      try name(.reload, &archive)
      _ = try archive.member("policy", policy)
    case .timePassed: try name(.timePassed, &archive)
    }
  }

  /// Writes a report about the system.
  private func writeReport(to archive: inout some Archive) throws(ArchiveFault) {
    func condition(
      _ name: Name,
      _ holds: Bool,
      _ reporter: Reporter,
      _ archive: inout some Archive
    ) throws(ArchiveFault) {
      try self.name(name, &archive)
      _ = try archive.member("holds", holds)
      _ = try archive.member("reporter", reporter)
    }
    switch self {
    case .setMicrophoneMuted(let isMuted, let reporter):
      try condition(.setMicrophoneMuted, isMuted, reporter, &archive)
    case .setSleeping(let isSleeping, let reporter):
      try condition(.setSleeping, isSleeping, reporter, &archive)
    case .setSilenced(let isSilenced, let reporter):
      try condition(.setSilenced, isSilenced, reporter, &archive)
    case .setSuspended(let process, let isSuspended, let reporter):
      try condition(.setSuspended, isSuspended, reporter, &archive)
      _ = try archive.member("process", process)
    case .setRoute(let route, let reason, let reporter):
      try name(.setRoute, &archive)
      _ = try archive.member("route", route)
      _ = try archive.optional("reason", reason)
      _ = try archive.member("reporter", reporter)
    case .started, .open, .reopen, .configure, .activate, .deactivate, .report, .renew, .close,
      .evict, .connectionEnded, .processEnded, .reload, .timePassed:
      break
    }
  }

  private func name(
    _ name: Name,
    of session: SessionID? = nil,
    _ archive: inout some Archive
  ) throws(ArchiveFault) {
    _ = try archive.member("event", name)
    _ = try archive.optional("session", session)
  }

  private init(reading archive: inout some Archive) throws(ArchiveFault) {
    let name: Name = try archive.member("event", nil)
    func session(_ archive: inout some Archive) throws(ArchiveFault) -> SessionID {
      try archive.member("session", nil)
    }
    switch name {
    case .started: self = .started
    case .open: self = .open(try archive.member("opening", nil))
    case .reopen: self = .reopen(try archive.member("reopening", nil))
    case .configure:
      self = .configure(
        try session(&archive),
        try archive.member("change", nil),
        grants: try archive.member("grants", nil)
      )
    case .activate:
      self = .activate(
        try session(&archive),
        grants: try archive.member("grants", nil),
        ifSeq: try archive.optional("ifSeq", nil),
        notifyOthers: try archive.member("notifyOthers", nil, usually: false)
      )
    case .deactivate:
      self = .deactivate(
        try session(&archive),
        notifyOthers: try archive.member("notifyOthers", nil, usually: false)
      )
    case .report: self = .report(try session(&archive), try archive.member("report", nil))
    case .renew: self = .renew(try session(&archive), lease: try archive.optional("lease", nil))
    case .close: self = .close(try session(&archive))
    case .evict: self = .evict(try session(&archive))
    case .connectionEnded:
      self = .connectionEnded(
        try archive.member("connection", nil),
        sessions: try archive.list("sessions", nil),
        orphaned: try archive.list("orphaned", nil)
      )
    case .processEnded:
      self = .processEnded(
        sessions: try archive.list("sessions", nil),
        orphaned: try archive.list("orphaned", nil)
      )
    case .setMicrophoneMuted, .setSleeping, .setSilenced, .setSuspended, .setRoute:
      self = try Event.report(name, reading: &archive)
    case .reload: self = .reload(try archive.member("policy", nil))
    case .timePassed: self = .timePassed
    }
  }

  /// Reads a report about the system.
  private static func report(
    _ name: Name,
    reading archive: inout some Archive
  ) throws(ArchiveFault) -> Event {
    if name == .setRoute {
      return .setRoute(
        try archive.member("route", nil),
        try archive.optional("reason", nil),
        try archive.member("reporter", nil)
      )
    }
    let holds: Bool = try archive.member("holds", nil)
    let reporter: Reporter = try archive.member("reporter", nil)
    switch name {
    case .setMicrophoneMuted: return .setMicrophoneMuted(holds, reporter)
    case .setSleeping: return .setSleeping(holds, reporter)
    case .setSilenced: return .setSilenced(holds, reporter)
    default: return .setSuspended(try archive.member("process", nil), holds, reporter)
    }
  }
}
