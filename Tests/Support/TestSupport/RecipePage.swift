import Foundation

/// A page of `config/recipes`: what its reader types and writes, block by block.
package struct RecipePage {
  /// A fenced block, without the fence and the indentation of a list.
  package struct Block: Equatable {
    /// The word behind the fence: `sh`, `ini` or `text`.
    package var language: String
    package var text: String

    /// Where it belongs, if it is a file: the path in the comment with which it begins.
    package var path: String? {
      text.firstMatch(of: /^# ([~\/]\S+)\n/).map { String($0.output.1) }
    }

    /// The file's text: a script begins with `#!`, so the path isn't part of it.
    package var fileText: String {
      String(text.drop { $0 != "\n" }.dropFirst()) + "\n"
    }

    /// Packages that it installs, if it does nothing else.
    package var packages: [String]? {
      text.wholeMatch(of: /sudo apt install ([^\n]+)/)
        .map { $0.output.1.split(separator: " ").map(String.init) }
    }
  }

  package let text: String
  package let blocks: [Block]
  private var taken = 0

  /// The names of all pages but the index.
  package static func names() throws -> [String] {
    try Checkout.names(in: "config/recipes").filter { $0 != "README.md" }
      .map { String($0.dropLast(".md".count)) }.sorted()
  }

  /// Reads a page.
  ///
  /// - Parameter name: Without its ending.
  /// - Throws: What the file system says.
  package init(_ name: String) throws {
    text = try Checkout.text("config/recipes/\(name).md")
    blocks = RecipePage.blocks(of: text)
  }

  /// The blocks that weren't taken yet, without those that only install packages.
  package var rest: [Block] { blocks[taken...].filter { $0.packages == nil } }

  /// The next block that a reader would type or write.
  package mutating func next(_ language: String = "sh") throws -> Block {
    while taken < blocks.count {
      let block = blocks[taken]
      taken += 1
      guard block.packages == nil else { continue }
      guard block.language == language else {
        throw ProcessFault("expected a block of \(language), found: \(block.text)")
      }
      return block
    }
    throw ProcessFault("the page has no further block of \(language)")
  }

  package static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var isOpen = false
    var indent = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let content = line.drop { $0 == " " }
      if content.hasPrefix("```") {
        isOpen.toggle()
        indent = line.count - content.count
        if isOpen { blocks.append(Block(language: String(content.dropFirst(3)), text: "")) }
      } else if isOpen, let last = blocks.indices.last {
        let line = line.dropFirst(min(indent, line.count - content.count))
        blocks[last].text += (blocks[last].text.isEmpty ? "" : "\n") + line
      }
    }
    return blocks
  }
}
