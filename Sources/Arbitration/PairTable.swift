package import AudioSessionTypes

/// What a newcomer (row) and a current session of another process (column) do to each other (R59).
package struct PairTable: Sendable {
  private var rows: InlineArray<11, InlineArray<11, Outcome>>

  // The columns are the point: one must be able to lay this square beside the one in Rules.md.
  // swift-format-ignore
  package static let standard = PairTable(rows: [
    //        N      S      M      MS     D      I      ID     AS     AL     RG     CL
    /* N  */ [.int , .int , .mix , .mix , .low , .mix , .low , .pri , .pri , .pri , .pri ],
    /* S  */ [.int , .int , .mix , .mix , .low , .mix , .low , .pri , .pri , .pri , .pri ],
    /* M  */ [.mix , .mix , .mix , .mix , .low , .mix , .low , .low , .low , .low , .low ],
    /* MS */ [.mix , .mix , .mix , .mix , .low , .mix , .low , .low , .low , .low , .low ],
    /* D  */ [.duck, .duck, .duck, .duck, .duck, .duck, .duck, .low , .low , .low , .low ],
    /* I  */ [.mix , .int , .mix , .int , .low , .mix , .low , .low , .low , .low , .low ],
    /* ID */ [.duck, .int , .duck, .int , .duck, .duck, .duck, .low , .low , .low , .low ],
    /* AS */ [.int , .int , .duck, .int , .duck, .duck, .duck, .int , .duck, .pri , .pri ],
    /* AL */ [.int , .int , .duck, .int , .duck, .duck, .duck, .low , .int , .low , .low ],
    /* RG */ [.int , .int , .int , .int , .int , .int , .int , .int , .int , .mix , .low ],
    /* CL */ [.int , .int , .int , .int , .int , .int , .int , .int , .int , .int , .int ],
  ])

  package subscript(cell: Cell) -> Outcome {
    get { rows[Int(cell.newcomer.rawValue)][Int(cell.current.rawValue)] }
    set { rows[Int(cell.newcomer.rawValue)][Int(cell.current.rawValue)] = newValue }
  }
}

// `InlineArray` has no `Equatable` of its own.
extension PairTable: Equatable {
  package static func == (left: PairTable, right: PairTable) -> Bool {
    Kind.allCases.allSatisfy { newcomer in
      Kind.allCases.allSatisfy { current in
        left[Cell(newcomer, current)] == right[Cell(newcomer, current)]
      }
    }
  }
}

/// The abbreviations of the square above, with the letters of Rules.md.
extension Outcome {
  fileprivate static var int: Outcome { .interrupt }
  fileprivate static var low: Outcome { .duckNewcomer }
  fileprivate static var pri: Outcome { .refuse }
}
