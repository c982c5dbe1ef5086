/// The sessions of a message.
package enum SessionListing: Equatable, Sendable {
  /// All of them, by number.
  case all([SessionObject])
  /// They are written into the message later, in pieces.
  case later
}

extension SessionListing: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    switch self {
    case .all(let sessions): sessions.encode(into: &writer)
    case .later: writer.arrayGap()
    }
  }
}
