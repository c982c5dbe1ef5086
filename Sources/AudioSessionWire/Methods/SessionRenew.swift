package import AudioSessionSchema

/// `session.renew`: renews a lease.
package struct SessionRenew: Equatable, Sendable {
  package var reference: SessionReference
  /// The lease's new duration, 0.1…86,400 s; nil: unchanged.
  package var ttlSeconds: Double?
}

extension SessionRenew: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionRenew?,
    of archive: inout A
  ) throws(A.Fault) -> SessionRenew {
    SessionRenew(
      reference: try SessionReference.members(it?.reference, of: &archive),
      ttlSeconds: try archive.optional(
        "ttlSeconds",
        it?.ttlSeconds,
        LeaseParameters.seconds,
        "Its new duration; unchanged if omitted."
      )
    )
  }

  static let specification = MethodSpecification(
    "Renews a lease from now on.",
    parameters: members,
    result: SessionObject.shape,
    example: #"{"leaseName":"radio","ttlSeconds":60}"#
  )
}
