package import AudioSessionTypes

/// A set of squares of the pair table.
///
/// Those of built-in kinds are bits, so that a decision can note them for nothing; those of roles
/// are a list, which hardly anybody needs.
package struct CellSet: Equatable, Sendable {
  private var bits: InlineArray<3, UInt64> = [0, 0, 0]
  private var ofRoles: [Cell] = []

  package init() {}

  package mutating func insert(_ cell: Cell) {
    if let bit = CellSet.bit(cell) {
      bits[bit / 64] |= 1 << UInt64(bit % 64)
    } else if !ofRoles.contains(cell) {
      ofRoles.append(cell)
    }
  }

  package func contains(_ cell: Cell) -> Bool {
    guard let bit = CellSet.bit(cell) else { return ofRoles.contains(cell) }
    return bits[bit / 64] & 1 << UInt64(bit % 64) != 0
  }

  package mutating func formUnion(_ other: CellSet) {
    for word in bits.indices { bits[word] |= other.bits[word] }
    for cell in other.ofRoles { insert(cell) }
  }

  /// The squares, by row and then by column.
  package var cells: [Cell] {
    var found = ofRoles
    for newcomer in Kind.builtIn {
      for current in Kind.builtIn where contains(Cell(newcomer, current)) {
        found.append(Cell(newcomer, current))
      }
    }
    return found.sorted()
  }

  package static func == (left: CellSet, right: CellSet) -> Bool {
    left.bits.indices.allSatisfy { left.bits[$0] == right.bits[$0] }
      && left.ofRoles.sorted() == right.ofRoles.sorted()
  }

  /// The square's bit; nil where a role stands in it.
  private static func bit(_ cell: Cell) -> Int? {
    let count = Kind.builtIn.count
    let (row, column) = (Int(cell.newcomer.rawValue), Int(cell.current.rawValue))
    return row < count && column < count ? row * count + column : nil
  }
}
