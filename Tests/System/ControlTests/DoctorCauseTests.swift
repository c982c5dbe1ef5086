import AudioSessionClient
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import Glibc
import Testing

@testable import audiosessionctl
@testable import ControlCore

/// A cause comes first, with what mends it; what comes of it below, or not at all.
struct DoctorCauseTests {
  @Test func `without systemd what is at the path says what mends it`() {
    let long = "/tmp/" + String(repeating: "a", count: 120)
    let open = SocketPlace(kind: .socket, mode: 0o660, group: "audio")
    let rows: [(path: String, place: SocketPlace, code: CInt, sentence: String, [String])] = [
      (
        "/tmp/a b's", SocketPlace(), ENOENT, "There is no socket at /run/s.",
        ["audiosessiond --socket '/tmp/a b'\\''s'"]
      ),
      (
        "/run/x/s", SocketPlace(hasFolder: false), ENOENT, "There is no socket at /run/s.",
        ["mkdir -p /run/x", "audiosessiond --socket /run/x/s"]
      ),
      (
        "/run/s", SocketPlace(kind: .socket), ECONNREFUSED, "Nothing listens at /run/s any more.",
        ["audiosessiond --socket /run/s"]
      ),
      (
        "/etc/passwd", SocketPlace(kind: .other("a file")), ECONNREFUSED,
        "/etc/passwd isn't a socket but a file.", []
      ),
      (
        long, SocketPlace(), ENAMETOOLONG,
        "\(long) is too long: a socket's path has at most 107 bytes.", []
      ),
      (
        "/run/s", SocketPlace(kind: .hidden), EACCES,
        "A directory above /run/s is closed to you.", []
      ),
      (
        "/run/s", open, EACCES,
        "/run/s isn't accessible to you: its owner is root, and the group audio may connect. Run "
          + "this, then log in again:", ["sudo usermod -aG audio alice"]
      ),
      (
        "/run/s", SocketPlace(kind: .socket, mode: 0o600), EACCES,
        "/run/s isn't accessible to you: its owner is root, and nobody else may connect.", []
      ),
    ]
    for (path, place, code, sentence, commands) in rows {
      var examination = Examination.healthy
      examination.path = path
      examination.paths = ["/run/s"]
      examination.contact = .failure(.unavailable(tried: ["/s"], Errno(.connect, code)))
      examination.place = place
      examination.units = .failure(.chosen)
      let finding = Finding(
        subject: "socket",
        state: .fault,
        sentence: sentence,
        commands: commands
      )
      #expect(examination.findings == [finding])
    }
  }

  @Test func `a fault in a configuration file: the first finding, with the file and line`() {
    let fault = "/etc/a.conf:2: DuckGain=loud: expected a number"
    let other = "/etc/a.conf:3: x: expected y"
    let check = ["audiosessiond --check-config", "systemctl reload audiosessiond.service"]
    let rows: [(told: [String], check: ConfigurationCheck, String, [String])] = [
      (
        [fault], .wrong([fault]), "\(fault). The daemon ignores that file.", check
      ),
      (
        [], .wrong([fault, other]),
        "\(fault) (and 1 more). The daemon has an older configuration, and would ignore the file "
          + "at its next start.", check
      ),
      (
        [fault], .right(files: ["/etc/a.conf"]),
        "\(fault). The daemon ignores that file, which has been corrected since.",
        ["systemctl reload audiosessiond.service"]
      ),
      ([fault], .unknown, "\(fault). The daemon ignores that file.", []),
    ]
    for (told, configuration, sentence, commands) in rows {
      var examination = Examination.healthy
      examination.status = Canned.status(faults: told)
      examination.configuration = configuration
      let finding = Finding(
        subject: "configuration",
        state: .fault,
        sentence: sentence,
        commands: commands
      )
      #expect(examination.findings.first == finding)
      #expect(examination.findings.count { $0.state != .good } == 1)
    }
    var examination = Examination.healthy
    examination.contact = .failure(.disconnected)
    examination.configuration = .wrong([fault])
    #expect(
      examination.findings.first?.sentence == "\(fault). The daemon would ignore the file."
    )
  }

  @Test func `a file that changed, or that one can't read, is a note`() {
    let reload = ["systemctl reload audiosessiond.service"]
    var examination = Examination.healthy
    examination.changed = ["/etc/a.conf"]
    #expect(
      examination.configurationFinding
        == Finding(
          subject: "configuration",
          state: .note,
          sentence: "/etc/a.conf has changed since the daemon read its configuration.",
          commands: reload
        )
    )
    examination.configuration = .closed(["/etc/b.conf"])
    #expect(
      examination.configurationFinding
        == Finding(
          subject: "configuration",
          state: .note,
          sentence: "You can't read /etc/b.conf, which only root can check.",
          commands: ["sudo audiosessionctl doctor"]
        )
    )
  }

  @Test func `the daemon's --check-config output: read as right, wrong, closed or unknown`() {
    let secret = "/etc/a.conf: Permission denied: expected to be able to read it"
    let fault = "/etc/b.conf:2: x: expected y"
    let rows: [(status: Int32, text: String, isTrusted: Bool, ConfigurationCheck)] = [
      (
        0,
        "/a:1: warning: x: expected y\n# /etc/a.conf\n# ignored: b\n\n[Policy]\n# /etc/a.conf:2\n",
        true, .right(files: ["/etc/a.conf"])
      ),
      (0, "# no file: this is built in\n", true, .right(files: [])),
      (78, "\(secret)\n\(fault)\naudiosessiond: x\n", true, .wrong([secret, fault])),
      (78, "\(secret)\n\(fault)\n", false, .wrong([fault])),
      (78, "\(secret)\n", false, .closed(["/etc/a.conf"])),
      (1, "audiosessiond: --quiet: expected\n", true, .unknown),
    ]
    for (status, text, isTrusted, check) in rows {
      #expect(ConfigurationCheck(status: status, text, isTrusted: isTrusted) == check)
    }
  }

  @Test func `files changed since a given time: found, and so are missing ones`() throws {
    let file = "/proc/self/status"
    // The last moment of the year 9999.
    let never = Time(seconds: 253_402_300_799, nanoseconds: 0)
    #expect(ConfigurationCheck.changed([file], since: .unknown) == [file])
    #expect(ConfigurationCheck.changed([file], since: never) == [])
    #expect(ConfigurationCheck.changed(["/nowhere"], since: never) == ["/nowhere"])
  }

  @Test func `a user's own daemon that is enabled and gone is a fault`() {
    var examination = Examination.healthy
    let socket = ["LoadState": "loaded", "ActiveState": "failed", "UnitFileState": "enabled"]
    let own = told(socket.merging(["Result": "resources"]) { $1 }, ["LoadState": "loaded"])
    examination.ownUnits = try? own.get()
    let finding = Finding(
      subject: "own daemon",
      state: .fault,
      sentence: "Your own daemon is enabled, but its socket failed: resources. "
        + "The system-wide one answers.",
      commands: [
        "audiosessiond --user --check-config",
        "systemctl --user restart audiosessiond.socket audiosessiond.service",
      ]
    )
    #expect(examination.findings.filter { $0.state != .good } == [finding])
    for (state, enabled) in [("active", "enabled"), ("inactive", "disabled")] {
      let unit = ["LoadState": "loaded", "ActiveState": state, "UnitFileState": enabled]
      examination.ownUnits = try? told(unit, ["LoadState": "loaded"]).get()
      #expect(examination.findings.filter { $0.state != .good } == [])
    }
  }

  @Test func `a socket that is more open than its unit says is a fault`() {
    var examination = Examination.healthy
    examination.units = told(
      [
        "LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled",
        "SocketMode": "0660", "SocketGroup": "audio",
      ],
      ["LoadState": "loaded", "ActiveState": "active", "NRestarts": "0"]
    )
    let finding = Finding(
      subject: "audiosessiond.socket",
      state: .fault,
      sentence:
        "Its unit file says mode 0660 and group audio; the socket has mode 0666 and group root.",
      commands: ["systemctl restart audiosessiond.socket"]
    )
    #expect(examination.findings.filter { $0.state != .good } == [finding])
    examination.place = SocketPlace(kind: .socket, mode: 0o660, group: "audio")
    #expect(examination.findings.filter { $0.state != .good } == [])
  }

  @Test func `the last message is that of this start, and of its errors`() {
    let service = Units.Unit(properties: ["InvocationID": "f40a"])
    let begin = ["journalctl", "--quiet", "--no-pager", "--output=cat", "--lines=1"]
    let own = begin + ["_SYSTEMD_INVOCATION_ID=f40a"]
    let failure =
      "audiosessiond.service: Failed at step EXEC spawning /usr/bin/x: Permission denied"
    let rows: [(journal: [[String]: String], words: String?)] = [
      ([own + ["--priority=err"]: "\(failure)\n", own: "pausing\n"], failure),
      (
        [own + ["--priority=err"]: "", own: "x: not found: libswiftCore.so\n"],
        "x: not found: libswiftCore.so"
      ),
      ([:], nil),
    ]
    for (journal, words) in rows {
      #expect(service.lastWords(ofUser: false) { journal[$0] } == words)
    }
    let ofUser = ["journalctl", "--user"] + own.dropFirst() + ["--priority=err"]
    #expect(service.lastWords(ofUser: true) { $0 == ofUser ? "gone\n" : nil } == "gone")
    // A start that has said nothing yet, after one that failed: what that one said.
    let again = ["Id": "a.service", "InvocationID": "f40a", "NRestarts": "3"]
    let failed = "MESSAGE_ID=d9b373ed55a64feb8242e02dbe79a49c"
    func former(_ ofUser: Bool, _ fields: String...) -> [String] {
      [begin[0]] + (ofUser ? ["--user"] : []) + begin.dropFirst() + fields
    }
    let journal = [
      former(false, "--output-fields=INVOCATION_ID", "UNIT=a.service", failed): "c1\n",
      former(false, "_SYSTEMD_INVOCATION_ID=c1", "--priority=err"): "a.conf:1: wrong\n",
      former(true, "--output-fields=USER_INVOCATION_ID", "USER_UNIT=a.service", failed): "c2\n",
      former(true, "_SYSTEMD_INVOCATION_ID=c2"): "b.conf:1: wrong\n",
    ]
    let restarted = Units.Unit(properties: again)
    #expect(restarted.lastWords(ofUser: false) { journal[$0] } == "a.conf:1: wrong")
    #expect(restarted.lastWords(ofUser: true) { journal[$0] } == "b.conf:1: wrong")
    #expect(restarted.lastWords(ofUser: true) { _ in nil } == nil)
    let first = Units.Unit(properties: again.merging(["NRestarts": "0"]) { $1 })
    #expect(first.lastWords(ofUser: false) { journal[$0] } == nil)
    // It has never been started: what the journal has is of another time.
    #expect(Units.Unit(properties: [:]).lastWords(ofUser: false) { _ in "stopping" } == nil)
  }

  @Test func `a daemon that runs and doesn't answer is said to, and not that it doesn't start`() {
    var examination = Examination.healthy
    examination.contact = .failure(.timedOut)
    func service(_ properties: [String: String]) -> [Finding] {
      let socket = ["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled"]
      examination.units = told(socket, ["LoadState": "loaded"].merging(properties) { $1 })
      return examination.findings.filter { $0.state == .fault }
    }
    func fault(_ sentence: String, _ command: String) -> [Finding] {
      let subject = "audiosessiond.service"
      return [Finding(subject: subject, state: .fault, sentence: sentence, commands: [command])]
    }
    #expect(
      service(["ActiveState": "active", "NRestarts": "2"])
        == fault("It runs, but doesn't reply.", "systemctl restart audiosessiond.service")
    )
    examination.lastWords = "ready"
    #expect(
      service(["ActiveState": "deactivating", "SubState": "stop-watchdog"])
        == fault("It is ending: stop-watchdog.", "sudo journalctl -xeu audiosessiond.service")
    )
    #expect(
      service(["ActiveState": "deactivating", "SubState": "stop-post"])
        == fault(
          "It doesn't start; its last message: ready.",
          "sudo journalctl -xeu audiosessiond.service"
        )
    )
    examination.units = .failure(.chosen)
    #expect(
      examination.findings.first?.sentence
        == "What listens at /run/audiosession/socket doesn't answer."
    )
  }

  @Test func `of two units that fail the service comes first, and what comes of it is left out`() {
    var examination = Examination.healthy
    examination.contact = .failure(.unavailable(tried: ["/s"], Errno(.connect, ENOENT)))
    examination.lastWords = "error while loading shared libraries: libswiftCore.so"
    examination.units = told(
      ["LoadState": "loaded", "ActiveState": "failed", "Result": "trigger-limit-hit"],
      ["LoadState": "loaded", "ActiveState": "failed", "Result": "exit-code"]
    )
    #expect(
      examination.findings.map(\.subject) == ["audiosessiond.service", "audiosessiond.socket"]
    )
    #expect(
      examination.findings.first?.sentence
        == "It failed: exit-code; its last message: error while loading shared libraries: libswiftCore.so."
    )
  }
}
