import AgentAnswers
import AudioSessionWire
import ControlCore

/// The findings about the user's agent; none if it isn't installed.
extension Examination {
  var agentFindings: [Finding] {
    guard let agent else { return [] }
    switch agent.answer {
    case .report(let view):
      let unit = agent.unit.map { running($0) } ?? []
      return unit + findings(of: view.report.value, agent)
    case .silent: return [finding(.fault, "It doesn't answer.", [restart])]
    case .nobody: return (agent.unit.map { absent($0) } ?? []) + files(of: agent)
    case .unknown where agent.configuration == .unknown: return []
    case .unknown:
      let remedy = "export XDG_RUNTIME_DIR=/run/user/$(id -u)"
      return [finding(.note, "Unknown: XDG_RUNTIME_DIR isn't set.", [remedy])]
    }
  }

  private var restart: String { "systemctl --user restart \(AgentCheck.unitName)" }

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
    if unit["ActiveState"] == "active", unit["LoadState"] == "not-found" {
      let sentence = "It is running, but isn't installed any more."
      return [finding(.note, sentence, ["systemctl --user stop \(name)"])]
    }
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
    case ("loaded", "active"): return [finding(.fault, "It runs, but doesn't answer.", [restart])]
    case ("loaded", _):
      return [finding(.fault, "It doesn't start.", ["journalctl --user -xeu \(name)"])]
    default: return []
    }
  }

  private func findings(of report: AgentReport, _ agent: AgentCheck) -> [Finding] {
    var all =
      edition(of: report) + contacts(of: report) + rules(of: report, agent)
      + neighbours(report.neighbours) + silence(of: report) + lacks(of: report)
    if all.isEmpty {
      let streams = counted(Int64(report.streams.count), "stream")
      all = [finding(.good, "It enforces decisions, and sees \(streams).")]
    }
    return all + pauses(report.neighbours)
  }

  private func edition(of report: AgentReport) -> [Finding] {
    let theirs = report.version.printable
    if theirs == version { return [] }
    let sentence = "It is audiosession-agent \(theirs); this program is \(version)."
    return [finding(.note, sentence, [restart])]
  }

  private func contacts(of report: AgentReport) -> [Finding] {
    var all: [Finding] = []
    if let lack = report.pipeWire.lack {
      let start = "systemctl --user start pipewire.service wireplumber.service"
      all.append(finding(.fault, "It isn't connected to PipeWire\(lack).", [start]))
    }
    if let lack = report.daemon.lack {
      all.append(finding(.fault, "It isn't connected to the daemon\(lack).", [restart]))
    } else if report.daemon.place != path {
      let other = report.daemon.place?.printable ?? "?"
      all.append(finding(.note, "It serves another daemon: \(other)."))
    } else if status?.enforcers == 0 {
      all.append(finding(.fault, "The daemon doesn't know it as an enforcer.", [restart]))
    }
    if let lack = report.sessionBus.lack {
      all.append(finding(.note, "It can't pause players over the session bus\(lack)."))
    }
    return all
  }

  private func rules(of report: AgentReport, _ agent: AgentCheck) -> [Finding] {
    let rules = report.rules
    var all = files(of: agent, told: rules.faults.map { $0.printable })
    all += rules.warnings.map { finding(.note, "\($0.printable).", [check]) }
    if rules.files.isEmpty {
      let sentence = "It has no rules, so it opens no sessions for programs."
      all.append(finding(.note, sentence, ["man 5 audiosession-agent.conf"]))
    }
    return all
  }

  private var check: String { "audiosession-agent --check-config" }

  /// The faults in its files as they are, and in those that it has read.
  ///
  /// - Parameters:
  ///   - agent: The agent.
  ///   - told: What the agent itself says; nil if it isn't running.
  /// - Returns: A finding for each fault.
  private func files(of agent: AgentCheck, told: [String]? = nil) -> [Finding] {
    let reload =
      agent.unit?["LoadState"] == "loaded" ? ["systemctl --user reload \(AgentCheck.unitName)"] : []
    var found: [String] = []
    if case .wrong(let faults) = agent.configuration { found = faults.map { $0.printable } }
    guard let told else {
      return found.map { finding(.fault, "\($0). The agent would ignore that file.", [check]) }
    }
    if agent.configuration == .unknown { return told.map { finding(.fault, "\($0).", [check]) } }
    let older = "The agent has older rules, and would ignore the file at its next start."
    return found.map { fault in
      let consequence = told.contains(fault) ? "The agent ignores that file." : older
      return finding(.fault, "\(fault). \(consequence)", [check] + reload)
    }
      + told.filter { !found.contains($0) }.map { fault in
        let correction = "The agent ignores that file, which has been corrected since."
        return finding(.fault, "\(fault). \(correction)", reload)
      }
  }

  /// What else acts on the sound, or escapes the agent.
  private func neighbours(_ neighbours: AgentReport.Neighbours) -> [Finding] {
    var all: [Finding] = []
    let nodes = neighbours.roleNodes.map { $0.printable }
    if !nodes.isEmpty {
      let sentence =
        "WirePlumber lowers streams by their roles (\(nodes.joined(separator: ", "))), as the agent "
        + "does: remove the file that makes it, or disable the agent."
      let pattern = "'role-based|policy.roles|endpoints'"
      let search = "grep -rlE \(pattern) /etc/wireplumber ~/.config/wireplumber"
      let restart = "systemctl --user restart wireplumber.service"
      all.append(finding(.note, sentence, [search, restart]))
    }
    let clients = neighbours.jackClients.map { $0.printable }
    if !clients.isEmpty {
      let count = counted(Int64(clients.count), "JACK client")
      let words = clients.count == 1 ? ("has", "isn't") : ("have", "aren't")
      let sentence = "\(count) \(words.0) no streams, and so \(words.1) governed"
      all.append(finding(.note, "\(sentence): \(clients.joined(separator: ", "))."))
    }
    return all
  }

  /// That WirePlumber pauses players, too, which is nothing to be mended.
  private func pauses(_ neighbours: AgentReport.Neighbours) -> [Finding] {
    guard neighbours.pausesPlayers else { return [] }
    let sentence =
      "WirePlumber pauses players whose output goes away (linking.pause-playback), and the agent "
      + "leaves those paused."
    return [finding(.good, sentence)]
  }

  private func silence(of report: AgentReport) -> [Finding] {
    guard report.isSilenced else { return [] }
    let sentence = "The silent switch is on (R62)."
    return [finding(.note, sentence, ["audiosession-agent --silent off"])]
  }

  /// Streams for which the daemon opened no session.
  private func lacks(of report: AgentReport) -> [Finding] {
    let troubles = report.streams.compactMap { $0.trouble?.printable }
    guard let first = troubles.first else { return [] }
    let count = counted(Int64(troubles.count), "stream")
    let sentence =
      "It could open no session for \(count), which it treats as the world around: \(first)"
    return [finding(.fault, sentence, ["audiosession-agent --explain-rules"])]
  }
}
