/// The number of a session; on the wire, in the log and for people.
///
/// Never reused within an epoch.
package struct SessionID: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  package static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}

/// A process, as the shell numbers them: one pid and one start time.
package struct ProcessID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// An application, as the shell numbers them: a process, what several of one user named alike, or a
/// lease (R52).
package struct ApplicationID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// A zone, as the shell numbers the names (R63).
package struct ZoneID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// A user, by the kernel's number.
package struct UserID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }
}

/// A connection, as the shell numbers them; what it reported about the system ends with it (R60).
package struct ConnectionID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// Who owns a session: a process, and the user that it had when it opened the session.
package struct Owner: Equatable, Sendable, BitwiseCopyable {
  package var process: ProcessID
  package var user: UserID

  package init(process: ProcessID, user: UserID) {
    self.process = process
    self.user = user
  }
}

/// Which others a session, or a system sound, meets: those of other applications (R52) whose zones
/// allow it (R63).
///
/// Settled when a session is opened.
package struct Scope: Hashable, Sendable, BitwiseCopyable {
  package var application: ApplicationID
  /// Nil: no zone, which meets all.
  package var zone: ZoneID?

  package init(_ application: ApplicationID, zone: ZoneID? = nil) {
    self.application = application
    self.zone = zone
  }

  package func meets(_ other: Scope) -> Bool {
    application != other.application && (zone == nil || other.zone == nil || zone == other.zone)
  }
}
