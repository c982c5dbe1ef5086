import AudioSessionTypes
import TestSupport
import Testing

/// The tables of Rules.md say which configurations are legal, and so does the code.
struct LegalityTableTests {
  private static let page = "Sources/Arbitration/Arbitration.docc/Rules.md"

  @Test func `R4: each mode is legal in the categories that Rules marks`() throws {
    let rows = try Checkout.table(in: Self.page, below: "**Mode × category**")
    #expect(rows.count == Mode.allCases.count)
    for row in rows {
      let mode = try #require(
        Mode.allCases.first { $0.rawValue.lowercased() == row[0].lowercased() }
      )
      let legal = zip(row.dropFirst(), Category.allCases).filter { $0.0 == "Y" }.map(\.1)
      #expect(Set(legal) == Legality.categories(of: mode), "\(mode)")
    }
  }

  @Test func `R4: each option is accepted in the categories that Rules marks`() throws {
    let rows = try Checkout.table(in: Self.page, below: "**Option × category**")
    #expect(rows.count == CategoryOptions.named.count)
    for row in rows {
      let stem = row[0].prefix { $0 != "…" }
      let named = CategoryOptions.named.filter { $0.name.hasPrefix(stem) }
      #expect(named.count == 1, "\(stem)")
      for (cell, category) in zip(row.dropFirst(), Category.allCases) {
        guard let option = named.first?.option else { continue }
        let expected = Expectation(option, in: category)
        #expect(expected.agrees(with: cell), "\(stem) in \(category): \(cell)")
      }
    }
  }

  /// What the code says of an option in a category.
  private struct Expectation {
    var isImplied: Bool
    var isAcceptedByDefault: Bool
    var isAcceptedByDualRoute: Bool

    init(_ option: CategoryOptions, in category: Category) {
      isImplied = Legality.implied(by: category).isSuperset(of: option)
      isAcceptedByDefault =
        Legality.acceptedOptions(of: category, .default).isSuperset(of: option)
      isAcceptedByDualRoute =
        Legality.acceptedOptions(of: category, .dualRoute).isSuperset(of: option)
    }

    func agrees(with cell: String) -> Bool {
      if cell == "implicit" { return isImplied }
      if cell == "only with DualRoute" { return isAcceptedByDualRoute && !isAcceptedByDefault }
      if cell.hasPrefix("Y") || cell.hasSuffix("accept") { return isAcceptedByDefault }
      return !isImplied && !isAcceptedByDefault && !isAcceptedByDualRoute
    }
  }
}
