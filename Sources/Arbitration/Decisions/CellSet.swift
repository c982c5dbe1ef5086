package import AudioSessionTypes

/// A set of squares of the pair table.
///
/// The 13 × 13 = 169 squares of built-in kinds are bits in three words, so that noting one costs
/// nothing; squares of roles, which are rare, are in a list.
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

  /// The square's bit; nil for a square of a role.
  private static func bit(_ cell: Cell) -> Int? {
    let count = Kind.builtInCount
    let (row, column) = (Int(cell.newcomer.rawValue), Int(cell.current.rawValue))
    return row < count && column < count ? row * count + column : nil
  }
}
