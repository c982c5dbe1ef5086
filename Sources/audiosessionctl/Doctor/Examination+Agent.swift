import AudioSessionWire

/// The findings about the user's agent; none if it isn't installed.
extension Examination {
  var agentFindings: [Finding] {
    guard let agent else { return [] }
    switch agent.answer {
    case .report(let view):
      let unit = agent.unit.map { running($0) } ?? []
      return unit + findings(of: view, hasRoleEndpoints: agent.hasRoleEndpoints)
    case .silent:
      return [
        finding(.fault, "It doesn't answer.", ["systemctl --user restart \(AgentCheck.unitName)"])
      ]
    case .nobody: return agent.unit.map { absent($0) } ?? []
    }
  }

  private func finding(
    _ state: Finding.State,
    _ sentence: String,
    _ commands: [String] = []
  ) -> Finding {
    Finding(subject: "agent", state: state, sentence: sentence, commands: commands)
  }

  private func running(_ unit: Units.Unit) -> [Finding] {
    let name = AgentCheck.unitName
    if unit["NeedDaemonReload"] == "yes" {
      let sentence = "Its unit file has changed since systemd read it."
      return [finding(.note, sentence, ["systemctl --user daemon-reload"])]
    }
    let isEnabled = unit["UnitFileState"].hasPrefix("enabled")
    if unit["ActiveState"] == "active", !isEnabled {
      let sentence = "It is running, but won't after the next login."
      return [finding(.note, sentence, ["systemctl --user enable \(name)"])]
    }
    return []
  }

  private func absent(_ unit: Units.Unit) -> [Finding] {
    let name = AgentCheck.unitName
    let isEnabled = unit["UnitFileState"].hasPrefix("enabled")
    switch (unit["LoadState"], unit["ActiveState"]) {
    case ("masked", _):
      return [finding(.note, "It is masked.", ["systemctl --user unmask \(name)"])]
    case ("loaded", "failed"):
      let sentence = "It failed: \(unit["Result"])."
      return [finding(.fault, sentence, ["journalctl --user -xeu \(name)"])]
    case ("loaded", "inactive"):
      let verb = isEnabled ? "start" : "enable --now"
      let sentence = "It isn't running: programs that don't follow decisions aren't made to."
      return [finding(.note, sentence, ["systemctl --user \(verb) \(name)"])]
    case ("loaded", _):
      return [finding(.fault, "It doesn't start.", ["journalctl --user -xeu \(name)"])]
    default: return []
    }
  }

  private func findings(of view: AgentView, hasRoleEndpoints: Bool) -> [Finding] {
    let all =
      contacts(of: view) + rules(of: view) + endpoints(hasRoleEndpoints) + silence(of: view)
    if !all.isEmpty { return all }
    let streams = counted(Int64(view.streams.count), "stream")
    return [finding(.good, "It enforces decisions, and sees \(streams).")]
  }

  private func contacts(of view: AgentView) -> [Finding] {
    var all: [Finding] = []
    if let because = because(view, "pipeWire") {
      let start = "systemctl --user start pipewire.service wireplumber.service"
      all.append(finding(.fault, "It isn't connected to PipeWire\(because).", [start]))
    }
    if let because = because(view, "daemon") {
      let restart = "systemctl --user restart \(AgentCheck.unitName)"
      all.append(finding(.fault, "It isn't connected to the daemon\(because).", [restart]))
    } else if view.daemonPath != path {
      let other = view.daemonPath?.printable ?? "?"
      all.append(finding(.note, "It serves another daemon: \(other)."))
    } else if status?["enforcers"]?.integer == 0 {
      let restart = "systemctl --user restart \(AgentCheck.unitName)"
      all.append(finding(.fault, "The daemon doesn't know it as an enforcer.", [restart]))
    }
    if let because = because(view, "sessionBus") {
      all.append(finding(.note, "It can't pause players over the session bus\(because)."))
    }
    return all
  }

  /// The reason why a connection is missing, as the end of a sentence; nil if it is there.
  private func because(_ view: AgentView, _ member: String) -> String? {
    let contact = view.report[member] ?? [:]
    if contact.isTrue("connected") { return nil }
    return contact.text(of: "because").map { ": \($0)" } ?? ""
  }

  private func rules(of view: AgentView) -> [Finding] {
    let rules = view.report["rules"] ?? [:]
    let words = { (member: String) in
      (rules[member]?.array ?? []).compactMap { $0.string?.printable }
    }
    let check = ["audiosession-agent --check-config"]
    var all = words("faults").map { finding(.fault, "\($0).", check) }
    all += words("warnings").map { finding(.note, "\($0).", check) }
    if words("files").isEmpty {
      let sentence = "It has no rules, so it opens no sessions for programs."
      all.append(finding(.note, sentence, ["man 5 audiosession-agent.conf"]))
    }
    return all
  }

  private func endpoints(_ areOn: Bool) -> [Finding] {
    guard areOn else { return [] }
    let sentence = "WirePlumber's role endpoints are enabled: both would lower streams."
    let files = "/etc/wireplumber ~/.config/wireplumber"
    return [finding(.note, sentence, ["grep -rn endpoints \(files)"])]
  }

  private func silence(of view: AgentView) -> [Finding] {
    guard view.report.isTrue("silenced") else { return [] }
    let sentence = "The silent switch is on (R62)."
    return [finding(.note, sentence, ["audiosession-agent --silent off"])]
  }
}
