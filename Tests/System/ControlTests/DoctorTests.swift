import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import Glibc
import Testing

@testable import audiosessionctl
@testable import ControlCore

struct DoctorTests {
  @Test func `all is well`() {
    #expect(
      report(Examination.healthy) == """
        ok  socket                 /run/audiosession/socket answers.
        ok  daemon                 audiosessiond \(version), the same as this program.
        ok  audiosessiond.socket   It is listening, and will after the next boot.
        ok  audiosessiond.service  It is running.
        ok  configuration          2 files, without faults.
        ok  caller                 You are user 1000, process 812, in user@1000.service, and within it \
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
        fault  audiosessiond.socket   It isn't listening.
            systemctl enable --now audiosessiond.socket
        note   audiosessiond.service  It isn't running.

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
        <33>note</>   <1>daemon</>                 It is audiosessiond 0.9.0\\u{9b}; this program is \
        \(version).
            systemctl --user restart audiosessiond.service
        <33>note</>   <1>audiosessiond.socket</>   It is listening, but won't after the next boot.
            systemctl --user enable audiosessiond.socket
        <31>fault</>  <1>audiosessiond.service</>  It failed: watchdog.
            journalctl --user -xeu audiosessiond.service
        <32>ok</>     <1>configuration</>          2 files, without faults.
        <33>note</>   <1>caller</>                 You are user 7; your process isn't \
        visible, so grants by unit don't apply.
        <32>ok</>     <1>grants</>                 None. Priorities above normal are granted in \
        the configuration.
            man 5 audiosessiond.conf
        """
    )
  }

  @Test func `a daemon that doesn't answer: each cause is reported with its remedy`() {
    let rows: [(error: ClientError, sentence: String, commands: [String])] = [
      (
        .unavailable(tried: ["/s"], Errno(.connect, ECONNREFUSED)),
        "Nothing listens at /run/s any more.", ["systemctl restart audiosessiond.socket"]
      ),
      (
        .unavailable(tried: ["/s"], Errno(.connect, EMFILE)),
        "Can't connect to /run/s: Too many open files.",
        ["systemctl restart audiosessiond.service"]
      ),
      (
        .disconnected, "What listens at /run/s closes the connection.",
        ["systemctl restart audiosessiond.service"]
      ),
      (
        .protocolViolation("HTTP"),
        "What listens at /run/s isn't audiosessiond: it sent HTTP.", []
      ),
      (
        .refused(ErrorReply(code: -32003, message: "Too many.")),
        "The daemon refuses the connection: Too many (-32003).", []
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
        "It is running, after 3 restarts by systemd.", "sudo journalctl -xeu audiosessiond.service"
      ),
      (
        ["ActiveState": "active", "NRestarts": "0", "NeedDaemonReload": "yes"], .note,
        "Its unit file has changed since systemd read it.", "systemctl daemon-reload"
      ),
      (
        ["ActiveState": "failed", "SubState": "failed", "Result": "exit-code"], .fault,
        "It failed: exit-code.", "sudo journalctl -xeu audiosessiond.service"
      ),
      (["ActiveState": "inactive"], .good, "It starts with the first client.", nil),
      (
        ["ActiveState": "activating", "SubState": "auto-restart"], .fault,
        "It doesn't start; its state is auto-restart.", "sudo journalctl -xeu audiosessiond.service"
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
            sentence: "systemd isn't running: nothing restarts the daemon if it ends."
          )
        ]
      ),
      (
        told(["LoadState": "not-found"], ["LoadState": "not-found"]),
        [
          Finding(
            subject: "units",
            state: .note,
            sentence: "systemd doesn't know audiosessiond.socket.",
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

  @Test func `systemctl's output: read as the properties of the socket and the service`() {
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
