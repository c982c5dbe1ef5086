import AudioSessionTypes

extension Opening: Archived {
  package static func passed(
    _ value: Opening?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Opening {
    Opening(
      id: try archive.member("session", value?.id),
      owner: try archive.member("owner", value?.owner),
      scope: try archive.member("scope", value?.scope),
      change: try archive.member("change", value?.change),
      grants: try archive.member("grants", value?.grants),
      lease: try archive.optional("lease", value?.lease),
      isWithinLimits: try archive.member("withinLimits", value?.isWithinLimits, usually: true)
    )
  }
}

extension Reopening: Archived {
  package static func passed(
    _ value: Reopening?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Reopening {
    Reopening(
      id: try archive.member("session", value?.id),
      owner: try archive.member("owner", value?.owner),
      change: try archive.member("change", value?.change),
      grants: try archive.member("grants", value?.grants),
      lease: try archive.member("lease", value?.lease)
    )
  }
}

/// The names of the priorities, and the roles by their places; `all` for all there could be.
extension Grants: Archived {
  private static let named: [(name: String, grant: Grants)] =
    [Priority.assistant, .alarm, .ringtone, .phoneCall].map { ($0.rawValue, Grants($0)) }
    + (0..<Policy.maximumRoles).map { ("role \($0)", Grants(role: $0)) }
    + [("all", .all)]

  package static func passed(
    _ value: Grants?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Grants {
    var names: [String]?
    if let value {
      names = value == .all ? ["all"] : named.filter { value.contains($0.grant) }.map(\.name)
    }
    var grants = Grants.none
    for name in try archive.list(names) {
      guard let named = named.first(where: { $0.name == name }) else {
        throw archive.fault("names of grants")
      }
      grants = grants.union(named.grant)
    }
    return grants
  }
}

extension Reporter: Archived {
  package static func passed(
    _ value: Reporter?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Reporter {
    Reporter(
      connection: try archive.member("connection", value?.connection),
      user: try archive.optional("user", value?.user)
    )
  }
}

extension RouteSummary: Archived {
  package static func passed(
    _ value: RouteSummary?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> RouteSummary {
    RouteSummary(
      number: try archive.member("number", value?.number),
      hasBuiltInMicrophone: try archive.member("builtInMicrophone", value?.hasBuiltInMicrophone)
    )
  }
}
