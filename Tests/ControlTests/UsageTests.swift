import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc
import Testing

@testable import audiosessionctl

struct UsageTests {
  @Test func `arguments that make no sense end with 1 and say what would`() {
    let seeHelp = "`audiosessionctl help` shows those there are"
    let rows: [(line: [String], message: String)] = [
      ([], "expected a verb; \(seeHelp)"),
      (["lst"], "there is no verb lst; \(seeHelp)"),
      (["a\u{1B}[31mb"], "there is no verb a\\u{1b}[31mb; \(seeHelp)"),
      (["policy"], "policy: expected `policy show` or `policy test`"),
      (["policy", "shw"], "policy shw: expected `policy show` or `policy test`"),
      (["list", "7"], "list: takes no argument \"7\"; usage: audiosessionctl list"),
      (
        ["show"],
        "show: expected one ID; usage: audiosessionctl show ID [--property NAME] [--value]"
      ),
      (["explain", "1", "2"], "explain: expected one ID; usage: audiosessionctl explain ID"),
      (["evict", ""], "evict: expected one ID; usage: audiosessionctl evict ID [--note TEXT]"),
      (["list", "-x"], "there is no option -x; \(seeHelp)"),
      (["list", "--count", "3"], "there is no option --count; \(seeHelp)"),
      (["--count", "3", "list"], "list: takes no option --count; usage: audiosessionctl list"),
      (["--json=yes", "list"], "--json=yes: the option takes no value"),
      (["-jx", "list"], "-jx: the option takes no value"),
      (["list", "--socket"], "--socket: expected PATH after it"),
      (["list", "--socket="], "--socket: expected PATH after it"),
      (["list", "--timeout", "0"], "--timeout: expected seconds, more than 0 and at most 1000000"),
      (["list", "--timeout=x"], "--timeout: expected seconds, more than 0 and at most 1000000"),
      (["log", "-n"], "--limit: expected a number, 1 to 1024"),
      (["log", "-n0"], "--limit: expected a number, 1 to 1024"),
      (["log", "--limit", "1025"], "--limit: expected a number, 1 to 1024"),
      (["log", "--since", "-1"], "--since: expected a number, 0 or more"),
      (["monitor", "--count", "many"], "--count: expected a number, 1 or more"),
      (
        ["policy", "test", "--priority", "high"],
        "--priority: expected one of normal, assistant, alarm, ringtone, phoneCall"
      ),
    ]
    for (line, message) in rows {
      let failure = failure(of: line)
      #expect(failure?.message == message, "\(line)")
      #expect(failure?.exitStatus == 1, "\(line)")
    }
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
      (["--version"], nil, [], ["version": [""]]),
      (["--help"], nil, [], ["help": [""]]),
      (["show", "-h"], "show", [], ["help": [""]]),
      (["help", "policy", "test"], "help", ["policy", "test"], [:]),
    ]
    for (line, verb, arguments, values) in rows {
      let invocation = try Invocation(line)
      #expect(invocation.verb?.name == verb, "\(line)")
      #expect(invocation.arguments == arguments, "\(line)")
      for name in ["property", "timeout", "limit", "since", "version", "help", "json"] {
        #expect(invocation.values(name) == values[name] ?? [], "\(line) \(name)")
      }
    }
  }

  @Test func `every failure has its exit status and one sentence`() {
    let refusal = ErrorReply(
      code: 561_017_449,
      message: "It is held.",
      data: ["name": "insufficientPriority", "fourCC": "!pri", "rule": "R59", "cell": "a.b"]
    )
    let paths = ["/a", "/b"]
    let rows: [(failure: Failure, status: CInt, message: String?)] = [
      (.usage("x"), 1, "x"),
      (.daemonWent("gone"), 1, "gone"),
      (.output(EPIPE), 1, nil),
      (.output(ENOSPC), 1, "the result can't be written: No space left on device"),
      (.noSession(named: "a\nb"), 2, "no session is named \"a\\u{a}b\"; \(seeList)"),
      (
        .client(.timedOut), 3, "the daemon didn't answer in time; `--timeout` says how long to wait"
      ),
      (.client(.disconnected), 1, "the daemon ended the connection before it answered"),
      (
        .client(.protocolViolation("x")), 1,
        "what answers there isn't an audiosessiond that this program knows: it sent x"
      ),
      (
        .client(.unavailable(tried: paths, Errno(.connect, ENOENT))), 1,
        "no audiosessiond answers at /a or /b (No such file or directory); start it with "
          + "`systemctl start audiosessiond` or `audiosessiond --socket PATH`"
      ),
      (
        .client(.unavailable(tried: ["/a"], Errno(.connect, EACCES))), 1,
        "the socket /a isn't open to this user (Permission denied)"
      ),
      (.client(.refused(refusal)), 2, "It is held (insufficientPriority '!pri' R59 a.b)."),
      (.client(.refused(ErrorReply(code: -1, message: "No"))), 2, "No (-1)."),
    ]
    for (failure, status, message) in rows {
      #expect(failure.exitStatus == status, "\(failure)")
      #expect(failure.message == message, "\(failure)")
    }
  }

  private let seeList = "`audiosessionctl list` shows those there are"

  private func failure(of line: [String]) -> Failure? {
    do {
      _ = try Invocation(line)
      return nil
    } catch {
      return error
    }
  }
}
