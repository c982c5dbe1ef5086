/// What a row is to be.
package enum Target: Equatable, Sendable {
  /// Ours is at most so many times the other's.
  case ratioAtMost(Double)
  /// The other's is at least so many times ours.
  case ratioAtLeast(Double)
  /// Ours is at most so much, in the unit of the row.
  case valueAtMost(Double)

  var number: Double {
    switch self {
    case .ratioAtMost(let number), .ratioAtLeast(let number), .valueAtMost(let number): number
    }
  }

  /// In the words of the table.
  var text: String {
    switch self {
    case .ratioAtMost(let number): "≤ \(number)×"
    case .ratioAtLeast(let number): "≥ \(number)×"
    case .valueAtMost(let number): "≤ \(Quantity.text(number))"
    }
  }
}

extension Target: Encodable {
  private enum Member: String, CodingKey {
    case ratioAtMost, ratioAtLeast, valueAtMost
  }

  package func encode(to encoder: any Encoder) throws {
    let member: Member =
      switch self {
      case .ratioAtMost: .ratioAtMost
      case .ratioAtLeast: .ratioAtLeast
      case .valueAtMost: .valueAtMost
      }
    var object = encoder.container(keyedBy: Member.self)
    try object.encode(number, forKey: member)
  }
}
