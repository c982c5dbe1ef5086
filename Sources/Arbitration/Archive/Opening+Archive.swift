package import AudioSessionSchema
import AudioSessionTypes

extension Opening: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Opening?,
    of archive: inout A
  ) throws(A.Fault) -> Opening {
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

extension Reopening: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Reopening?,
    of archive: inout A
  ) throws(A.Fault) -> Reopening {
    Reopening(
      id: try archive.member("session", value?.id),
      owner: try archive.member("owner", value?.owner),
      change: try archive.member("change", value?.change),
      grants: try archive.member("grants", value?.grants),
      lease: try archive.member("lease", value?.lease)
    )
  }
}

/// The names of the priorities and of `accessibility`, and the roles by their places; `all` for all
/// there could be.
extension Grants: Described {
  private static let named: [(name: String, grant: Grants)] =
    [Priority.assistant, .alarm, .ringtone, .phoneCall].map { ($0.rawValue, Grants($0)) }
    + (0..<Policy.maximumRoles).map { ("role \($0)", Grants(role: $0)) }
    + [("accessibility", .accessibility), ("all", .all)]

  package static func passed<A: Archive & ~Copyable>(
    _ value: Grants?,
    through archive: inout A
  ) throws(A.Fault) -> Grants {
    var names: [String]?
    if let value {
      names = value == .all ? ["all"] : named.filter { value.contains($0.grant) }.map { $0.name }
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

extension Reporter: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Reporter?,
    of archive: inout A
  ) throws(A.Fault) -> Reporter {
    Reporter(
      connection: try archive.member("connection", value?.connection),
      user: try archive.optional("user", value?.user)
    )
  }
}

extension RouteSummary: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: RouteSummary?,
    of archive: inout A
  ) throws(A.Fault) -> RouteSummary {
    RouteSummary(
      number: try archive.member("number", value?.number),
      hasBuiltInMicrophone: try archive.member("builtInMicrophone", value?.hasBuiltInMicrophone),
      hardware: try archive.member("hardware", value?.hardware, usually: 0)
    )
  }
}
