package import AudioSessionTypes

/// The priorities and roles that a client may claim (R3, R66); the shell works them out.
package struct Grants: Equatable, Sendable, BitwiseCopyable {
  private var bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  package static let none = Grants(bits: 0)
  /// All priorities and every configured role.
  package static let all = Grants(bits: .max)

  /// The grant of a priority; `normal` needs none.
  package init(_ priority: Priority) {
    switch priority {
    case .normal: bits = 0
    case .assistant: bits = 1 << 0
    case .alarm: bits = 1 << 1
    case .ringtone: bits = 1 << 2
    case .phoneCall: bits = 1 << 3
    }
  }

  /// The grant of a configured role, by its place in `Policy.roles`, 0…31.
  package init(role place: Int) { bits = 1 << UInt64(4 + place) }

  /// The grant of the role `accessibility`, where the policy requires one (R66).
  package static let accessibility = Grants(bits: 1 << UInt64(4 + Policy.maximumRoles))

  package func union(_ other: Grants) -> Grants { Grants(bits: bits | other.bits) }

  package func contains(_ other: Grants) -> Bool { bits & other.bits == other.bits }

  /// Whether `priority` may be claimed; `normal` needs no grant.
  package func allow(_ priority: Priority) -> Bool { contains(Grants(priority)) }
}
