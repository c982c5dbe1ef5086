import AudioSessionArbitration
package import AudioSessionTypes

/// The pair table in force (R59, R66), read from the page and the configuration's lines.
package struct Interactions: Equatable, Sendable {
  /// By row, then by column; the built-in kinds and then the roles, in the policy's order.
  private let squares: [[Square]]

  package init(_ policy: Policy) {
    let likes = Kind.builtIn + policy.roles.map(\.like)
    squares = likes.indices.map { row in
      likes.indices.map { column in
        let lines = policy.overrides.compactMap { line -> (rank: Rank, Square)? in
          let first = Interactions.rank(of: line.newcomer, for: row, like: likes[row])
          let second = Interactions.rank(of: line.current, for: column, like: likes[column])
          guard let first, let second else { return nil }
          return (first + second, line.square)
        }
        // Among equals the later line.
        let best = lines.map(\.rank).max()
        let line = lines.last { $0.rank == best }
        return line?.1 ?? Square(Interactions.builtIn(likes[row], likes[column]))
      }
    }
  }

  /// A line that names a role counts before one that fits its kind, then who names more.
  private struct Rank: Comparable {
    var roles: Int
    var names: Int

    static func < (left: Rank, right: Rank) -> Bool {
      (left.roles, left.names) < (right.roles, right.names)
    }

    static func + (left: Rank, right: Rank) -> Rank {
      Rank(roles: left.roles + right.roles, names: left.names + right.names)
    }
  }

  /// Nil: that half of the line is about another place.
  private static func rank(of named: Int?, for place: Int, like: Kind) -> Rank? {
    guard let named else { return Rank(roles: 0, names: 0) }
    let isRole = place >= Kind.builtInCount
    if named == place { return Rank(roles: isRole ? 1 : 0, names: 1) }
    return isRole && named == Int(like.rawValue) ? Rank(roles: 0, names: 1) : nil
  }

  package subscript(row: Int, column: Int) -> Square { squares[row][column] }

  private static func builtIn(_ newcomer: Kind, _ current: Kind) -> Outcome {
    let word = page[Int(newcomer.rawValue)][Int(current.rawValue)]
    guard let outcome = words[word] else { fatalError("the table says \(word)") }
    return outcome
  }

  private static let words: [Substring: Outcome] = [
    "int": .interrupt, "duck": .duck, "low": .duckNewcomer, "mix": .mix, "pri": .refuse,
  ]

  /// Section 3's square, letter by letter, without its margins.
  private static let page = """
    int  int  int  mix  mix  low  mix  low  low  pri  pri  pri  low
    int  int  int  mix  mix  low  mix  low  low  pri  pri  pri  low
    int  int  int  mix  mix  low  mix  low  pri  pri  pri  pri  low
    mix  mix  mix  mix  mix  low  mix  low  low  low  low  low  low
    mix  mix  mix  mix  mix  low  mix  low  low  low  low  low  low
    duck duck duck duck duck duck duck duck low  low  low  low  low
    mix  int  mix  mix  int  low  mix  low  low  low  low  low  low
    duck int  duck duck int  duck duck duck low  low  low  low  low
    int  int  int  duck int  duck duck duck int  duck pri  pri  mix
    int  int  int  duck int  duck duck duck low  int  low  low  low
    int  int  int  int  int  duck int  duck int  int  mix  low  low
    int  int  int  int  int  duck int  duck int  int  int  int  mix
    duck duck duck duck duck duck duck duck mix  duck duck mix  mix
    """
    .split(separator: "\n").map { $0.split(separator: " ") }
}
