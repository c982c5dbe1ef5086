import AudioSessionClient
import AudioSessionWire
import Testing

@testable import audiosessionctl

/// What the doctor says of the user's agent.
struct DoctorAgentTests {
  private func findings(
    _ answer: AgentCheck.Answer,
    _ unit: [String: String]? = ["LoadState": "loaded", "ActiveState": "active"],
    endpoints: Bool = false,
    status: JSONValue = ["enforcers": 1]
  ) -> [Finding] {
    var examination = Examination.healthy
    examination.path = "/s"
    examination.status = status
    examination.agent = AgentCheck(
      answer: answer,
      unit: unit.map { Units.Unit(properties: ["UnitFileState": "enabled"].merging($0) { $1 }) },
      hasRoleEndpoints: endpoints
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

  @Test func `what keeps an agent from its work is said with what mends it`() {
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
      findings(.report(AgentReportTests.report()), status: ["enforcers": 0]) == [
        finding(.fault, "The daemon doesn't know it as an enforcer.", restart)
      ]
    )
    #expect(
      findings(.report(AgentReportTests.report()), endpoints: true).map(\.sentence) == [
        "WirePlumber's role endpoints are enabled: both would lower streams."
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

  @Test func `endpoints for roles are seen in what wpctl prints`() {
    let heading = "Audio\n ├─ Sinks:\n │  *   33. lab_sink [vol: 1.00]\n │  \n"
    let none = "\(heading) ├─ Sink endpoints:\n │  \n ├─ Sources:\n │      40. mic [vol: 1.00]\n"
    let some = "\(heading) ├─ Sink endpoints:\n │      42. Multimedia [vol: 1.00]\n │  \n"
    #expect(!AgentCheck.hasEndpoints(none))
    #expect(AgentCheck.hasEndpoints(some))
    #expect(!AgentCheck.hasEndpoints(""))
  }
}
