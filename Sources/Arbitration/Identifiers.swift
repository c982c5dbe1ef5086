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

/// Who owns a session: the process that opened it, and that process's user.
package struct Owner: Equatable, Sendable, BitwiseCopyable {
  package var process: ProcessID
  package var user: UserID

  package init(process: ProcessID, user: UserID) {
    self.process = process
    self.user = user
  }
}
