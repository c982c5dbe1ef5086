import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@testable import audiosessionctl
@testable import ControlCore

@Suite(.timeLimit(.minutes(1)))
struct PolicyTestTests {
  @Test func `a test of the policy describes who acts`() throws {
    let reply = FakeDaemon.Answer.result(["reply": ["result": ["state": "active"]]])
    let list = FakeDaemon.Answer.result(try Canned.list([Canned.music]))
    let described = try FakeDaemon.run(
      [
        "policy", "test", "--category=playback", "--options", "duckOthers,allowAirPlay", "--mode",
        "spokenAudio", "--priority", "alarm",
      ],
      [reply, list]
    )
    let description =
      #"{"category":"playback","mode":"spokenAudio","priority":"alarm","#
      + #""options":["duckOthers","allowAirPlay"]}"#
    let action = #""action":"activate","notifyOthers":false}"#
    #expect(described.requests[0] == #"policy.simulate {"description":\#(description),\#(action)"#)
    let line = ["policy", "test", "--session", "7", "--deactivate", "--notify"]
    let session = try FakeDaemon.run(line, [reply, list])
    let deactivation = #"{"session":7,"action":"deactivate","notifyOthers":true}"#
    #expect(session.requests[0] == "policy.simulate \(deactivation)")
    #expect(
      session.printed == """
        The deactivation of mpd (session 7) would be granted: active.
        No other session would be affected.

        """
    )
  }

  @Test func `R52, R63, R66: a new session has a role, a zone, an application, and a user`() throws
  {
    let rows: [(words: [String], members: String)] = [
      (
        ["--role", "emergency", "--zone=kitchen"],
        #""description":{"role":"emergency","zone":"kitchen"}"#
      ),
      (["--no-zone"], #""description":{"zone":null}"#),
      (
        ["--priority", "ringtone", "--alert-style", "banner"],
        #""description":{"priority":"ringtone","alertStyle":"banner"}"#
      ),
      (
        [
          "--preference", "prefersNoInterruptionsFromSystemAlerts", "--preference",
          "isNowPlayingCandidate", "--no-preference", "prefersInterruptionOnRouteDisconnect",
        ],
        #""description":{"preferences":{"isNowPlayingCandidate":true,"#
          + #""prefersNoInterruptionsFromSystemAlerts":true,"#
          + #""prefersInterruptionOnRouteDisconnect":false}}"#
      ),
      (
        ["--category", "playback", "--application", "radio", "--as-user", "4294967294"],
        #""description":{"category":"playback"},"application":"radio","user":4294967294,"groups":[]"#
      ),
      (
        ["--category", "playback", "--as-unit", "a.service", "--as-user-unit", "b.service"],
        #""description":{"category":"playback"},"unit":"a.service","userUnit":"b.service""#
      ),
    ]
    for (words, members) in rows {
      let run = try FakeDaemon.run(["policy", "test", "-j"] + words, [granted])
      let action = #""action":"activate","notifyOthers":false}"#
      #expect(run.requests == ["policy.simulate {\(members),\(action)"])
    }
  }

  @Test func `another user is named, and has the groups that the machine gives him`() throws {
    let root = try FakeDaemon.run(
      ["policy", "test", "-j", "--role", "x", "--as-user", "root"],
      [granted]
    )
    let request = try #require(root.requests.first?.split(separator: " ", maxSplits: 1).last)
    let parameters = try JSONValue(parsing: Array(request.utf8).span)
    #expect(parameters["user"] == 0)
    #expect(parameters["groups"]?.array?.first == 0)
  }

  @Test func `policy test --config: the file's outcome is printed before that in force`() throws {
    let file = try ConfigurationText("[Policy]\n# strict\nPlaybackDuringPhoneCall=no\n")
    let error: JSONValue = ["code": -50, "message": "No.", "data": ["name": "badParam"]]
    let refused = FakeDaemon.Answer.result(["reply": ["error": error], "notifications": []])
    let list = FakeDaemon.Answer.result(try Canned.list([]))
    let line = ["policy", "test", "--category", "playback", "--config", file.path]
    let action = #"{"description":{"category":"playback"},"action":"activate","notifyOthers":false"#
    let run = try FakeDaemon.run(line, [granted, refused, list])
    #expect(
      run.printed == """
        With \(file.path):
          The activation of the new session would be refused: No (badParam).
          No other session would be affected.
        With the configuration in force:
          The activation of the new session would be granted: active.
          No other session would be affected.

        """
    )
    #expect(run.failure == .wouldBeRefused)
    #expect(
      run.requests.prefix(2) == [
        "policy.simulate \(action)}",
        "policy.simulate \(action)"
          + #","configuration":"[Policy]\nPlaybackDuringPhoneCall=no\n"}"#,
      ]
    )
    let json = try FakeDaemon.run(line + ["-j"], [refused, granted])
    #expect(json.failure == nil)
    let reply = #"{"reply":{"result":{"state":"active"}}}"#
    #expect(json.printed.hasPrefix(#"{"inForce":{"reply":{"error""#))
    #expect(json.printed.hasSuffix(",\"byConfiguration\":\(reply)}\n"))
    let same = try FakeDaemon.run(line, [granted, granted, list])
    #expect(
      same.printed == """
        The activation of the new session would be granted: active.
        No other session would be affected.
        \(file.path) would change nothing.

        """
    )
  }

  @Test func `a file's users and groups are sent by number, and its comments aren't`() throws {
    let file = try ConfigurationText(
      """
      # comment
      [Grant alarm]
      Users=
      Users=root 7 nobody-of-this-name
      Groups=no-such-group
      Units = a.service
      [Policy]
      DuckGain=0.5
      """
    )
    let candidate = try Candidate(file.path)
    #expect(
      candidate.text == """
        [Grant alarm]
        Users=
        Users=0 7
        Units=a.service
        [Policy]
        DuckGain=0.5

        """
    )
    #expect(
      candidate.lines(["x"], ["x"], .plain) == [
        "\(file.path):4: warning: Users=root 7 nobody-of-this-name: expected a user that exists, "
          + "not nobody-of-this-name",
        "\(file.path):5: warning: Groups=no-such-group: expected a group that exists, not "
          + "no-such-group", "x", "\(file.path) would change nothing.",
      ]
    )
  }

  @Test func `a file that is wrong, or isn't there, is told before anything is asked`() throws {
    let file = try ConfigurationText("[Policy]\nDuckGain=2\nDuckGain=3\n")
    let rows = [
      (
        file.path,
        "\(file.path):2: DuckGain=2: expected at most 1 (and 1 more fault)"
      ), ("/nowhere/x.conf", "/nowhere/x.conf: no such file: expected a file to read"),
    ]
    for (path, sentence) in rows {
      let run = try FakeDaemon.run(["policy", "test", "--session", "7", "--config", path], [])
      #expect(run == ("", .usage(sentence), []))
    }
  }

  @Test func `a test of the policy that would be refused says so by its status`() throws {
    let error: JSONValue = ["code": -50, "message": "No.", "data": ["name": "badParam"]]
    let reply = FakeDaemon.Answer.result(["reply": ["error": error], "notifications": []])
    let line = ["policy", "test", "--category", "playback"]
    let run = try FakeDaemon.run(line, [reply, .result(try Canned.list([]))])
    #expect(run.failure == .wouldBeRefused)
    #expect(run.failure?.exitStatus == 2)
    #expect(
      run.printed.hasPrefix("The activation of the new session would be refused: No (badParam).")
    )
    let asJSON = try FakeDaemon.run(line + ["-j"], [reply])
    #expect(asJSON.failure == .wouldBeRefused)
    #expect(asJSON.printed.contains(#""badParam""#))
  }

  @Test func `where only a grant is missing, it is shown what would happen with it`() throws {
    let error: JSONValue = [
      "code": 1_701_737_535, "message": "No.", "data": ["name": "missingEntitlement"],
    ]
    let refused = FakeDaemon.Answer.result(["reply": ["error": error], "notifications": []])
    let began: JSONValue = [
      "session": 7, "method": "session.interruption", "params": ["session": 7, "type": "began"],
    ]
    let rings = FakeDaemon.Answer.result([
      "reply": ["result": ["state": "active"]], "notifications": [began],
    ])
    let list = FakeDaemon.Answer.result(try Canned.list([Canned.music]))
    let line = ["policy", "test", "--priority", "ringtone"]
    let run = try FakeDaemon.run(line, [refused, rings, list])
    #expect(
      run.printed == """
        The activation of the new session would be refused: No (missingEntitlement).
        No other session would be affected.
        With the grant:
          The activation of the new session would be granted: active.
          mpd (session 7) would be interrupted.

        """
    )
    #expect(run.failure == .wouldBeRefused)
    let request =
      #"policy.simulate {"description":{"priority":"ringtone"},"action":"activate","#
      + #""notifyOthers":false"#
    #expect(run.requests.prefix(2) == ["\(request)}", "\(request)," + #""allGrants":true}"#])
    // A daemon that can't imagine that, and a program that reads the answer to what it asked.
    let older = try FakeDaemon.run(
      line,
      [refused, .error(["code": -32602, "message": "x"]), list]
    )
    #expect(older.printed == run.printed.split(separator: "With")[0])
    #expect(try FakeDaemon.run(line + ["-j"], [refused]).requests == ["\(request)}"])
  }

  @Test func `a test of the policy that makes no sense asks nothing`() throws {
    let rows: [(line: [String], sentence: String)] = [
      ([], "policy test: expected --session or --category"),
      (["--notify"], "--notify: requires --deactivate"),
      (
        ["--category", "playback", "--deactivate"],
        "--deactivate: requires --session, since a new session isn't active"
      ),
      (
        ["--session", "7", "--mode", "default"],
        "--mode: can't be combined with --session, which has its own"
      ),
      (
        ["--session", "7", "--no-zone"],
        "--no-zone: can't be combined with --session, which has its own"
      ),
      (
        ["--session", "7", "--as-user", "root"],
        "--as-user: can't be combined with --session, which has its own"
      ),
      (["--as-user", "root"], "policy test: expected --session or --category"),
      (["--zone", "a", "--no-zone"], "--zone, --no-zone: expected only one of them"),
      (
        ["--category", "playback", "--as-user", "no such user"],
        "--as-user: expected the name or id of a user, found no such user"
      ),
      (
        [
          "--preference", "isNowPlayingCandidate", "--no-preference", "isNowPlayingCandidate",
        ],
        "--preference isNowPlayingCandidate, --no-preference isNowPlayingCandidate: expected one "
          + "of them"
      ),
    ]
    for (options, sentence) in rows {
      #expect(try FakeDaemon.run(["policy", "test"] + options, []) == ("", .usage(sentence), []))
    }
  }

  private let granted = FakeDaemon.Answer.result(["reply": ["result": ["state": "active"]]])
}

/// A configuration file of a test's own.
private struct ConfigurationText {
  private let folder: TemporaryDirectory
  var path: String { folder.path(of: "a.conf") }

  init(_ text: String) throws {
    folder = try TemporaryDirectory()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
