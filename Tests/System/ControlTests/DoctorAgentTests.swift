import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import audiosessionctl

/// What the doctor says of the user's agent.
struct DoctorAgentTests {
  private func findings(
    _ answer: AgentCheck.Answer,
    _ unit: [String: String]? = ["LoadState": "loaded", "ActiveState": "active"],
    configuration: ConfigurationCheck = .unknown,
    enforcers: Int = 1
  ) -> [Finding] {
    var examination = Examination.healthy
    examination.path = "/s"
    examination.status = Canned.status(enforcers: enforcers)
    examination.agent = AgentCheck(
      answer: answer,
      unit: unit.map { Units.Unit(properties: ["UnitFileState": "enabled"].merging($0) { $1 }) },
      configuration: configuration
    )
    return examination.agentFindings
  }

  private func finding(
    _ state: Finding.State,
    _ sentence: String,
    _ commands: String...
  ) -> Finding {
    Finding(subject: "agent", state: state, sentence: sentence, commands: commands)
  }

  @Test func `an agent that works is one good line`() {
    let good = finding(.good, "It enforces decisions, and sees 3 streams.")
    #expect(findings(.report(AgentReportTests.report())) == [good])
    #expect(findings(.report(AgentReportTests.report()), nil) == [good])
  }

  @Test func `a stream without a session is a fault, with the daemon's reason`() {
    let streams: JSONValue = [
      ["stream": 9, "trouble": "The limits allow no further session."],
      ["stream": 10, "trouble": nil],
    ]
    let sentence =
      "It could open no session for 1 stream, which it treats as the world around: "
      + "The limits allow no further session."
    #expect(
      findings(.report(AgentReportTests.report(streams: streams)))
        == [finding(.fault, sentence, "audiosession-agent --explain-rules")]
    )
  }

  @Test func `where no agent is looked for or installed nothing is said`() {
    #expect(Examination.healthy.agentFindings == [])
    #expect(findings(.nobody, ["LoadState": "not-found", "ActiveState": "inactive"]) == [])
    #expect(findings(.nobody, nil) == [])
  }

  @Test func `the findings stand last, and only where the daemon answers`() {
    var examination = Examination.healthy
    examination.agent = AgentCheck(answer: .silent)
    #expect(examination.findings.last?.subject == "agent")
    examination.contact = .failure(.timedOut)
    #expect(!examination.findings.contains { $0.subject == "agent" })
  }

  @Test func `an agent that isn't there, and what brings it`() {
    let name = "audiosession-agent.service"
    let rows: [(unit: [String: String], finding: Finding)] = [
      (
        ["LoadState": "loaded", "ActiveState": "inactive"],
        finding(.note, absence, "systemctl --user start \(name)")
      ),
      (
        ["LoadState": "loaded", "ActiveState": "inactive", "UnitFileState": "disabled"],
        finding(.note, absence, "systemctl --user enable --now \(name)")
      ),
      (
        ["LoadState": "loaded", "ActiveState": "failed", "Result": "exit-code"],
        finding(.fault, "It failed: exit-code.", "journalctl --user -xeu \(name)")
      ),
      (
        ["LoadState": "loaded", "ActiveState": "activating"],
        finding(.fault, "It doesn't start.", "journalctl --user -xeu \(name)")
      ),
      (
        ["LoadState": "masked", "ActiveState": "inactive"],
        finding(.note, "It is masked.", "systemctl --user unmask \(name)")
      ),
    ]
    for (unit, finding) in rows { #expect(findings(.nobody, unit) == [finding]) }
    #expect(
      findings(.silent) == [
        finding(.fault, "It doesn't answer.", "systemctl --user restart \(name)")
      ]
    )
  }

  private let absence =
    "It isn't running: programs that don't follow decisions aren't made to."

  @Test func `an agent hindered in its work: each cause is reported with its remedy`() {
    let restart = "systemctl --user restart audiosession-agent.service"
    let lost: JSONValue = ["place": "/s", "connected": false, "because": "there is no /s"]
    let check = "audiosession-agent --check-config"
    let rows: [(view: AgentView, finding: Finding)] = [
      (
        AgentReportTests.report(
          pipeWire: ["place": nil, "connected": false, "because": "built without it"]
        ),
        finding(
          .fault,
          "It isn't connected to PipeWire: built without it.",
          "systemctl --user start pipewire.service wireplumber.service"
        )
      ),
      (
        AgentReportTests.report(daemon: lost),
        finding(.fault, "It isn't connected to the daemon: there is no /s.", restart)
      ),
      (
        AgentReportTests.report(daemon: ["place": "/other", "connected": true]),
        finding(.note, "It serves another daemon: /other.")
      ),
      (
        AgentReportTests.report(rules: ["files": ["/a"], "faults": ["/b:1: x"], "warnings": []]),
        finding(.fault, "/b:1: x.", check)
      ),
      (
        AgentReportTests.report(rules: ["files": ["/a"], "faults": [], "warnings": ["/b:1: y"]]),
        finding(.note, "/b:1: y.", check)
      ),
      (
        AgentReportTests.report(rules: ["files": [], "faults": [], "warnings": []]),
        finding(
          .note,
          "It has no rules, so it opens no sessions for programs.",
          "man 5 audiosession-agent.conf"
        )
      ),
      (
        AgentReportTests.report(silenced: true),
        finding(.note, "The silent switch is on (R62).", "audiosession-agent --silent off")
      ),
    ]
    for (view, finding) in rows { #expect(findings(.report(view)) == [finding]) }
    #expect(
      findings(.report(AgentReportTests.report()), enforcers: 0) == [
        finding(.fault, "The daemon doesn't know it as an enforcer.", restart)
      ]
    )
  }

  @Test func `its files are read as they are now, whatever it has read`() {
    let name = "audiosession-agent.service"
    let check = "audiosession-agent --check-config"
    let reload = "systemctl --user reload \(name)"
    let told = AgentReportTests.report(
      rules: ["files": ["/a"], "faults": ["/b:1: x"], "warnings": []]
    )
    let older = "The agent has older rules, and would ignore the file at its next start."
    let rows: [(AgentCheck.Answer, ConfigurationCheck, [Finding])] = [
      (
        .report(told), .wrong(["/b:1: x", "/c:2: y"]),
        [
          finding(.fault, "/b:1: x. The agent ignores that file.", check, reload),
          finding(.fault, "/c:2: y. \(older)", check, reload),
        ]
      ),
      (
        .report(told), .right(files: ["/b"]),
        [
          finding(
            .fault,
            "/b:1: x. The agent ignores that file, which has been corrected since.",
            reload
          )
        ]
      ),
      (
        .report(AgentReportTests.report()), .wrong(["/b:1: x"]),
        [finding(.fault, "/b:1: x. \(older)", check, reload)]
      ),
      (
        .nobody, .wrong(["/b:1: x"]),
        [
          finding(.note, absence, "systemctl --user start \(name)"),
          finding(.fault, "/b:1: x. The agent would ignore that file.", check),
        ]
      ),
    ]
    for (answer, configuration, expected) in rows {
      let state = answer == .nobody ? "inactive" : "active"
      let unit = ["LoadState": "loaded", "ActiveState": state]
      #expect(findings(answer, unit, configuration: configuration) == expected)
    }
  }

  @Test func `the agent's --check-config output: its faults are extracted`() {
    let fault = "/b.conf:2: Binry=x: expected Binary="
    let text = """
      audiosession-agent: \(fault)
      audiosession-agent: /b.conf is ignored; the rest of the configuration is in force
      audiosession-agent: /c.conf:1: warning: x: expected y

      """
    #expect(ConfigurationCheck(status: 78, text, isTrusted: true) == .wrong([fault]))
  }

  @Test func `an agent of another version, or one that was removed, is said to run`() {
    let name = "audiosession-agent.service"
    let old = AgentReportTests.report(version: "0.9.0\u{9B}")
    #expect(
      findings(.report(old)) == [
        finding(
          .note,
          "It is audiosession-agent 0.9.0\\u{9b}; this program is \(version).",
          "systemctl --user restart \(name)"
        )
      ]
    )
    let removed = ["LoadState": "not-found", "ActiveState": "active"]
    #expect(
      findings(.report(AgentReportTests.report()), removed).first
        == finding(
          .note,
          "It is running, but isn't installed any more.",
          "systemctl --user stop \(name)"
        )
    )
    // One that was started by hand has no unit.
    let byHand = ["LoadState": "not-found", "ActiveState": "inactive"]
    let good = finding(.good, "It enforces decisions, and sees 3 streams.")
    #expect(findings(.report(AgentReportTests.report()), byHand) == [good])
  }

  @Test func `without the place of its socket, nothing is said of whether it runs`() {
    let running = ["LoadState": "loaded", "ActiveState": "active"]
    let unknown = finding(
      .note,
      "Unknown: XDG_RUNTIME_DIR isn't set.",
      "export XDG_RUNTIME_DIR=/run/user/$(id -u)"
    )
    #expect(findings(.unknown, running, configuration: .right(files: [])) == [unknown])
    // No program, and so nothing to miss.
    #expect(findings(.unknown, nil, configuration: .unknown) == [])
    #expect(
      findings(.nobody, running) == [
        finding(
          .fault,
          "It runs, but doesn't answer.",
          "systemctl --user restart audiosession-agent.service"
        )
      ]
    )
  }

  @Test func `an agent that runs only until the next login is noted`() {
    let unit = ["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "disabled"]
    #expect(
      findings(.report(AgentReportTests.report()), unit).first
        == finding(
          .note,
          "It is running, but won't after the next login.",
          "systemctl --user enable audiosession-agent.service"
        )
    )
  }

  @Test func `other software acting on sound: reported, with what can be done about it`() {
    let report = { (neighbours: JSONValue) in
      findings(.report(AgentReportTests.report(neighbours: neighbours)))
    }
    #expect(
      report([
        "roleNodes": ["multimedia", "navi\u{9B}"], "jackClients": [], "pausesPlayers": false,
      ])
        == [
          finding(
            .note,
            "WirePlumber lowers streams by their roles (multimedia, navi\\u{9b}), as the agent "
              + "does: remove the file that makes it, or disable the agent.",
            "grep -rlE 'role-based|policy.roles|endpoints' /etc/wireplumber ~/.config/wireplumber",
            "systemctl --user restart wireplumber.service"
          )
        ]
    )
    #expect(
      report(["roleNodes": [], "jackClients": ["amp", "mpv"], "pausesPlayers": false]) == [
        finding(.note, "2 JACK clients have no streams, and so aren't governed: amp, mpv.")
      ]
    )
    // Nothing is amiss, and nobody has to do anything.
    #expect(
      report(["roleNodes": [], "jackClients": [], "pausesPlayers": true]) == [
        finding(.good, "It enforces decisions, and sees 3 streams."),
        finding(
          .good,
          "WirePlumber pauses players whose output goes away (linking.pause-playback), and the "
            + "agent leaves those paused."
        ),
      ]
    )
  }
}
