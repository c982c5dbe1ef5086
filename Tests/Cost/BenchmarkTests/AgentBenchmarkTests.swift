import TestSupport
import Testing

/// The agent's benchmark, without anything that it measures.
struct AgentBenchmarkTests {
  private static let program = "audiosession-agent-benchmark"

  @Test func `the README has the commands whose figures it gives`() throws {
    let command = "`swift run -c release --traits PipeWire \(Self.program)"
    let page = try Checkout.text("README.md")
    for mode in ["peers", "latency", "power"] { #expect(page.contains("\(command) \(mode)`")) }
  }

  @Test(arguments: [
    ([], "“”: expected peers, latency, soak, power or start"),
    (["speed"], "“speed”: expected peers, latency, soak, power or start"),
    (["peers", "0"], "0: expected one number, 1 or more"),
    (["peers", "8", "9"], "9: expected one number, 1 or more"),
    (["latency", "--seconds", "20"], "--seconds: expected one number, 1 or more"),
    (["power", "600"], "600: expected --seconds, --daemon or --agent"),
    (["power", "--seconds"], "--seconds: expected a value after it"),
    (["power", "--seconds", "9"], "--seconds 9: expected 10 to 86400"),
    (["power", "--daemon", "/nowhere"], "--daemon /nowhere: expected a program"),
    (["power", "--agent", "/nowhere"], "--agent /nowhere: expected a program"),
  ])
  func `wrong arguments: the error says what was expected, and the usage follows`(
    words: [String],
    message: String
  ) throws {
    let run = try Finished(of: Self.program, words)
    #expect(run.status == 1)
    #expect(run.error.split(separator: "\n").first == "\(Self.program): \(message)")
    #expect(run.error.contains("usage: \(Self.program)"))
  }
}
