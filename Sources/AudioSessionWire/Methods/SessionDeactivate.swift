package import AudioSessionSchema

/// `session.deactivate`: deactivates a session.
package struct SessionDeactivate: Equatable, Sendable {
  package var reference: SessionReference
  /// The sessions that it interrupted are told that they may resume (R24).
  package var notifyOthers = false

  package init(reference: SessionReference, notifyOthers: Bool = false) {
    self.reference = reference
    self.notifyOthers = notifyOthers
  }
}

extension SessionDeactivate: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: SessionDeactivate?,
    of archive: inout A
  ) throws(A.Fault) -> SessionDeactivate {
    SessionDeactivate(
      reference: try SessionReference.members(it?.reference, of: &archive),
      notifyOthers: try archive.optional(
        "options",
        it.flatMap { $0.notifyOthers ? [DeactivationOption.notifyOthersOnDeactivation] : nil },
        .list(.choice(of: DeactivationOption.self)),
        "Tells the sessions that it interrupted that they may resume."
      )?.isEmpty == false
    )
  }

  static let specification = MethodSpecification(
    "Deactivates a session.",
    parameters: members,
    result: SessionObject.shape,
    example: #"{"session":7,"options":["notifyOthersOnDeactivation"]}"#
  )
}

/// A word among the options of an activation or deactivation.
enum DeactivationOption: String, DescribedWord {
  case notifyOthersOnDeactivation
}
