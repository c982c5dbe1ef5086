import Foundation
import TestSupport
import Testing

/// What all recipes have in common.
struct PageTests {
  @Test func `the index has every page, and the README leads to it`() throws {
    let index = try Checkout.text("config/recipes/README.md")
    let linked = index.matches(of: /\]\((\S+)\.md\) \|/).map { String($0.output.1) }
    #expect(try linked.sorted() == RecipePage.names())
    #expect(try Checkout.text("README.md").contains("](config/recipes/README.md)"))
  }

  @Test(arguments: try RecipePage.names())
  func `a page begins with the wish, and has its parts in their order`(name: String) throws {
    let lines = try RecipePage(name).text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("# ") == true)
    #expect(lines.dropFirst().first?.wholeMatch(of: /\*".+"\*/) != nil)
    #expect(
      lines.filter { $0.hasPrefix("## ") } == [
        "## Install", "## Do it", "## What happens", "## What to change", "## Tried with",
      ]
    )
  }

  @Test func `packages that the recipe pages install: all are among those of the CI`() throws {
    let pages = try RecipePage.names().map { try RecipePage($0) }
    let packages = Set(pages.flatMap { $0.blocks.compactMap(\.packages).joined() })
    let installed = try Checkout.text(".ci/run").split { $0 == " " || $0 == "\n" }
    #expect(packages.count > 5)
    #expect(packages.subtracting(installed.map(String.init)) == [])
  }

  @Test func `a page is taken apart block by block`() {
    let page = """
      ```sh
      sudo apt install one two
      ```
      - A list:

        ```ini
        # ~/.config/file
        [Section]

          deep=1
        ```
      """
    let blocks = RecipePage.blocks(of: page)
    #expect(blocks.map(\.language) == ["sh", "ini"])
    #expect(blocks.map(\.packages) == [["one", "two"], nil])
    #expect(blocks.map(\.path) == [nil, "~/.config/file"])
    #expect(blocks.last?.fileText == "[Section]\n\n  deep=1\n")
  }
}
