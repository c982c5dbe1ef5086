import Foundation
import TestSupport
import Testing

/// The code of the article is code that was compiled.
struct ArticleTests {
  private static let article = "Sources/AVFAudio/AVFAudio.docc/BringingAniOSPlayerToLinux.md"
  private static let programs = [
    "Tests/Programs/AVFAudioPrograms/MigratedPlayer.swift",
    "Tests/Programs/AVFAudioPrograms/Sound/ItemConsole.swift",
  ]

  @Test func `every Swift block of the article stands in a program of the tests`() throws {
    let program = try Self.programs.flatMap {
      try Checkout.text($0).components(separatedBy: "\n")
    }
    let blocks = try Checkout.text(Self.article).components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .map { $0.components(separatedBy: "\n") }
    let strangers = blocks.filter { block in
      !program.indices.contains { Self.stands(block, in: program[$0...]) }
    }
    #expect(blocks.count == 9)
    #expect(strangers == [])
  }

  /// Whether a block stands at the beginning, all of it indented as far as its first line.
  private static func stands(_ block: [String], in lines: ArraySlice<String>) -> Bool {
    let indent = String(lines.first?.prefix { $0 == " " } ?? "")
    return zip(block, lines).allSatisfy { expected, line in
      line == (expected.isEmpty ? "" : indent + expected)
    } && lines.count >= block.count
  }
}
