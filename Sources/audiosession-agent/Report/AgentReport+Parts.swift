import AgentAnswers
import AudioSessionConfigurationFile
import AudioSessionWire

extension AgentReport {
  /// Reports what the parts of the agent know; the streams get the places of their rules.
  init(
    daemon: Contact,
    grants: [String],
    pipeWire: Contact,
    sessionBus: Contact,
    systemBus: Contact,
    isSilenced: Bool,
    neighbours: GraphNeighbours,
    configuration: AgentConfiguration,
    streams: [StreamReport]
  ) {
    self.init(
      version: AudioSessionWire.version,
      daemon: daemon,
      grants: grants.sorted(),
      pipeWire: pipeWire,
      sessionBus: sessionBus,
      systemBus: systemBus,
      isSilenced: isSilenced,
      neighbours: Neighbours(
        roleNodes: neighbours.roleNodes,
        jackClients: neighbours.jackClients,
        pausesPlayers: neighbours.pausesPlayers
      ),
      rules: Rules(
        files: configuration.files,
        faults: configuration.faults.map { $0.description },
        warnings: configuration.warnings.map { $0.description }
      ),
      streams: streams.map { stream in
        var stream = stream
        stream.rulePlace = stream.rule.flatMap { configuration.setBy["Rule \($0)"]?.description }
        return stream
      }
    )
  }
}
