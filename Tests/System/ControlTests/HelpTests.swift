import Testing

@testable import audiosessionctl
@testable import ControlCore

struct HelpTests {
  @Test func `every verb is in the overview, and its help begins with its usage`() throws {
    let overview = Verb.overview(of: Verb.all).joined(separator: "\n")
    let words = overview.split { $0 == " " || $0 == "\n" }
    #expect(
      Verb.overview(of: Verb.all).flatMap { $0.split(separator: "\n") }.allSatisfy {
        $0.count <= 80
      }
    )
    for verb in Verb.all {
      #expect(overview.contains("  \(verb.name)"), "\(verb.name)")
      let summary = verb.summary.split(separator: " ")
      #expect(words.contains(summary), "\(verb.name)")
      #expect(verb.helpLines[0].hasPrefix("usage: audiosessionctl \(verb.name)"))
      for option in verb.options {
        #expect(verb.helpLines.contains { $0.contains("--\(option.name)") }, "\(option.name)")
      }
      #expect(verb.helpLines.flatMap { $0.split(separator: "\n") }.allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `the help of a verb, whole`() throws {
    #expect(
      try help(about: ["log"]) == """
        usage: audiosessionctl log [--limit N] [--since WHEN] [--before WHEN]

        Show the latest decisions with their causes, rules and effects.

        Oldest first. Each decision has its time, number, cause and rules, followed by
        a line for each session that it changed. The daemon keeps the latest 1024
        decisions. WHEN is the number of a decision, or a time: "10 min ago", "14:30",
        "yesterday", "2026-11-21 14:30".

        Options:
          -n, --limit N      Show the latest N (default 20).
              --since WHEN   Only decisions after this number or time.
              --before WHEN  Only decisions before this number or time.

        `audiosessionctl help` lists the options of every verb.

        """
    )
  }

  @Test func `a group of verbs has the help of each`() throws {
    let verbs = [Verb.policyShow, Verb.policyTest].map {
      $0.helpLines.joined(separator: "\n") + "\n"
    }
    #expect(try help(about: ["policy"]) == verbs.joined(separator: "\n"))
    #expect(
      throws: Failure.usage(
        "help: unknown verb x; `audiosessionctl help` lists them"
      )
    ) {
      try help(about: ["x"])
    }
  }

  private func help(about words: [String]) throws -> String {
    var output = Output(to: -1, .plain)
    try Verb.printHelp(about: words, asJSON: false, to: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
