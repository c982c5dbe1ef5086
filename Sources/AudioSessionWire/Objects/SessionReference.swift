/// A session by its number, or a lease by its name.
package enum SessionReference: Equatable, Sendable {
  case session(UInt64)
  case leaseName(String)

  init(_ parameters: borrowing Parameters) throws(RPCError) {
    switch (parameters.unsigned("session"), parameters.string("leaseName")) {
    case (let session?, nil): self = .session(session)
    case (nil, let name?): self = .leaseName(name)
    case (let session, _):
      let found: ParameterFault.Found = session == nil ? .nothing : .words("both")
      let expected = "either session or leaseName"
      throw .invalidParams(ParameterFault("session", expected: expected, found: found))
    }
  }

  static let members: [MemberDescription] = [
    .optional("session", .session, "The session's number; or"),
    .optional("leaseName", .name, "the name of a lease."),
  ]
}
