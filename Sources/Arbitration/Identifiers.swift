/// The number of a session, also on the wire and in the log; never reused within an epoch.
package struct SessionID: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  package static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}

/// The shell's number of a process, which is one pid and one start time.
package struct ProcessID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// The shell's number of an application: a process, all processes of a user that name the same
/// application, or a lease (R52).
package struct ApplicationID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// The shell's number of a zone's name (R63).
package struct ZoneID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// The uid of a user.
package struct UserID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }
}

/// The shell's number of a connection; reports about the system end with theirs (R60).
package struct ConnectionID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// The owner of a session: a process, with its user and what its connection asked for when it opened
/// the session.
package struct Owner: Equatable, Sendable, BitwiseCopyable {
  package var process: ProcessID
  package var user: UserID
  /// It is new-style: it asked for lifecycle events.
  package var watchesLifecycle: Bool

  package init(process: ProcessID, user: UserID, watchesLifecycle: Bool = false) {
    self.process = process
    self.user = user
    self.watchesLifecycle = watchesLifecycle
  }
}

/// The application and zone of a session or a system sound; it meets those of other applications
/// (R52) whose zones allow it (R63).
///
/// It is settled when a session is opened.
package struct Scope: Hashable, Sendable, BitwiseCopyable {
  package var application: ApplicationID
  /// Nil: no zone, which meets all zones.
  package var zone: ZoneID?

  package init(_ application: ApplicationID, zone: ZoneID? = nil) {
    self.application = application
    self.zone = zone
  }

  package func meets(_ other: Scope) -> Bool {
    application != other.application && sharesZone(with: other)
  }

  /// Whether the zones allow the two to meet, whatever their applications (R63).
  func sharesZone(with other: Scope) -> Bool {
    zone == nil || other.zone == nil || zone == other.zone
  }
}
