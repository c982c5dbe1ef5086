/// `session.renew`: renews a lease.
package struct SessionRenew: Equatable, Sendable {
  package var reference: SessionReference
  /// The lease's new duration, 0.1…86,400 s; nil: unchanged.
  package var ttlSeconds: Double?
}

extension SessionRenew: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
    ttlSeconds = parameters.double("ttlSeconds")
  }

  var request: Request { .sessionRenew(self) }

  static let specification = MethodSpecification(
    "Renews a lease from now on.",
    parameters: SessionReference.members + [
      .optional("ttlSeconds", LeaseParameters.seconds, "Its new duration; unchanged if omitted.")
    ],
    result: .component(.session),
    example: #"{"leaseName":"radio","ttlSeconds":60}"#
  )
}
