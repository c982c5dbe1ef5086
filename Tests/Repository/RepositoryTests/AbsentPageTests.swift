import Foundation
import TestSupport
import Testing

/// The page "What is absent and why" and the module say the same.
struct AbsentPageTests {
  private static let page = "Sources/AVFAudio/AVFAudio.docc/WhatIsAbsent.md"

  @Test(arguments: ["What is absent", "What of AVFAudio is no part of this"])
  func `symbols that the page calls absent: not declared by the module`(_ heading: String) throws {
    let absent = try Self.symbols(below: heading)
    let declared = try Set(Self.declarations().map(\.name))
    #expect(absent.count >= 7)
    #expect(absent.filter(declared.contains) == [])
  }

  @Test func `symbols that the page says have no effect: declared, and once in its table`() throws {
    let inert = try Self.symbols(below: "What accepts and does nothing")
    let declared = try Set(Self.declarations().map(\.name))
    #expect(inert.count > 60)
    #expect(inert.filter { !declared.contains($0) } == [])
    #expect(Set(inert).count == inert.count)
  }

  @Test func `symbols documented to have no effect: listed on the page`() throws {
    let marked = try Self.declarations().filter { $0.summary.contains(Self.mark) }
    #expect(marked.count > 70)
    let inert = try Set(Self.symbols(below: "What accepts and does nothing"))
    #expect(marked.map(\.name).filter { !inert.contains($0) } == [])
  }

  /// The names in code voice in the tables below a heading: in the second column where a row has its
  /// symbols there, and without their arguments.
  private static func symbols(below heading: String) throws -> [String] {
    let text = try Checkout.text(page)
    let start = try #require(text.range(of: "\n## \(heading)\n")).upperBound
    let end = text[start...].range(of: "\n## ")?.lowerBound ?? text.endIndex
    let rows = text[start..<end].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    return rows.flatMap { row in
      let columns = row.dropFirst(2).components(separatedBy: " | ")
      let column = columns[0].contains("`") ? columns[0] : columns[1]
      return column.matches(of: /`(?:\w+\.)*(\w+)[^`]*`/).map { String($0.output.1) }
    }
  }

  /// What the module declares for everybody, each with the first sentence of its documentation.
  private static func declarations() throws -> [(name: String, summary: String)] {
    var all: [(name: String, summary: String)] = []
    for path in Checkout.files(below: "Sources/AVFAudio", "swift") {
      var summary = ""
      for (_, line) in try Checkout.lines(path) {
        if let doc = line.firstMatch(of: /^ *\/\/\/ (.+)/) {
          if !summary.hasSuffix(".") { summary += " \(doc.output.1)" }
        } else if let match = line.firstMatch(of: declaration) {
          all.append((String(match.output.1), summary))
          summary = ""
        } else if !line.contains(/^ *(?:\/\/|@|\*|deprecated|renamed|\))/) {
          summary = ""
        }
      }
    }
    return all
  }

  private static var declaration: Regex<(Substring, Substring)> {
    #/
      ^\s*(?:@\w+\s)*(?:public|open)\s(?:(?:static|class|final|convenience|override)\s)*
      (?:func|var|let|class|struct|enum|protocol|typealias)\s`?(\w+)
    /#
  }

  /// The words in a first sentence by which something is said to have no effect.
  private static var mark: Regex<Substring> {
    #/
      (?:No\seffect|Always\s.+|Never\sposted|unused|without\seffect|never\sused|at\sonce
      |has\snone|has\sit|there\sis\snone)\son\sLinux|on\sLinux\s(?:it\sonly|this\sdoesn|the\sprogram\shas)
    /#
  }
}
