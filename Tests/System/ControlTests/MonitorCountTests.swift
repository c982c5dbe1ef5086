import AudioSessionWire
import Testing

@testable import ControlCore

/// What `monitor --count` counts: decisions that were printed, and nothing else.
@Suite(.timeLimit(.minutes(1)))
struct MonitorCountTests {
  private static let lagged =
    #"{"method":"events.lagged","params":{"from":2,"to":5,"sessions":[]}}"#
  private static let lost = #"{"method":"mediaServices.wereLost","params":{}}"#
  private static let reset =
    #"{"method":"mediaServices.wereReset","params":{"previousEpoch":"x"}}"#
  private static let later = #"{"method":"server.levitated","params":{}}"#

  @Test(arguments: [[], ["-j"]])
  func `monitor --count: notifications between two decisions aren't counted`(
    options: [String]
  ) throws {
    let between = [Self.lagged, Self.later, Self.lost, Self.reset]
    let run = try FakeDaemon.run(
      ["monitor", "--count", "2"] + options,
      [
        .resultAndThen(try Canned.list([]), [decision(1)] + between),
        .resultAndThen(try Canned.list([]), [decision(2), decision(3)]),
      ]
    )
    #expect(run.failure == nil)
    #expect(run.requests.count == 2)
    let lines = run.printed.split(separator: "\n")
    if options.isEmpty {
      let expected = [
        "watching.", "#1  session 7 reports  [R12]",
        "2 to 5 were dropped: this program was too slow",
        "the daemon is going down", "the daemon has restarted", "watching.",
        "#2  session 7 reports  [R12]",
      ]
      #expect(lines.count == expected.count, "\(run.printed)")
      for (line, end) in zip(lines, expected) { #expect(line.hasSuffix(end), "\(line)") }
    } else {
      #expect(lines.map { String($0) } == [decision(1)] + between + [decision(2)])
    }
  }

  @Test func `without a number it goes on until the daemon goes`() throws {
    let run = try FakeDaemon.run(
      ["monitor", "-j", "--no-reconnect"],
      [.resultAndThen(try Canned.list([]), (1...5).map(decision) + [Self.lost])]
    )
    #expect(run.printed.split(separator: "\n").count == 6)
    #expect(run.failure == .daemonWent("the daemon at /fake has gone away"))
  }

  private func decision(_ number: Int) -> String {
    #"{"method":"server.decision","params":{"seq":\#(number),"#
      + #""cause":{"method":"session.report","session":7},"rules":["R12"],"#
      + #""cells":[],"changes":[],"closed":[]}}"#
  }
}
