package import AudioSessionSchema

/// A parameter that is a name or null, which differs from leaving it out.
package enum NameParameter: Equatable, Sendable {
  /// Null: no name.
  case none
  case name(String)

  /// The name, nil for null.
  package var name: String? {
    switch self {
    case .none: nil
    case .name(let name): name
    }
  }
}

extension NameParameter: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: NameParameter?,
    through archive: inout A
  ) throws(A.Fault) -> NameParameter {
    let name: String? = try archive.nullable(it.map { $0.name })
    return name.map { .name($0) } ?? .none
  }
}
