package import AudioSessionSchema

/// `session.activate`: activates a session.
package struct SessionActivate: Equatable, Sendable {
  package var reference: SessionReference
  /// The number of the last notification that the client has read (R33).
  package var ifSeq: UInt64?
  /// The option is present; it has no effect here (R6).
  package var notifyOthers = false
}

extension SessionActivate: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionActivate?,
    of archive: inout A
  ) throws(A.Fault) -> SessionActivate {
    SessionActivate(
      reference: try SessionReference.members(it?.reference, of: &archive),
      ifSeq: try archive.optional(
        "ifSeq",
        it?.ifSeq,
        "The number of the last notification that the client has read."
      ),
      notifyOthers: try archive.optional(
        "options",
        it.flatMap { $0.notifyOthers ? [DeactivationOption.notifyOthersOnDeactivation] : nil },
        .list(.choice(of: DeactivationOption.self)),
        "Has an effect on deactivation only; ignored here."
      )?.isEmpty == false
    )
  }

  static let specification = MethodSpecification(
    "Activates a session, or is refused with the reason.",
    parameters: members,
    result: SessionObject.shape,
    example: #"{"session":7,"ifSeq":1206}"#
  )
}
