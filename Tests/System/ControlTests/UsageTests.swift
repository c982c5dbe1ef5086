import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Glibc
import Testing

@testable import audiosessionctl
@testable import ControlCore
@testable import ControlRun

struct UsageTests {
  @Test func `arguments that make no sense end with 1 and say what would`() {
    let seeHelp = "`audiosessionctl help` lists them"
    func lists(_ verb: String) -> String { "`audiosessionctl help \(verb)` lists" }
    let rows: [(line: [String], message: String)] = [
      ([], "expected a verb; \(seeHelp)"),
      (["lst"], "unknown verb lst; did you mean list? \(seeHelp)"),
      (["watch"], "unknown verb watch; \(seeHelp)"),
      (["a\u{1B}[31mb"], "unknown verb a\\u{1b}[31mb; \(seeHelp)"),
      (["policy"], "policy: expected `policy show` or `policy test`"),
      (["policy", "shw"], "unknown verb policy shw; did you mean policy show? \(seeHelp)"),
      (["list", "7"], "list: expected no argument, found \"7\"; usage: audiosessionctl list"),
      (
        ["show"],
        "show: expected one ID; usage: audiosessionctl show ID [--property NAME] [--value]"
      ),
      (["explain", "1", "2"], "explain: expected one ID; usage: audiosessionctl explain ID"),
      (["evict", ""], "evict: expected one ID; usage: audiosessionctl evict ID [--note TEXT]"),
      (["list", "-x"], "unknown option -x; \(lists("list")) the options"),
      (
        ["--jsn"],
        "unknown option --jsn; did you mean --json? `audiosessionctl help` lists the options"
      ),
      (
        ["list", "--count", "3"],
        "list takes no --count, which is for monitor and record; \(lists("list")) its options"
      ),
      (["list", "-n3"], "list takes no -n, which is for log; \(lists("list")) its options"),
      (
        ["--count", "3", "list"],
        "list takes no --count, which is for monitor and record; \(lists("list")) its options"
      ),
      (["list", "--no"], "unknown option --no; \(lists("list")) the options"),
      (
        ["run", "--options", "duckOthers,loud", "x"],
        "--options: expected one of \(Self.words(of: "options", "run")), found loud"
      ),
      (["--json=yes", "list"], "--json=yes: the option takes no value"),
      (["-jx", "list"], "-jx: the option takes no value"),
      (["list", "--socket"], "--socket: expected PATH after it"),
      (["list", "--socket="], "--socket: expected PATH after it"),
      (
        ["list", "--timeout", "0"],
        "--timeout: expected a time above 0 and up to 1000000s, such as 30s, found 0"
      ),
      (
        ["list", "--timeout=x"],
        "--timeout: expected a time above 0 and up to 1000000s, such as 30s, found x"
      ),
      (["log", "-n"], "--limit: expected a number, 1 to 1024"),
      (["log", "-n0"], "--limit: expected a number, 1 to 1024, found 0"),
      (["log", "--limit", "1025"], "--limit: expected a number, 1 to 1024, found 1025"),
      (["log", "--since", "-1"], "--since: expected \(Moment.expectation), found -1"),
      (["monitor", "--count", "many"], "--count: expected a number, 1 or more, found many"),
      (
        ["policy", "test", "--priority", "high"],
        "--priority: expected one of normal, assistant, alarm, ringtone, phoneCall, found high"
      ),
    ]
    for (line, message) in rows {
      let failure = failure(of: line)
      #expect(failure?.message == message, "\(line)")
      #expect(failure?.exitStatus == 1, "\(line)")
    }
  }

  /// The words that an option takes, as an error lists them.
  private static func words(of name: String, _ verb: String) -> String {
    let option = Verb.all.first { $0.name == verb }?.options.first { $0.name == name }
    guard case .word(let words)? = option?.value else { return "" }
    return words.joined(separator: ", ")
  }

  @Test func `options stand anywhere, in any of their forms`() throws {
    let rows: [(line: [String], verb: String?, arguments: [String], values: [String: [String]])] = [
      (["show", "mpd"], "show", ["mpd"], [:]),
      (["--", "show", "-j"], "show", ["-j"], [:]),
      (["-j", "show", "--", "--help"], "show", ["--help"], ["json": [""]]),
      (
        ["show", "7", "-p", "a", "--property=b", "-pc"], "show", ["7"],
        ["property": ["a", "b", "c"]]
      ),
      (["--timeout", "0.5", "policy", "show"], "policy show", [], ["timeout": ["0.5"]]),
      (["-n", "3", "log", "--since=0"], "log", [], ["limit": ["3"], "since": ["0"]]),
      (["show", "7", "--prop", "a"], "show", ["7"], ["property": ["a"]]),
      (
        ["run", "--options=duckOthers,mixWithOthers", "--option", "allowAirPlay", "x", "--help"],
        "run", ["x", "--help"],
        ["options": ["duckOthers", "mixWithOthers", "allowAirPlay"]]
      ),
      (["run", "--wait", "--", "x"], "run", ["x"], ["wait": [""]]),
      (["run", "--wait=5s", "x"], "run", ["x"], ["wait": ["5s"]]),
      (["--version"], nil, [], ["version": [""]]),
      (["--help"], nil, [], ["help": [""]]),
      (["show", "-h"], "show", [], ["help": [""]]),
      (["help", "policy", "test"], "help", ["policy", "test"], [:]),
    ]
    for (line, verb, arguments, values) in rows {
      let invocation = try Invocation(line)
      #expect(invocation.verb?.name == verb, "\(line)")
      #expect(invocation.arguments == arguments, "\(line)")
      for name in [
        "property", "timeout", "limit", "since", "version", "help", "json", "options", "wait",
      ] {
        #expect(invocation.values(name) == values[name] ?? [], "\(line) \(name)")
      }
    }
  }

  @Test func `no sound waits longer than a second for a daemon that hangs`() throws {
    let rows: [(line: [String], seconds: Double)] = [
      (["list"], 10), (["run", "mpv"], 1), (["run", "--strict", "mpv"], 10),
      (["run", "--strict", "--timeout", "2", "mpv"], 2), (["run", "--timeout=3s", "mpv"], 3),
      (["hold", "x"], 1), (["renew", "x"], 1), (["release", "x"], 1),
      (["hold", "--time=4", "x"], 4),
    ]
    for (line, seconds) in rows {
      let invocation = try Invocation(line)
      let isRun = invocation.verb?.name == "run"
      let time = isRun ? try RunRequest(invocation).settings.timeout : invocation.timeout
      #expect(time == .seconds(seconds), "\(line)")
    }
  }

  @Test func `a lease that isn't granted in time is taken back, without waiting for that`() throws {
    let missing: JSONValue = ["code": -32002, "message": "No.", "data": ["name": "noSuchSession"]]
    let late = try FakeDaemon.run(
      ["hold", "alarm", "--timeout", "1s"],
      [.error(missing), .result(["session": 7]), .silence, .silence]
    )
    #expect(late.printed.isEmpty)
    #expect(late.failure == .client(.timedOut, at: "/fake"))
    #expect(
      late.requests == [
        #"session.renew {"leaseName":"alarm"}"#,
        #"session.open {"name":"alarm","lease":{"leaseName":"alarm","ttlSeconds":30},"#
          + #""category":"playback"}"#,
        #"session.activate {"leaseName":"alarm"}"#, #"session.close {"leaseName":"alarm"}"#,
      ]
    )
  }

  @Test func `errors are JSON if the line asks for it, and not if its command does`() {
    for line in [
      ["list", "--json"], ["-j", "list"], ["list", "--js"], ["run", "-j", "make"],
      ["lst", "--json"], ["list", "--js", "--bogus"],
    ] { #expect(Invocation.wantsJSON(line, of: Verb.all), "\(line)") }
    for line in [
      ["list"], ["run", "make", "-j4"], ["run", "--", "make", "--json"], ["run", "make", "--json"],
      ["lst", "--", "--json"],
    ] { #expect(!Invocation.wantsJSON(line, of: Verb.all), "\(line)") }
  }

  @Test func `every failure has its exit status and one sentence`() {
    let data: JSONValue = [
      "name": "insufficientPriority", "fourCC": "!pri", "rule": "R59", "cell": "a.b",
    ]
    let refusal = ErrorReply(code: 561_017_449, message: "It is held.", data: data.received())
    let rows: [(failure: Failure, status: CInt, message: String?)] = [
      (.usage("x"), 1, "x"),
      (.daemonWent("gone"), 4, "gone"),
      (.wouldBeRefused, 2, nil),
      (.unwell, 1, nil),
      (.output(EPIPE), 1, nil),
      (.output(ENOSPC), 1, "can't write the result: No space left on device"),
      (.noSession(named: "a\nb"), 2, "no session is named \"a\\u{a}b\"; \(seeList)"),
      (
        .client(.timedOut, at: "/a"), 3,
        "the daemon at /a didn't reply in time; `--timeout` allows it more"
      ),
      (
        .client(.disconnected, at: "/a"), 4,
        "the daemon at /a closed the connection before it replied; `audiosessionctl doctor` "
          + "says why"
      ),
      (
        .client(.protocolViolation("x"), at: "/a"), 4,
        "what answers at /a isn't an audiosessiond that this program knows: it sent x"
      ),
      (
        .client(.refused(refusal), at: "/a"), 2,
        "It is held (insufficientPriority '!pri' R59 a.b)."
      ),
      (.client(.refused(ErrorReply(code: -1, message: "No")), at: "/a"), 2, "No (-1)."),
      (
        .client(
          .refused(ErrorReply(code: -32001, message: "No.", data: .init(name: "notPermitted"))),
          at: "/a"
        ), 2, "No; `audiosessionctl doctor` shows your grants (notPermitted)."
      ),
    ]
    for (failure, status, message) in rows {
      #expect(failure.exitStatus == status, "\(failure)")
      #expect(failure.message == message, "\(failure)")
    }
  }

  @Test func `a socket that can't be connected to: the error names cause and remedy`() {
    func trouble(
      _ paths: [String],
      _ code: CInt,
      _ place: SocketPlace,
      _ manager: SocketTrouble.Manager = .none
    ) -> String {
      SocketTrouble(paths: paths, code: code, place: place, manager: manager, user: "alice")
        .sentence
    }
    let doctor = "; `audiosessionctl doctor` shows more"
    let closed = SocketPlace(kind: .socket, mode: 0o600, group: "audio")
    let open = SocketPlace(kind: .socket, mode: 0o660, group: "audio")
    let none = "no audiosessiond is running: there is no socket at"
    let rows: [(sentence: String, expected: String)] = [
      (
        trouble(["/a/s", "/a/s"], ENOENT, SocketPlace()),
        "\(none) /a/s or /a/s; start it with `audiosessiond --socket /a/s`"
      ),
      (
        trouble(["/a/s"], ENOENT, SocketPlace(hasFolder: false), .system),
        "\(none) /a/s; start it with `systemctl start audiosessiond.socket`"
      ),
      (
        trouble(["/a/s"], ENOENT, SocketPlace(hasFolder: false), .user),
        "\(none) /a/s; start it with `systemctl --user start audiosessiond.socket`"
      ),
      (
        trouble(["/a/s"], ECONNREFUSED, open, .system),
        "nothing listens at /a/s any more; start a daemon there with "
          + "`systemctl start audiosessiond.socket`"
      ),
      (
        trouble(["/a/s"], EACCES, closed),
        "/a/s isn't accessible to you: its owner is root, and nobody else may connect"
      ),
      (
        trouble(["/a/s"], EACCES, open),
        "/a/s isn't accessible to you: its owner is root, and the group audio may connect; "
          + "run `sudo usermod -aG audio alice` and log in again"
      ),
      (
        trouble(["/a/s"], EACCES, SocketPlace(kind: .hidden)),
        "/a/s isn't accessible to you: a directory above it is closed"
      ),
      (
        trouble(["/a/s"], ECONNREFUSED, SocketPlace(kind: .other("a directory"))),
        "/a/s isn't a socket but a directory; expected the path of the daemon's socket"
      ),
      (trouble(["/a/s"], EMFILE, open), "can't connect to /a/s: Too many open files"),
    ]
    for (sentence, expected) in rows { #expect(sentence == expected + doctor) }
  }

  @Test func `an error for programs has the number, name and sentence, and all that is known`() {
    let data: JSONValue = [
      "name": "badParam", "fourCC": nil, "rule": "R4", "parameter": "mode", "expected": "a mode",
      "found": "loud",
    ]
    let refused = ErrorReply(code: -50, message: "No.", data: data.received())
    let rows: [(failure: Failure, json: JSONValue?)] = [
      (
        .client(.refused(refused), at: "/a"),
        [
          "error": [
            "code": -50, "name": "badParam", "message": "No.", "fourCC": nil, "rule": "R4",
            "parameter": "mode", "expected": "a mode", "found": "loud",
          ]
        ]
      ),
      (.usage("x"), ["error": ["code": nil, "name": "usage", "message": "x"]]),
      (.daemonWent("x"), ["error": ["code": nil, "name": "disconnected", "message": "x"]]),
      (.unwell, nil), (.wouldBeRefused, nil), (.output(EPIPE), nil),
    ]
    for (failure, json) in rows { #expect(failure.json == json, "\(failure)") }
    #expect(Failure.client(.timedOut, at: "/a").json?["error"]?["name"] == "timedOut")
  }

  private let seeList = "`audiosessionctl list` shows the sessions"

  private func failure(of line: [String]) -> Failure? {
    do {
      _ = try Invocation(line)
      return nil
    } catch {
      return error
    }
  }
}
