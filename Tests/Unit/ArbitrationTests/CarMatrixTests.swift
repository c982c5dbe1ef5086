import AudioSessionArbitration
import AudioSessionTypes
import TestSupport
import Testing

/// AOSP's matrix of contexts, cell by cell, under the profile `car`.
struct CarMatrixTests {
  /// Rows: who asks, with either gain; columns: who holds the focus.
  @Test func `each cell of the matrix is in the table`() throws {
    let policy = try ProfileFile.policy("car")
    let table = policy.table
    let words: [Substring: Outcome] = [
      "int": .interrupt, "duck": .duck, "low": .duckNewcomer, "mix": .mix, "pri": .refuse,
    ]
    let rows = try Checkout.text("Tests/Rules/Platforms/car/matrix.txt").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
    let holders = rows[0].dropFirst()
    var count = 0
    for row in rows.dropFirst() {
      for (holder, word) in zip(holders, row.dropFirst()) {
        let newcomer = try #require(policy.place(of: row[0]), "\(row[0])")
        // A holder is the same whichever gain it asked for.
        for name in [String(holder), "\(holder)-ducks"] {
          let current = try #require(policy.place(of: name), "\(name)")
          #expect(table[newcomer, current].outcome == words[word], "\(row[0]).\(name)")
        }
        count += 1
      }
    }
    #expect(count == 12 * 12 * 2)
  }
}
