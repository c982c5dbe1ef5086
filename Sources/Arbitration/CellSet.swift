package import AudioSessionTypes

/// A set of squares of the pair table, 121 bits, so that a decision can note them for nothing.
package struct CellSet: Equatable, Sendable, BitwiseCopyable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init() {}

  package mutating func insert(_ cell: Cell) {
    let bit = UInt64(cell.newcomer.rawValue) * 11 + UInt64(cell.current.rawValue)
    if bit < 64 { low |= 1 << bit } else { high |= 1 << (bit - 64) }
  }

  package func contains(_ cell: Cell) -> Bool {
    let bit = UInt64(cell.newcomer.rawValue) * 11 + UInt64(cell.current.rawValue)
    return bit < 64 ? low & 1 << bit != 0 : high & 1 << (bit - 64) != 0
  }

  package mutating func formUnion(_ other: CellSet) {
    low |= other.low
    high |= other.high
  }

  /// The squares, by row and then by column.
  package var cells: [Cell] {
    Kind.allCases.flatMap { row in Kind.allCases.map { Cell(row, $0) } }.filter(contains)
  }
}
