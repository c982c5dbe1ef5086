import Foundation
import TestSupport
import Testing

/// What SECURITY.md promises: a test stands beside each sentence.
struct SecurityTests {
  private static let page = ".github/SECURITY.md"

  @Test func `each sentence of what is promised names a test`() throws {
    let text = try Checkout.text(Self.page)
    let start = try #require(text.range(of: "\n## What it promises\n")).upperBound
    let end = try #require(text[start...].range(of: "\n## ")).lowerBound
    let lines = text[start..<end].split(separator: "\n")
    #expect(lines.count > 10)
    var faults: [String] = []
    for line in lines {
      let words = line.replacing(/`[^`]*`|\([^)]*\.md\)/, with: "…")
      // A footnote stands behind the full stop.
      for end in words.matches(of: /[.!?](?=\s|$)/) {
        faults.append(String(words[..<end.range.upperBound].suffix(80)))
      }
      if !words.hasSuffix("]"), !words.hasSuffix(":") { faults.append(String(words.suffix(80))) }
    }
    #expect(faults == [])
  }

  @Test func `each test that is named exists`() throws {
    let text = try Checkout.text(Self.page)
    let notes = text.matches(of: /(?m)^\[\^([\w-]+)\]: (.+)$/)
    let cited = text.matches(of: /\[\^([\w-]+)\](?!:)/).map { String($0.output.1) }
    let ids = notes.map { String($0.output.1) }
    #expect(Set(cited) == Set(ids) && Set(ids).count == ids.count)
    let tests = try Self.tests()
    #expect(tests.count > 1000)
    for note in notes {
      #expect(note.output.2.wholeMatch(of: /`\w+` \*[^*]+\*(?:, `\w+` \*[^*]+\*)*/) != nil)
      for named in note.output.2.matches(of: /`(\w+)` \*([^*]+)\*/) {
        let test = "\(named.output.1): \(named.output.2)"
        #expect(tests.contains(test), "\(test)")
      }
    }
  }

  @Test func `only the package is built without the search for overlapping accesses`() throws {
    let flag = "-enforce-exclusivity"
    #expect(try Checkout.text("systemd/package").contains("\(flag)=unchecked"))
    for build in ["Package.swift", ".ci/test", ".ci/run"] {
      #expect(try !Checkout.text(build).contains(flag), "\(build)")
    }
  }

  /// All tests with a name in words, each behind its suite's.
  private static func tests() throws -> Set<String> {
    var tests: Set<String> = []
    for path in Checkout.files(below: "Tests", "swift") {
      var suite: Substring = ""
      for (_, line) in try Checkout.lines(path) {
        let type = /^(?:@Suite(?:\(.*\))? )?(?:\w+ )*(?:struct|class|enum|extension) (\w+)/
        if let match = line.firstMatch(of: type) { suite = match.output.1 }
        if let match = line.firstMatch(of: /func `([^`]+)`\(/) {
          tests.insert("\(suite): \(match.output.1)")
        }
      }
    }
    return tests
  }
}
