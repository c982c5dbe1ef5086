import AudioSessionConfigurationFile
import AudioSessionTypes
import ControlCore
import Foundation
import TestSupport
import Testing

@testable import audiosessionctl

/// The situations of `Situations.md` under the profiles, as `policy test` shows them.
struct SituationTableTests {
  private static let nobody = AccountIDs(userID: { _ in nil }, groupID: { _ in nil })

  private static func column(_ profile: String) -> SituationTable.Column {
    let file = CandidateFile("\(ProfileFile.folder)/\(profile).conf", accounts: nobody)
    return SituationTable.Column(name: profile, policy: file.policy)
  }

  /// `UPDATE_PLATFORMS=1` writes it.
  @Test func `the table of the profiles is in the page`() throws {
    let usual = SituationTable.Column(name: "by default", policy: Policy())
    let table = SituationTable([usual] + (try ProfileFile.names()).map(Self.column))
    let page = MarkedTable(
      "Sources/Arbitration/Arbitration.docc/Situations.md",
      printedBy: "SituationTableTests"
    )
    #expect(try page.difference(from: table.markdown) == nil)
  }

  @Test func `its situations are those of the page`() throws {
    let page = try Checkout.text("Sources/Arbitration/Arbitration.docc/Situations.md")
    for situation in Situation.all {
      #expect(page.contains("| \(situation.number) | \(situation.title) | "), "\(situation.title)")
    }
    #expect(Situation.all.map(\.number) == Array(1...34))
  }

  @Test(arguments: PolicyKey.all.filter { $0.isLeftOutWhenUsual })
  func `a key by which platforms differ has its row in the page, and a scenario`(
    key: PolicyKey
  ) throws {
    let page = try Checkout.text("Sources/Arbitration/Arbitration.docc/Situations.md")
    #expect(page.contains("\n| `\(key.key)="))
    let folder = "Tests/Rules/Scenarios"
    let isPlayed = try Checkout.names(in: folder).contains { name in
      try name.hasSuffix(".scenario")
        && Checkout.text("\(folder)/\(name)").contains(" \(key.key)=")
    }
    #expect(isPlayed)
  }

  @Test func `a terminal sees what differs, and how much doesn't`() throws {
    let lines = SituationTable([Self.column("ios"), Self.column("car")])
      .lines(Presentation.plain)
    print(lines.joined(separator: "\n"))
    let heading = try #require(lines.firstIndex { $0.hasPrefix("26. a film is watched") })
    #expect(lines[heading + 1].hasPrefix("ios  film is lowered to -14 dB"))
    #expect(lines[heading + 2].hasPrefix("car  film is refused"))
    #expect(lines.last?.hasSuffix(" of 34 situations go the same way.") == true)
  }
}
