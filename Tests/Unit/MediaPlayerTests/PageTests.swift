import Foundation
import TestSupport
import TestTraits
import Testing

/// What the module's page shows is code that was compiled, and that works.
@Suite(.besideThePool(.players), .tags(.process)) struct PageTests {
  private static let page = "Sources/MediaPlayer/MediaPlayer.docc/MediaPlayer.md"
  private static let program = "Tests/Programs/MediaPlayerProgram/DocumentedPlayer.swift"

  @Test func `every Swift block of the page stands in a program of the tests`() throws {
    let program = try Checkout.text(Self.program)
    let blocks = try Checkout.text(Self.page).components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(blocks.count == 2)
    for block in blocks {
      #expect(program.contains(block.replacing("\n", with: "\n    ")), "\(block)")
    }
  }

  @Test func `symbols that the page calls absent aren't declared by the module`() throws {
    let text = try Checkout.text(Self.page)
    let start = try #require(text.range(of: "\n## What is absent and why\n")).upperBound
    let rows = text[start...].split(separator: "\n").filter { $0.hasPrefix("| `") }
    let absent = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`(MP\w+)`/).map { String($0.output.1) }
    }
    #expect(absent.count >= 12)
    let folder = Checkout.path("Sources/MediaPlayer")
    let sources = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }
      .map { try Checkout.text("Sources/MediaPlayer/\($0)") }.joined()
    let declared = sources.matches(of: /(?:class|enum|func|let) (MP\w+)/).map { "\($0.output.1)" }
    #expect(Set(declared).isDisjoint(with: absent))
    #expect(declared.contains("MPRemoteCommandCenter"))
  }

  @Test(.enabled(if: PlayerStage.isAvailable, Comment(rawValue: PlayerStage.reason)))
  func `the player of the page is operated from elsewhere`() throws {
    let stage = try PlayerStage()
    let player = try stage.start("documented")
    try stage.await(Player.name)
    #expect(try stage.playerctl("metadata", "title") == "Gymnopédie No. 1")
    #expect(try stage.playerctl("metadata", "mpris:artUrl") == "file:///tmp/cover.png")
    try stage.playerctl("play")
    #expect(try player.says() == "plays")
    #expect(try stage.playerctl("status") == "Playing")
    try stage.playerctl("pause")
    #expect(try player.says() == "paused")
    try stage.playerctl("position", "30")
    #expect(try stage.playerctl("position") == "30.000000")
  }
}
