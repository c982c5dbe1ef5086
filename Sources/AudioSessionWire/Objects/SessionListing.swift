package import AudioSessionSchema

/// The sessions of a message.
package enum SessionListing: Equatable, Sendable {
  /// All of them, by number.
  case all([SessionObject])
  /// They are written into the message later, in pieces.
  case later

  /// Those that stand in the message.
  package var sessions: [SessionObject] {
    guard case .all(let sessions) = self else { return [] }
    return sessions
  }
}

extension SessionListing: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: SessionListing?,
    through archive: inout A
  ) throws(A.Fault) -> SessionListing {
    switch it {
    case .all(let sessions)?: return .all(try archive.list(sessions))
    case .later?:
      archive.listToCome()
      return .later
    case nil: return .all(try archive.list(nil))
    }
  }
}
