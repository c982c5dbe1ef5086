import AudioSessionConfigurationFile
import AudioSessionWire
import Enforcement

/// The agent's report about itself and all streams.
struct AgentReport {
  /// The state of a connection that the agent needs.
  struct ConnectionState: Equatable {
    /// Its address, or the one last tried.
    var place: String?
    var isConnected: Bool
    /// The reason that it isn't connected, a sentence; nil while it is.
    var because: String?
  }

  var daemon: ConnectionState
  /// The names of the agent's grants.
  var grants: [String]
  var pipeWire: ConnectionState
  var sessionBus: ConnectionState
  var systemBus: ConnectionState
  /// The silent switch (R62).
  var isSilenced: Bool
  var neighbours: GraphNeighbours
  var configuration: AgentConfiguration
  var streams: [StreamReport]

  /// The report as it is sent.
  var json: JSONValue {
    [
      "version": .string(version),
      "daemon": daemon.json,
      "grants": .array(grants.sorted().map { .string($0) }),
      "pipeWire": pipeWire.json,
      "sessionBus": sessionBus.json,
      "systemBus": systemBus.json,
      "silenced": .bool(isSilenced),
      "neighbours": neighbours.json,
      "rules": configuration.json,
      "streams": .array(streams.map { $0.json(configuration) }),
    ]
  }
}

extension AgentReport.ConnectionState {
  fileprivate var json: JSONValue {
    [
      "place": text(place), "connected": .bool(isConnected), "because": text(because),
    ]
  }
}

extension GraphNeighbours {
  fileprivate var json: JSONValue {
    [
      "roleNodes": .array(roleNodes.map { .string($0) }),
      "jackClients": .array(jackClients.map { .string($0) }),
      "pausesPlayers": .bool(pausesPlayers),
    ]
  }
}

extension AgentConfiguration {
  fileprivate var json: JSONValue {
    [
      "files": .array(files.map { .string($0) }),
      "faults": .array(faults.map { .string($0.description) }),
      "warnings": .array(warnings.map { .string($0.description) }),
    ]
  }
}

extension StreamReport {
  /// The stream as it is sent, with the place of its rule.
  fileprivate func json(_ configuration: AgentConfiguration) -> JSONValue {
    let place = rule.flatMap { configuration.setBy["Rule \($0)"]?.description }
    return [
      "stream": .number("\(stream)"),
      "direction": .string(direction.rawValue),
      "application": .string(application),
      "mediaName": .string(mediaName),
      "pid": pid.map { .number("\($0)") } ?? .null,
      "claimed": .bool(isClaimed),
      "device": text(device),
      "state": .string(state.rawValue),
      "rule": text(rule),
      "rulePlace": text(place),
      "session": session.map { .number("\($0)") } ?? .null,
      "gain": JSONValue(floatLiteral: gain),
      "standing": .string(standing.rawValue),
      "because": .string(because),
      "trouble": text(trouble),
    ]
  }
}

private func text(_ string: String?) -> JSONValue { string.map { .string($0) } ?? .null }
