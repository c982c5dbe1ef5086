/// `session.renew`: a lease goes on from now.
package struct SessionRenew: Equatable, Sendable {
  package var reference: SessionReference
  /// Nil: as long as it lasted; 0.1…86,400.
  package var ttlSeconds: Double?
}

extension SessionRenew: RequestBody {
  init(_ parameters: borrowing Parameters) throws(RPCError) {
    reference = try SessionReference(parameters)
    ttlSeconds = parameters.double("ttlSeconds")
  }

  var request: Request { .sessionRenew(self) }

  static let specification = MethodSpecification(
    "Lets a lease go on from now.",
    parameters: SessionReference.members + [
      .optional("ttlSeconds", LeaseParameters.seconds, "Its new length; as before if left out.")
    ],
    result: .component(.session),
    example: #"{"leaseName":"radio","ttlSeconds":60}"#
  )
}
