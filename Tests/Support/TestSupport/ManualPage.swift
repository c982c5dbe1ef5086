/// A page of the manual, in mdoc(7).
package struct ManualPage {
  /// The source.
  package let text: String

  /// Reads a page by its file's name.
  ///
  /// - Throws: What the file system says.
  package init(_ name: String) throws { text = try Checkout.text("Sources/Manual/\(name)") }

  /// The tags of lists that begin with a macro, in order and without it.
  package func tags(_ macro: String) -> [String] {
    let prefix = ".It \(macro) "
    return text.split(separator: "\n").filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
  }

  /// The text below the first tag that is given, or begins with it and a blank; its lines are joined
  /// by blanks.
  package func text(below tag: String) -> String {
    text.split(separator: "\n").map(String.init)
      .drop { $0 != ".It \(tag)" && !$0.hasPrefix(".It \(tag) ") }
      .dropFirst()
      .prefix { !$0.hasPrefix(".It") && !$0.hasPrefix(".El") }
      .joined(separator: " ")
      .replacing("\\-", with: "-")
  }

  /// The tags of lists that are numbers, in order: exit statuses and errors.
  package var numbers: [Int] {
    text.split(separator: "\n").filter { $0.hasPrefix(".It ") }
      .compactMap { Int($0.dropFirst(4).replacing("\\-", with: "-")) }
  }
}
