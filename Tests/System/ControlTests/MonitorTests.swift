import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import ControlCore

@Suite(.timeLimit(.minutes(1)))
struct MonitorTests {
  @Test func `monitor ends after as many decisions as it was told to, with the last one printed`()
    throws
  {
    let start = FakeDaemon.Answer.resultAndThen(
      try Canned.list([Canned.music]),
      [decision(1), decision(2), decision(3)]
    )
    let run = try FakeDaemon.run(["monitor", "--count", "2", "-j"], [start])
    #expect(run.printed == "\(decision(1))\n\(decision(2))\n")
    #expect(run.failure == nil)
    #expect(run.requests == [#"events.subscribe {"scope":"all"}"#])
  }

  @Test func `monitor says what it missed, and that the daemon has gone`() throws {
    let lagged =
      #"{"method":"events.lagged","params":{"from":3,"to":8,"sessions":[{"session":7,"name":"radio"}]}}"#
    let start = FakeDaemon.Answer.resultAndThen(
      try Canned.list([Canned.music]),
      [lagged, decision(9), #"{"method":"mediaServices.wereLost","params":{}}"#]
    )
    let run = try FakeDaemon.run(["monitor", "--no-reconnect"], [start])
    let lines = run.printed.split(separator: "\n").map { String($0) }
    #expect(
      lines.prefix(2) == [
        "1 session as of decision 1207; watching.",
        "decisions 3 to 8 were dropped: this program was too slow",
      ]
    )
    #expect(lines[2].hasSuffix("  #9  radio (session 7) reports  [R12]"))
    #expect(lines.dropFirst(3) == ["the daemon is going down"])
    #expect(run.failure == .daemonWent("the daemon at /fake has gone away"))
    #expect(run.failure?.exitStatus == 4)
  }

  @Test func `monitor says who ended, and as what a session comes`() throws {
    let decision = ServerDecision(
      DecisionObject(
        at: Canned.time,
        cause: Cause(.method(.sessionActivate), session: 14),
        rules: RuleSet(),
        cells: [],
        changes: [Canned.siren, Canned.music],
        closed: [7]
      )
    )
    var writer = JSONWriter()
    decision.encodeParams(into: &writer, epoch: Canned.epoch, seq: 9)
    let params = String(decoding: writer.bytes, as: UTF8.self)
    let line = #"{"method":"server.decision","params":\#(params)}"#
    let start = FakeDaemon.Answer.resultAndThen(try Canned.list([Canned.music]), [line])
    let run = try FakeDaemon.run(["monitor", "--count", "1"], [start])
    let lines = run.printed.split(separator: "\n")
    // The time of the decision, whenever it is read.
    #expect(lines[1].hasPrefix("10:41:55.250  #9"))
    #expect(
      lines.dropFirst(2) == [
        "    siren (session 14): playback, role emergency, zone hall\\u{9b}, lease fire, active, "
          + "playing", "    mpd (session 7): closed",
      ]
    )
  }

  @Test func `R49: monitor subscribes again on a connection that outlived the daemon`() throws {
    let reset = #"{"method":"mediaServices.wereReset","params":{"previousEpoch":"x"}}"#
    let start = FakeDaemon.Answer.resultAndThen(try Canned.list([]), [reset])
    let again = FakeDaemon.Answer.resultAndThen(try Canned.list([Canned.music]), [decision(1)])
    let run = try FakeDaemon.run(["monitor", "--count", "1"], [start, again])
    let lines = run.printed.split(separator: "\n").map { String($0) }
    #expect(
      lines.prefix(3) == [
        "0 sessions as of decision 1207; watching.", "the daemon has restarted",
        "1 session as of decision 1207; watching.",
      ]
    )
    #expect(lines[3].hasSuffix("  #1  mpd (session 7) reports  [R12]"))
    #expect(run.requests.count == 2)
  }

  private func decision(_ number: Int) -> String {
    #"{"method":"server.decision","params":{"seq":\#(number),"#
      + #""cause":{"method":"session.report","session":7},"rules":["R12"],"#
      + #""cells":[],"changes":[],"closed":[]}}"#
  }
}
