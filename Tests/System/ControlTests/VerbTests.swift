import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import ControlCore

@Suite(.timeLimit(.minutes(1)))
struct VerbTests {
  @Test func `a session is named by its number, or by a name that only one has`() throws {
    let list = FakeDaemon.Answer.result(try Canned.list(Canned.all))
    let session = FakeDaemon.Answer.result(try json(Canned.music))
    let numbered = try FakeDaemon.run(["show", "7", "-p", "name", "--value"], [session])
    #expect(numbered == ("mpd\n", nil, [#"session.get {"session":7}"#]))
    let named = try FakeDaemon.run(["show", "ナビ", "-p", "state", "-j"], [list, session])
    let requests = ["session.list {}", #"session.get {"session":9}"#]
    #expect(named == ("{\"state\":\"active\"}\n", nil, requests))
    let leased = try FakeDaemon.run(["show", "memo\u{9B}", "-p", "session"], [list, session])
    #expect(leased.requests == ["session.list {}", #"session.get {"session":11}"#])
    let missing = try FakeDaemon.run(["explain", "nobody"], [list])
    #expect(missing == ("", .noSession(named: "nobody"), ["session.list {}"]))
    let several = Failure.usage("2 sessions are named \"mpd\"; use one of 7, 12")
    #expect(try FakeDaemon.run(["evict", "mpd"], [list]) == ("", several, ["session.list {}"]))
  }

  @Test func `a refusal of the daemon is the verb's failure`() throws {
    let error: JSONValue = ["code": -32002, "message": "No.", "data": ["name": "noSuchSession"]]
    let run = try FakeDaemon.run(["explain", "99"], [.error(error)])
    let refusal = ErrorReply(code: -32002, message: "No.", data: .init(name: "noSuchSession"))
    #expect(
      run == ("", .client(.refused(refusal), at: "/fake"), [#"policy.explain {"session":99}"#])
    )
    let gone = try FakeDaemon.run(["list"], [])
    #expect(gone == ("", .client(.disconnected, at: "/fake"), []))
  }

  @Test func `explain says where the session stands, and why`() throws {
    let answers = [
      FakeDaemon.Answer.result(try json(Canned.explanation)), .result(try json(Canned.music)),
    ]
    #expect(
      try FakeDaemon.run(["explain", "7"], answers).printed == """
        mpd (session 7), playback, kind exclusive: active, playing, lowered to -14 dB.
        mpd (session 7) is lowered under ナビ (session 9) (R59 ducking.exclusive), since 10:41:55 \
        (12 s ago).

        """
    )
    let free = [
      FakeDaemon.Answer.result(try json(Canned.free(12))), .result(try json(Canned.idle)),
    ]
    #expect(
      try FakeDaemon.run(["explain", "12"], free).printed == """
        mpd (session 12), soloAmbient, kind exclusive: inactive.
        Nothing holds it back.

        """
    )
    let silent = [
      FakeDaemon.Answer.result(try json(Canned.silence)), .result(try json(Canned.game)),
    ]
    #expect(
      try FakeDaemon.run(["explain", "13"], silent).printed == """
        game (session 13), ambient, kind mixable, application browser, zone kitchen: active, \
        silenced.
        game (session 13) is silent while the silent switch is on (R62), since 10:41:55 (12 s ago).

        """
    )
    let alarmed = [
      FakeDaemon.Answer.result(try json(Canned.free(14))), .result(try json(Canned.siren)),
    ]
    #expect(
      try FakeDaemon.run(["explain", "14"], alarmed).printed.hasPrefix(
        "siren (session 14), playback, role emergency, zone hall\\u{9b}, lease fire: active, playing."
      )
    )
  }

  @Test func `status asks why of every session, and leaves out who has gone meanwhile`() throws {
    let status = try json(Canned.status(connections: 0))
    let gone: JSONValue = ["code": -32002, "message": "No."]
    let sessions = [Canned.music, Canned.recorder]
    let run = try FakeDaemon.run(
      ["status", "--json"],
      [
        .result(status), .result(try Canned.list(sessions)), .error(gone),
        .result(try json(Canned.refusal)),
      ]
    )
    let whole: JSONValue = [
      "status": status, "sessions": .array(try sessions.map { try json($0) }),
      "explanations": [try json(Canned.refusal)],
    ]
    let printed = Output.withoutControls(whole.text) + "\n"
    let explained = [7, 11].map { "policy.explain {\"session\":\($0)}" }
    #expect(run == (printed, nil, ["server.status {}", "session.list {}"] + explained))
  }

  @Test func `log and evict: their options are passed on to the daemon`() throws {
    let empty = FakeDaemon.Answer.result(["decisions": [], "more": false])
    let log = try FakeDaemon.run(["log", "--since=3", "--before", "9", "-n", "5"], [empty])
    let asked = #"server.log {"limit":5,"since":3,"before":9}"#
    #expect(log == ("No decisions found.\n", nil, [asked]))
    let plain = try FakeDaemon.run(["log", "-j"], [empty])
    #expect(plain == ("{\"decisions\":[],\"more\":false}\n", nil, [#"server.log {"limit":20}"#]))
    let music = FakeDaemon.Answer.result(try json(Canned.music))
    let evict = try FakeDaemon.run(["evict", "7", "--note", "too loud"], [music, .result([:])])
    let evicted = #"session.evict {"session":7,"note":"too loud"}"#
    let got = #"session.get {"session":7}"#
    #expect(evict == ("mpd (session 7) was closed.\n", nil, [got, evicted]))
  }

  @Test func `times of the log are looked for page by page`() throws {
    func page(_ numbers: ClosedRange<Int>, more: Bool) -> FakeDaemon.Answer {
      let decisions = numbers.map { number -> JSONValue in
        let second = number < 10 ? "0\(number)" : "\(number)"
        return [
          "seq": .number("\(number)"), "at": .string("2026-11-21T10:41:\(second).000000Z"),
          "cause": ["event": "started"], "rules": [], "cells": [], "changes": [], "closed": [],
        ]
      }
      return .result(["decisions": .array(decisions), "more": .bool(more)])
    }
    func numbers(_ printed: String) throws -> [Int64?] {
      let reply = try JSONValue(parsing: Array(printed.utf8).span)
      return (reply["decisions"]?.array ?? []).map { $0["seq"]?.integer }
    }
    let since = "2026-11-21 10:41:07"
    let two = [page(10...12, more: true), page(5...9, more: true)]
    let run = try FakeDaemon.run(["log", "-j", "--since", since], two)
    #expect(try numbers(run.printed) == [7, 8, 9, 10, 11, 12])
    #expect(run.printed.contains(#""more":false"#))
    #expect(
      run.requests == [
        #"server.log {"limit":1024}"#, #"server.log {"limit":1024,"before":10}"#,
      ]
    )
    let few = try FakeDaemon.run(["log", "-j", "-n4", "--since", since], two)
    #expect(try numbers(few.printed) == [9, 10, 11, 12])
    #expect(few.printed.contains(#""more":true"#))
    let line = ["log", "-j", "--since", "6", "--before", "10:41:09"]
    let mixed = try FakeDaemon.run(line, [page(7...12, more: false)])
    #expect(try numbers(mixed.printed) == [7, 8])
    #expect(mixed.requests == [#"server.log {"limit":1024,"since":6}"#])
  }
}

/// Runs that are the same in every respect.
func == (
  left: (printed: String, failure: Failure?, requests: [String]),
  right: (String, Failure?, [String])
) -> Bool {
  left.printed == right.0 && left.failure == right.1 && left.requests == right.2
}
