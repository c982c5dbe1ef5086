import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import audiosessionctl
@testable import ControlCore

/// `help R28`, from the page that is built in.
struct RulesPageTests {
  @Test func `every rule of the core has its text`() throws {
    for rule in Rule.allCases {
      let entry = try #require(RulesPage.builtIn["\(rule)"], "\(rule)")
      #expect(!entry.lines.isEmpty && !entry.chapter.isEmpty, "\(rule)")
      #expect(entry.text(columns: 79).allSatisfy { $0.displayWidth <= 80 }, "\(rule)")
    }
    #expect(RulesPage.builtIn.entries.count == Rule.allCases.count)
  }

  @Test func `a rule is printed without the marks of Markdown`() throws {
    let page = RulesPage(
      """
      # Rules
      ## Terms
      Not a rule.
      ## 4. Ducking
      ### R18

      *Depth*: a **ducked** session has one level, that of `DuckGain` or 2 * 3.

      - the gain that the cell was given, if the configuration gives it one of its own;
      - otherwise `DuckGain`.

      1. First.

      | new | N |
      |---|---|
      | **N** | int |

      The end.
      ### R19
      Another.
      """
    )
    #expect(page.entries.map(\.id) == ["R18", "R19"])
    #expect(
      try #require(page["r18"]).text(columns: 60) == [
        "R18, Ducking",
        "",
        "Depth: a ducked session has one level, that of DuckGain or 2",
        "* 3.",
        "",
        "- the gain that the cell was given, if the configuration",
        "  gives it one of its own;",
        "- otherwise DuckGain.",
        "1. First.",
        "",
        "  new  N",
        "  N    int",
        "",
        "The end.",
      ]
    )
    #expect(page.index == ["Ducking  R18 R19"])
  }

  @Test func `help of a rule, in either case, and of one that there isn't`() throws {
    func help(_ words: [String], asJSON: Bool = false) throws -> String {
      var output = Output(to: -1, .plain)
      try Verb.printHelp(about: words, asJSON: asJSON, to: &output)
      return String(decoding: output.bytes, as: UTF8.self)
    }
    let rule = try #require(RulesPage.builtIn["R17"])
    #expect(try help(["R17"]) == rule.text(columns: 79).joined(separator: "\n") + "\n")
    #expect(try help(["r17"]) == help(["R17"]))
    #expect(try help(["R17"], asJSON: true) == rule.json.text + "\n")
    let unknown = "help: there is no rule R999; `audiosessionctl help rules` lists them"
    #expect(throws: Failure.usage(unknown)) { try help(["R999"]) }
  }
}
