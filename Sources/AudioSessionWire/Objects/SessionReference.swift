package import AudioSessionSchema

/// A session by its number, or a lease by its name.
package enum SessionReference: Equatable, Sendable {
  case session(UInt64)
  case leaseName(String)

  /// The session's number; nil if it is a lease's name.
  package var number: UInt64? {
    guard case .session(let number) = self else { return nil }
    return number
  }

  private var leaseName: String? {
    guard case .leaseName(let name) = self else { return nil }
    return name
  }
}

extension SessionReference: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionReference?,
    of archive: inout A
  ) throws(A.Fault) -> SessionReference {
    let number = it?.number
    let session = try archive.optional("session", number, .session, "The session's number; or")
    let name = try archive.optional("leaseName", it?.leaseName, .name, "the name of a lease.")
    guard A.isReading else { return it ?? .session(0) }
    switch (session, name) {
    case (let session?, nil): return .session(session)
    case (nil, let name?): return .leaseName(name)
    case (let session, _):
      let found: MemberFault.Found = session == nil ? .nothing : .words("both")
      throw archive.fault(of: "session", "either session or leaseName", found)
    }
  }
}
