import Testing

@testable import audiosessionctl

struct HelpTests {
  @Test func `every verb is in the overview, and its help begins with its usage`() throws {
    let overview = Verb.overview.joined(separator: "\n")
    let words = overview.split { $0 == " " || $0 == "\n" }
    #expect(Verb.overview.flatMap { $0.split(separator: "\n") }.allSatisfy { $0.count <= 80 })
    for verb in Verb.all {
      #expect(overview.contains("  \(verb.name)"), "\(verb.name)")
      let summary = verb.summary.split(separator: " ")
      #expect(words.contains(summary), "\(verb.name)")
      #expect(verb.help[0].hasPrefix("usage: audiosessionctl \(verb.name)"))
      for option in verb.options {
        #expect(verb.help.contains { $0.contains("--\(option.name)") }, "\(option.name)")
      }
      #expect(verb.help.flatMap { $0.split(separator: "\n") }.allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `the help of a verb, whole`() throws {
    #expect(
      try help(about: ["log"]) == """
        usage: audiosessionctl log [--limit N] [--since WHEN] [--before WHEN]

        Show the latest decisions, what they came of and what they rested on.

        Oldest first: time, number, what happened, and the rules; under it what became
        of each session. The daemon keeps the latest 1024 decisions. WHEN is the number
        of a decision, or a time: "10 min ago", "14:30", "yesterday", "2026-11-21
        14:30".

        Options:
          -n, --limit N      The latest N, initially 20.
              --since WHEN   Only decisions after this one or time.
              --before WHEN  Only decisions before this one or time.

        Options of every verb:
              --socket PATH      Talk to the daemon at PATH.
              --user             Talk to your own daemon.
              --system           Talk to the system's daemon.
          -j, --json             Print JSON: one value, of monitor one a line.
              --no-legend        Print no headings and no last line that counts.
          -l, --full             Don't shorten what the terminal has no room for.
              --utc              Print times in UTC.
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
    try Verb.printHelp(about: words, asJSON: false, to: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
