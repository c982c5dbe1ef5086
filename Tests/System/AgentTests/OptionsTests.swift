import AudioSessionSystem
import Testing

@testable import audiosession_agent

struct OptionsTests {
  private func options(_ line: String) throws -> Options {
    try Options(line.split(separator: " ").map(String.init)[...])
  }

  private func complaint(_ line: String) -> String? {
    do {
      _ = try options(line)
      return nil
    } catch {
      return (error as? UsageError)?.message
    }
  }

  @Test func `each action has its option`() throws {
    let actions: [(line: String, action: Options.Action)] = [
      ("", .serve), ("--guard", .guardAgent), ("--check-config", .checkConfiguration),
      ("--explain-rules", .explainRules), ("--silent on", .silentSwitch(.on)),
      ("--silent=off", .silentSwitch(.off)), ("--silent toggle", .silentSwitch(.toggle)),
      ("--silent status", .silentSwitch(.status)), ("--keep-paused", .keepPaused),
      ("--leave spotify", .leave("spotify")), ("--adopt=spotify", .adopt("spotify")),
      ("--left", .listLeft), ("--version", .showVersion),
      ("-h", .showHelp),
    ]
    for (line, action) in actions { #expect(try options(line).action == action, "\(line)") }
    let all = try options("--socket /s --config=/c -q -j")
    #expect(all.socketPath == "/s")
    #expect(all.configurationFile == "/c")
    #expect(all.isQuiet)
    #expect(all.isJSON)
    #expect(try options("--help --nonsense").action == .showHelp)
  }

  @Test func `arguments that make no sense are told with what would`() {
    let rows: [(line: String, message: String)] = [
      ("--sokcet /s", "--sokcet: expected an option that --help shows"),
      ("extra", "extra: expected an option that --help shows"),
      ("--socket", "--socket: expected a path after it"),
      ("--config=", "--config: expected a path"),
      ("--silent", "--silent: expected on, off, toggle or status after it"),
      ("--silent loud", "--silent=loud: expected on, off, toggle or status"),
    ]
    for (line, message) in rows { #expect(complaint(line) == message) }
  }

  @Test func `help names every option but the one for the agent itself`() {
    for option in [
      "--socket PATH", "--config FILE", "--check-config", "--explain-rules", "-j, --json",
      "--silent STATE", "--keep-paused", "--leave PROGRAM",
      "--adopt PROGRAM", "--left ", "--quiet", "--version", "--help",
    ] {
      #expect(Options.help.contains(option), "\(option)")
    }
    #expect(!Options.help.contains("--guard"))
  }
}
