import Testing

@testable import audiosessionctl

struct HelpTests {
  @Test func `every verb is in the overview, and its help begins with its usage`() throws {
    let overview = Verb.overview.joined(separator: "\n")
    for verb in Verb.all {
      #expect(overview.contains("  \(verb.name)"), "\(verb.name)")
      #expect(overview.contains(verb.summary), "\(verb.name)")
      #expect(verb.help[0].hasPrefix("usage: audiosessionctl \(verb.name)"))
      for option in verb.options {
        #expect(verb.help.contains { $0.contains("--\(option.name)") }, "\(option.name)")
      }
      #expect(verb.help.flatMap { $0.split(separator: "\n") }.allSatisfy { $0.count <= 100 })
    }
  }

  @Test func `the help of a verb, whole`() throws {
    #expect(
      try help(about: ["log"]) == """
        usage: audiosessionctl log [--limit N] [--since SEQ] [--before SEQ]

        Show the latest decisions, what they came of and what they rested on.

        Oldest first: time, number, what happened, and the rules; under it what became of each
        session. The daemon keeps the latest 1024 decisions.

        Options:
          -n, --limit N     The latest N, initially 20.
              --since SEQ   Only decisions after this number.
              --before SEQ  Only decisions before this number.

        Options of every verb:
              --socket PATH      Talk to the daemon at PATH.
          -j, --json             Print JSON: one value, of monitor one a line.
              --no-legend        Print no headings and no last line that counts.
              --timeout SECONDS  Wait so long for an answer, initially 10.
          -h, --help             Print help, of a verb if one is named.
              --version          Print the version.

        """
    )
  }

  @Test func `a group of verbs has the help of each`() throws {
    let verbs = [Verb.policyShow, Verb.policyTest].map { $0.help.joined(separator: "\n") + "\n" }
    #expect(try help(about: ["policy"]) == verbs.joined(separator: "\n"))
    #expect(
      throws: Failure.usage(
        "help: there is no verb x; `audiosessionctl help` shows those there are"
      )
    ) {
      try help(about: ["x"])
    }
  }

  private func help(about words: [String]) throws -> String {
    var output = Output(to: -1, .plain)
    try Verb.printHelp(about: words, to: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
