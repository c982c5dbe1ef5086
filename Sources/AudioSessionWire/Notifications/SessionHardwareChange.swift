import AudioSessionJSON
package import AudioSessionSchema

/// `session.hardwareChange`: what is known of the route's hardware is something else (R67).
package struct SessionHardwareChange: Notification {
  package var session: UInt64
  /// The hardware, which is the same for all sessions of a user.
  package var hardware: SharedMembers

  package init(session: UInt64, hardware: SharedMembers) {
    self.session = session
    self.hardware = hardware
  }

  package static let method = NotificationMethod.sessionHardwareChange

  package static let specification = NotificationSpecification(
    "What is known of the route's hardware has changed, such as the volume.",
    parameters: members
  )

  package var sharedMembers: SharedMembers? { hardware }

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionHardwareChange?,
    of archive: inout A
  ) throws(A.Fault) -> SessionHardwareChange {
    let session = try archive.member("session", it?.session, .session, "The session.")
    // The hardware is the last member, and written once for many notifications.
    if let it { return it }
    let hardware = try RouteHardware.members(nil, of: &archive)
    return SessionHardwareChange(session: session, hardware: SharedMembers(hardware))
  }
}

/// The hardware of a route, as the shared member of many notifications.
package struct RouteHardware: DescribedObject, Equatable, Sendable {
  package var hardware: HardwareObject

  package init(hardware: HardwareObject) { self.hardware = hardware }

  package static func members<A: Archive & ~Copyable>(
    _ it: RouteHardware?,
    of archive: inout A
  ) throws(A.Fault) -> RouteHardware {
    RouteHardware(
      hardware: try archive.member(
        "hardware",
        it?.hardware,
        "All that is known of it now; empty if nothing is."
      )
    )
  }
}
