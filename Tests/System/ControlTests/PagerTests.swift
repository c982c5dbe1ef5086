import AudioSessionJSON
import Foundation
import TestSupport
import Testing

@testable import ControlCore

struct PagerTests {
  @Test func `the pager is the one that systemd's tools would take`() {
    let rows: [(variables: [String: String], programs: [String], command: String?)] = [
      ([:], ["less", "more"], "less"), ([:], ["more"], "more"), ([:], [], nil),
      (["PAGER": "most -s"], ["less"], "most -s"), (["PAGER": ""], ["less"], nil),
      (["PAGER": "most", "SYSTEMD_PAGER": "cat"], ["less"], nil),
      (["PAGER": "cat", "SYSTEMD_PAGER": "most"], ["less"], "most"),
    ]
    for (variables, programs, command) in rows {
      let pager = Pager(
        environment: { variables[$0] },
        exists: programs.contains,
        isElevated: false
      )
      #expect(pager?.command == command, "\(variables)")
    }
  }

  @Test func `with another's rights only a pager that can do nothing else is run`() throws {
    let chosen = ["PAGER": "/tmp/mine", "SYSTEMD_LESS": "FX"]
    let pager = try #require(
      Pager(environment: { chosen[$0] }, exists: { $0 == "less" }, isElevated: true)
    )
    #expect(pager.command == "less")
    #expect(pager.environment == ["LESS": "FX", "LESSSECURE": "1"])
  }

  @Test func `all is shown, also if nobody reads to the end`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "shown")
    let text = Array(String(repeating: "a line\n", count: 50_000).utf8)
    for (command, isShown, size) in [
      ("cat > \(path)", true, text.count), ("head -1 > \(path)", true, 7),
      ("/nowhere/pager", false, 7),
    ] {
      let pager = try #require(
        Pager(environment: { $0 == "PAGER" ? command : nil }, isElevated: false)
      )
      #expect(pager.show(text) == isShown, "\(command)")
      #expect(try Data(contentsOf: URL(filePath: path)).count == size, "\(command)")
    }
  }
}
