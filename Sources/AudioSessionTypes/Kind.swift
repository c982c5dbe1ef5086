/// The kind of a session, which is its row and its column in the pair table (R59).
///
/// There are 13 built-in kinds, and each configured role is a further one (R66). The number of a
/// role is never given to another name, so that a square cited earlier can still be named after the
/// configuration has changed.
package struct Kind: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let exclusive = Kind(rawValue: 0)
  package static let spoken = Kind(rawValue: 1)
  package static let recording = Kind(rawValue: 2)
  package static let mixable = Kind(rawValue: 3)
  package static let mixableSpoken = Kind(rawValue: 4)
  package static let ducking = Kind(rawValue: 5)
  package static let interruptingSpoken = Kind(rawValue: 6)
  package static let duckingInterruptingSpoken = Kind(rawValue: 7)
  package static let assistant = Kind(rawValue: 8)
  package static let alarm = Kind(rawValue: 9)
  package static let ringtone = Kind(rawValue: 10)
  package static let phoneCall = Kind(rawValue: 11)
  /// The kind of the built-in role of that name: heard over everything, and interrupting nothing.
  package static let accessibility = Kind(rawValue: 12)

  /// The number of built-in kinds.
  @inlinable package static var builtInCount: Int { 13 }

  /// The built-in kinds, in the order of the table.
  package static let builtIn = (0..<UInt32(builtInCount)).map { Kind(rawValue: $0) }

  /// The name of a built-in kind; nil for a configured role, whose name is in ``KindNames``.
  package var builtInName: String? {
    Int(rawValue) < Kind.names.count ? Kind.names[Int(rawValue)] : nil
  }

  /// Finds the built-in kind of that name; nil if there is none.
  package init?(name: some StringProtocol) {
    guard let index = Kind.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt32(index))
  }

  /// The priority of this built-in kind, and of a role that is like it (R66).
  package var priority: Priority {
    switch self {
    case .assistant: .assistant
    case .alarm: .alarm
    case .ringtone: .ringtone
    case .phoneCall: .phoneCall
    default: .normal
    }
  }

  package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }

  private static let names = [
    "exclusive", "spoken", "recording", "mixable", "mixableSpoken", "ducking",
    "interruptingSpoken", "duckingInterruptingSpoken", "assistant", "alarm", "ringtone",
    "phoneCall", "accessibility",
  ]
}

/// One square of the pair table.
package struct Cell: Hashable, Comparable, Sendable, BitwiseCopyable {
  package var newcomer: Kind
  package var current: Kind

  package init(_ newcomer: Kind, _ current: Kind) {
    self.newcomer = newcomer
    self.current = current
  }

  package static func < (left: Cell, right: Cell) -> Bool {
    (left.newcomer, left.current) < (right.newcomer, right.current)
  }
}

/// The names of all kinds that are or were in force: the built-in ones, then the roles in the order
/// in which they came up.
package struct KindNames: Equatable, Sendable {
  private var roles: [String] = []

  package init() {}

  /// The names of roles, in the order in which they came up.
  package var ofRoles: [String] { roles }

  /// The kind's name in configuration and on the wire.
  package subscript(kind: Kind) -> String {
    kind.builtInName ?? roles[Int(kind.rawValue) - Kind.builtInCount]
  }

  /// The square's name in configuration, in the log and in explanations, such as
  /// `phoneCall.exclusive`.
  package subscript(cell: Cell) -> String { "\(self[cell.newcomer]).\(self[cell.current])" }

  /// The kind of that name, in force or not; nil if there never was one.
  package func kind(named name: String) -> Kind? {
    if let builtIn = Kind(name: name) { return builtIn }
    return roles.firstIndex(of: name).map { Kind(rawValue: UInt32(Kind.builtInCount + $0)) }
  }

  /// The kind of a role; it gets one if it is new.
  package mutating func enter(_ role: String) -> Kind {
    if let known = kind(named: role) { return known }
    roles.append(role)
    return Kind(rawValue: UInt32(Kind.builtInCount + roles.count - 1))
  }
}
