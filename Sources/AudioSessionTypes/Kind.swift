/// What a session is to others: its row and its column in the pair table (section 3).
package enum Kind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case exclusive, spoken, mixable, mixableSpoken, ducking, interruptingSpoken
  case duckingInterruptingSpoken, assistant, alarm, ringtone, phoneCall

  /// The name in configuration and on the wire.
  package var name: String { Kind.names[Int(rawValue)] }

  package init?(name: some StringProtocol) {
    guard let index = Kind.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  private static let names = [
    "exclusive", "spoken", "mixable", "mixableSpoken", "ducking", "interruptingSpoken",
    "duckingInterruptingSpoken", "assistant", "alarm", "ringtone", "phoneCall",
  ]
}

/// One square of the pair table: who comes, and who is there.
package struct Cell: Hashable, Sendable, BitwiseCopyable {
  package var newcomer: Kind
  package var current: Kind

  package init(_ newcomer: Kind, _ current: Kind) {
    self.newcomer = newcomer
    self.current = current
  }

  /// The name in configuration, in the log and in explanations: `phoneCall.exclusive`.
  package var name: String { "\(newcomer.name).\(current.name)" }
}
