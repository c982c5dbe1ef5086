package import AudioSessionTypes

/// The outcomes for a newcomer (row) and a current session (column) that meet (R59).
///
/// Rows and columns are places: 0…12 the built-in kinds, then the roles in the policy's order.
package struct PairTable: Equatable, Sendable {
  /// The number of rows, and of columns.
  package let count: Int
  private var squares: [Square]

  package subscript(newcomer: Int, current: Int) -> Square {
    squares[newcomer * count + current]
  }

  /// The built-in outcome of two built-in kinds.
  package static func builtIn(_ newcomer: Kind, _ current: Kind) -> Outcome {
    standard[Int(newcomer.rawValue)][Int(current.rawValue)]
  }

  /// Makes the table in force: a role's row and column are those of the kind that it is like; then
  /// each square takes the line that fits it best, which is the one that names more roles, then the
  /// one that names more kinds, then the later one.
  init(_ policy: Policy) {
    count = Kind.builtInCount + policy.roles.count
    squares = []
    squares.reserveCapacity(count * count)
    for newcomer in 0..<count {
      let row = policy.like(newcomer)
      // A table with many roles has hundreds of lines, of which few are about one row.
      let lines = policy.overrides.compactMap { line in
        PairTable.fit(line.newcomer, newcomer, row).map { (line: line, fit: $0) }
      }
      for current in 0..<count {
        let column = policy.like(current)
        var best = (fit: (roles: -1, names: -1), Square(PairTable.builtIn(row, column)))
        for (line, first) in lines {
          guard let second = PairTable.fit(line.current, current, column) else { continue }
          let fit = (first.roles + second.roles, first.names + second.names)
          if fit >= best.fit { best = (fit, line.square) }
        }
        squares.append(best.1)
      }
    }
  }

  /// The fit of one half of a line, its row or its column: the number of roles and of names that it
  /// has for the place; nil if it means another place.
  private static func fit(_ half: Int?, _ place: Int, _ like: Kind) -> (roles: Int, names: Int)? {
    guard let half else { return (0, 0) }
    if half == place { return (place >= Kind.builtInCount ? 1 : 0, 1) }
    return half == Int(like.rawValue) ? (0, 1) : nil
  }

  // The columns are kept so that this table can be laid beside the one in Rules.md.
  // swift-format-ignore
  private static let standard: [[Outcome]] = [
    //        N     S     RC    M     MS    D     I     ID    AS    AL    RG    CL    AX
    /* N  */ [int , int , int , mix , mix , low , mix , low , low , pri , pri , pri , low ],
    /* S  */ [int , int , int , mix , mix , low , mix , low , low , pri , pri , pri , low ],
    /* RC */ [int , int , int , mix , mix , low , mix , low , pri , pri , pri , pri , low ],
    /* M  */ [mix , mix , mix , mix , mix , low , mix , low , low , low , low , low , low ],
    /* MS */ [mix , mix , mix , mix , mix , low , mix , low , low , low , low , low , low ],
    /* D  */ [duck, duck, duck, duck, duck, duck, duck, duck, low , low , low , low , low ],
    /* I  */ [mix , int , mix , mix , int , low , mix , low , low , low , low , low , low ],
    /* ID */ [duck, int , duck, duck, int , duck, duck, duck, low , low , low , low , low ],
    /* AS */ [int , int , int , duck, int , duck, duck, duck, int , duck, pri , pri , mix ],
    /* AL */ [int , int , int , duck, int , duck, duck, duck, low , int , low , low , low ],
    /* RG */ [int , int , int , int , int , duck, int , duck, int , int , mix , low , low ],
    /* CL */ [int , int , int , int , int , duck, int , duck, int , int , int , int , mix ],
    /* AX */ [duck, duck, duck, duck, duck, duck, duck, duck, mix , duck, duck, mix , mix ],
  ]
}

extension Policy {
  /// The table in force: the built-in one with the roles and the overrides (R59, R66).
  package var table: PairTable { PairTable(self) }
}

// The abbreviations of the square above, with the letters of Rules.md.
private let int = Outcome.interrupt
private let duck = Outcome.duck
private let low = Outcome.duckNewcomer
private let mix = Outcome.mix
private let pri = Outcome.refuse
