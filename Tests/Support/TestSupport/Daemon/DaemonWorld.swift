import AudioSessionJSON
package import AudioSessionTypes
import AudioSessionWire
import Foundation

/// Plays scenarios over the socket of a real daemon, with a process for each client.
///
/// What different clients are told comes over different connections, so that only each session's
/// own order can be seen. After each step a round trip on every connection makes sure that nothing
/// more is under way.
package struct DaemonWorld: ScenarioWorld {
  package static let name = ScenarioWorldName.daemon
  package static let seesWholeOrder = false

  /// Whether other users and groups can be played: that takes root.
  package static let canBeOthers = geteuid() == 0

  package internal(set) var rules = RuleSet()
  let daemon: TestDaemon
  var cast: DaemonCast
  var settings: [PolicySetting]
  /// The system itself, and who looks at sessions.
  var system: ClientConnection
  /// Follows all decisions.
  var observer: ClientConnection
  /// Records all events, as far as that is granted.
  var recording: RecordingCheck?
  var epoch = ""
  /// The number of the latest decision that was seen.
  var seq: Int64 = 0
  /// The number of the latest message about each session.
  var lastTold: [String: Int64] = [:]
  /// For how long each lease was last held.
  var leases: [String: Duration] = [:]
  var hasStopped = false

  /// Opens the declared sessions under the declared policy.
  ///
  /// - Parameter stage: What the scenario declares.
  /// - Throws: What can't be set up, such as a session that is refused.
  package init(_ stage: Stage) throws(ScenarioFault) {
    do throws(ProcessFault) {
      settings = stage.settings
      cast = DaemonCast(stage)
      try cast.start()
      daemon = try TestDaemon(try DaemonWorld.configuration(settings, cast))
      system = try daemon.connect()
      observer = try daemon.connect()
      try lookOn()
    } catch {
      throw ScenarioFault("\(error)")
    }
    for session in stage.sessions {
      let told = try perform(.opens(session))
      guard told == ["granted"] else {
        throw ScenarioFault("\(session.name) can't be opened: \(told.joined(separator: ", "))")
      }
    }
  }

  /// Carries out a step and returns everything that anybody is told, for each session in order.
  package mutating func perform(_ action: Action) throws(ScenarioFault) -> [String] {
    do throws(ProcessFault) {
      let former = seq
      let reply = try carryOut(action)
      guard !hasStopped else { return reply }
      let told = try takeTold()
      try recording?.checkDecisions()
      if reply == ["granted"], seq == former { noteUnchanged(action) }
      return reply + told
    } catch {
      throw ScenarioFault("\(error)")
    }
  }

  /// What is granted and changes nothing takes no number, so that no observer sees its rule.
  private mutating func noteUnchanged(_ action: Action) {
    switch action {
    case .activates: rules.insert(.R5)
    case .deactivates: rules.insert(.R22)
    case .configures: rules.insert(.R36)
    default: break
    }
  }

  /// Begins to follow the daemon's decisions, and to record them.
  mutating func lookOn() throws(ProcessFault) {
    let list = try observer.granted("events.subscribe", ["scope": "all"])
    guard let epoch = list["epoch"]?.string, let seq = list["seq"]?.integer else {
      throw ProcessFault("events.subscribe answered \(list.text)")
    }
    self.epoch = epoch
    self.seq = seq
    recording = DaemonWorld.canBeOthers ? try RecordingCheck(try daemon.connect()) : nil
  }

  /// The connection of a name, with the events it watches.
  mutating func connection(_ name: String) throws(ProcessFault) -> ClientConnection {
    let hello = hello(of: name)
    return try cast.connection(name, to: daemon.socketPath) { connection throws(ProcessFault) in
      guard let hello else { return }
      try connection.granted("hello", hello)
    }
  }

  /// What a connection says of itself, nil if nothing.
  func hello(of name: String) -> JSONValue? {
    var members: [JSONValue.Member] = []
    if cast.stage.watchers.contains(name) {
      members.append(JSONValue.Member("events", ["lifecycle"]))
    }
    if let application = cast.application(of: name) {
      members.append(JSONValue.Member("application", .string(application)))
    }
    guard !members.isEmpty else { return nil }
    return .object([JSONValue.Member("protocol", 1)] + members)
  }

  /// Writes the configuration anew and has it read.
  mutating func reload() throws(ProcessFault) {
    try daemon.configure(try DaemonWorld.configuration(settings, cast).text)
    let said = try daemon.reload()
    guard said.count == 1, said[0].hasPrefix("the configuration was read again: ") else {
      throw ProcessFault("the daemon said: \(said.joined(separator: " "))")
    }
  }

  private static func configuration(
    _ settings: [PolicySetting],
    _ cast: DaemonCast
  ) throws(ProcessFault) -> DaemonConfiguration {
    var configuration = DaemonConfiguration(settings)
    let roles: [String]
    do throws(ScenarioFault) {
      roles = try settings.withProfile.compactMap(\.grantedRole)
    } catch { throw ProcessFault(error.message) }
    if canBeOthers { configuration.grants = cast.configuredGrants(roles: roles) }
    return configuration
  }
}
