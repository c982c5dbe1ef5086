import Foundation

/// The programs in the pages of a DocC catalogue, to be compared with those that a test compiles.
package enum Catalogue {
  /// Returns the programs of a folder's pages, each as the lines that say something.
  ///
  /// - Parameter folder: The catalogue's path in the checkout.
  /// - Returns: The programs, with the names of their pages, in order.
  /// - Throws: What the file system says.
  package static func programs(
    in folder: String
  ) throws -> [(page: String, lines: [String])] {
    try Checkout.names(in: folder).flatMap { name in
      try Checkout.text("\(folder)/\(name)").components(separatedBy: "```swift\n").dropFirst()
        .map { (name, lines(of: $0.components(separatedBy: "```")[0])) }
    }
  }

  /// Returns the lines of a text that say something, without indentation.
  package static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
