import AudioSessionClient
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import Glibc
import Testing

@testable import audiosessionctl

struct DoctorTests {
  @Test func `all is well`() {
    #expect(
      report(Examination.healthy) == """
        ok  socket                 /run/audiosession/socket answers.
        ok  daemon                 audiosessiond \(version), as this program.
        ok  audiosessiond.socket   It listens, and will after the next boot.
        ok  audiosessiond.service  It runs.
        ok  configuration          2 files are right.
        ok  caller                 You are user 1000, process 812, in user@1000.service, therein \
        navi.service.
        ok  grants                 You hold observe, admin.

        All is well.
        """
    )
  }

  @Test func `a machine on which nothing was started`() {
    var examination = Examination.healthy
    examination.contact = .failure(
      .unavailable(tried: ["/run/user/7/s", "/run/s"], Errno(.connect, ENOENT))
    )
    examination.paths = ["/run/user/7/s", "/run/s"]
    examination.units = told(
      ["LoadState": "loaded", "ActiveState": "inactive", "UnitFileState": "disabled"],
      ["LoadState": "loaded", "ActiveState": "inactive"]
    )
    #expect(
      report(examination) == """
        fault  audiosessiond.socket   It doesn't listen.
            systemctl enable --now audiosessiond.socket
        note   audiosessiond.service  It doesn't run.

        1 fault, 1 note.
        """
    )
  }

  @Test func `faults and notes in colour, without the last line`() {
    var examination = Examination.healthy
    examination.isUserInstance = true
    examination.contact = .answer(
      hello("0.9.0\u{9B}", Peer(pid: nil, uid: 7, gid: 7, comm: nil, unit: nil, userUnit: nil), [])
    )
    examination.units = told(
      ["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "disabled"],
      ["LoadState": "loaded", "ActiveState": "failed", "Result": "watchdog"]
    )
    var presentation = Presentation.coloured
    presentation.hasLegend = false
    #expect(
      readable(Doctor.lines(examination.findings, presentation)) == """
        <32>ok</>     <1>socket</>                 /run/audiosession/socket answers.
        <33>note</>   <1>daemon</>                 It is audiosessiond 0.9.0\\u{9b}, this program \
        \(version).
            systemctl --user restart audiosessiond.service
        <33>note</>   <1>audiosessiond.socket</>   It listens, but not after the next boot.
            systemctl --user enable audiosessiond.socket
        <31>fault</>  <1>audiosessiond.service</>  It failed: watchdog.
            journalctl --user -xeu audiosessiond.service
        <32>ok</>     <1>configuration</>          2 files are right.
        <33>note</>   <1>caller</>                 You are user 7; the daemon can't see your \
        process, so no grant by unit holds.
        <32>ok</>     <1>grants</>                 None. Whoever needs more than normal priority \
        is named in the configuration.
            man 5 audiosessiond.conf
        """
    )
  }

  @Test func `what keeps the daemon from answering, and what mends it`() {
    let rows: [(error: ClientError, sentence: String, commands: [String])] = [
      (
        .unavailable(tried: ["/s"], Errno(.connect, ECONNREFUSED)),
        "Nobody listens at /run/s any more.", ["systemctl restart audiosessiond.socket"]
      ),
      (
        .unavailable(tried: ["/s"], Errno(.connect, EMFILE)),
        "/run/s can't be connected to: Too many open files.",
        ["systemctl restart audiosessiond.service"]
      ),
      (
        .timedOut, "What listens at /run/s doesn't answer.",
        ["systemctl restart audiosessiond.service"]
      ),
      (
        .disconnected, "What listens at /run/s hangs up.",
        ["systemctl restart audiosessiond.service"]
      ),
      (
        .protocolViolation("HTTP"),
        "What listens at /run/s is no audiosessiond: it sent HTTP.", []
      ),
      (
        .refused(ErrorReply(code: -32003, message: "Too many.")),
        "The daemon refuses: Too many (-32003).", []
      ),
    ]
    for (error, sentence, commands) in rows {
      var examination = Examination.healthy
      examination.path = "/run/s"
      examination.contact = .failure(error)
      let finding = Finding(
        subject: "socket",
        state: .fault,
        sentence: sentence,
        commands: commands
      )
      #expect(examination.findings.first == finding)
    }
  }

  @Test func `the service unit's states`() {
    let rows: [(properties: [String: String], state: Finding.State, sentence: String, String?)] = [
      (
        ["ActiveState": "active", "NRestarts": "3"], .note,
        "It runs; systemd had to start it again, 3 times.", "journalctl -xeu audiosessiond.service"
      ),
      (
        ["ActiveState": "active", "NRestarts": "0", "NeedDaemonReload": "yes"], .note,
        "Its file has changed since systemd read it.", "systemctl daemon-reload"
      ),
      (
        ["ActiveState": "failed", "SubState": "failed", "Result": "exit-code"], .fault,
        "It failed: exit-code.", "journalctl -xeu audiosessiond.service"
      ),
      (["ActiveState": "inactive"], .good, "It starts with the first client.", nil),
      (
        ["ActiveState": "activating", "SubState": "auto-restart"], .fault,
        "It doesn't come up, and is at auto-restart.", "journalctl -xeu audiosessiond.service"
      ),
      (
        ["LoadState": "masked", "ActiveState": "inactive"], .fault, "It is masked.",
        "systemctl unmask audiosessiond.service"
      ),
    ]
    for (properties, state, sentence, command) in rows {
      var examination = Examination.healthy
      let socket = ["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled"]
      examination.units = told(socket, ["LoadState": "loaded"].merging(properties) { $1 })
      let finding = Finding(
        subject: "audiosessiond.service",
        state: state,
        sentence: sentence,
        commands: command.map { [$0] } ?? []
      )
      #expect(examination.unitFindings.last == finding)
    }
  }

  @Test func `where there are no units to tell of`() {
    let rows: [(Result<Units, Examination.Absence>, [Finding])] = [
      (.failure(.chosen), []),
      (
        .failure(.otherManager),
        [
          Finding(
            subject: "units",
            state: .note,
            sentence: "systemd doesn't run here: nothing starts the daemon again if it ends."
          )
        ]
      ),
      (
        told(["LoadState": "not-found"], ["LoadState": "not-found"]),
        [
          Finding(
            subject: "units",
            state: .note,
            sentence: "systemd knows no audiosessiond.socket.",
            commands: ["systemctl daemon-reload"]
          )
        ]
      ),
    ]
    for (units, findings) in rows {
      var examination = Examination.healthy
      examination.units = units
      #expect(examination.unitFindings == findings)
    }
  }

  @Test func `JSON, and a fault is the command's failure`() throws {
    let fault = Finding(subject: "socket", state: .fault, sentence: "No.", commands: ["mend it"])
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    var output = Output(to: null, .plain)
    #expect(throws: Failure.unwell) { try Doctor.tell([fault], asJSON: true, &output) }
    let note = Finding(subject: "units", state: .note, sentence: "Hm.")
    try Doctor.tell([note], asJSON: false, &output)
    #expect(
      Doctor.json([fault, note]).text
        == #"{"healthy":false,"checks":[{"subject":"socket","state":"fault","sentence":"No.","#
        + #""commands":["mend it"]},{"subject":"units","state":"note","sentence":"Hm.","#
        + #""commands":[]}]}"#
    )
    #expect(Failure.unwell.exitStatus == 1)
    #expect(Failure.unwell.message == nil)
  }

  @Test func `what systemctl prints is read as it is`() {
    let text = "LoadState=loaded\nResult=\n\nLoadState=not-found\nStatusText=a=b\n"
    let units = Units(text)
    #expect(units?.socket.properties == ["LoadState": "loaded", "Result": ""])
    #expect(units?.service.properties == ["LoadState": "not-found", "StatusText": "a=b"])
    for wrong in ["", "LoadState=loaded\n", "a\n\nb\n"] { #expect(Units(wrong) == nil) }
  }

  @Test func `other programs are run to their end, and their failure tells nothing`() {
    #expect(ProgramOutput.text(of: ["printf", "%s", "a b"]) == "a b")
    #expect(ProgramOutput.text(of: ["false"]) == nil)
    #expect(ProgramOutput.text(of: ["audiosession-no-such-program"]) == nil)
    let both = ProgramOutput.run(["sh", "-c", "echo a; echo b >&2; exit 78"], withErrors: true)
    #expect(both?.status == 78 && both?.text == "a\nb\n")
  }

  private func report(_ examination: Examination) -> String {
    Doctor.lines(examination.findings, .plain).joined(separator: "\n")
  }
}
