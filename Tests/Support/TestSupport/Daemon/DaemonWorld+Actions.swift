import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Foundation

extension DaemonWorld {
  /// Lets an action happen, and returns the requester's reply in the scenarios' words.
  mutating func carryOut(_ action: Action) throws(ProcessFault) -> [String] {
    switch action {
    case .opens(let session): return try open(session, by: session.name)
    case .opensAgain(let opener, let session): return try open(session, by: opener)
    case .activates(let name, let notifying, let hasRead):
      return try activate(name, notifying: notifying, hasRead: hasRead)
    case .deactivates(let name, let notifying):
      let options: JSONValue = notifying ? ["notifyOthersOnDeactivation"] : []
      return try request("session.deactivate", of: name, ["options": options])
    case .reports(let name, let report):
      return try request("session.report", of: name, report.parameters)
    case .configures(let name, let change):
      return try request("session.configure", of: name, change.parameters)
    case .renews(let name, let lease):
      let length: JSONValue? = lease.map { ["ttlSeconds": $0.inSeconds] }
      return try request("session.renew", of: name, length ?? [:])
    case .closes(let name): return try request("session.close", of: name)
    case .systemSoundIsAskedFor(let name, let zone): return try askForSystemSound(name, zone)
    case .daemonStops: return try stopDaemon()
    case .daemonRestarts: return try restartDaemon()
    case .offerLapses: try awaitDecision("offerLapsed")
    case .leaseEnds: try endLease()
    case .timePasses: throw ProcessFault("time passes by itself here; say 'only core'")
    case .asksWhy: throw ProcessFault("moments and numbers are others here; say 'only core'")
    default: try carryOutOfOthers(action)
    }
    return []
  }

  /// What isn't a session's own request, and has no reply that counts.
  private mutating func carryOutOfOthers(_ action: Action) throws(ProcessFault) {
    switch action {
    case .isEvicted(let name):
      try system.granted("session.evict", ["session": number(name)])
    case .dies(let name):
      try cast.kill(name)
      try awaitConnections()
    case .disconnects(let name):
      let connection = try connection(name)
      try cast.member(name).process.close(connection)
      cast.remove(connection)
      try awaitConnections()
    case .losesGrants(let name):
      cast.takeGrants(of: name)
      try reload()
    case .getsGrantsBack(let name):
      cast.returnGrants(of: name)
      try reload()
    case .maySpeak(let name, let forEverybody):
      cast.setReporter(name, forEverybody: forEverybody)
      try reload()
    case .namesApplication(let name, let application):
      cast.name(application: application, of: name)
      try connection(name).granted("hello", hello(of: name) ?? ["protocol": 1])
    case .policyBecomes(let settings):
      self.settings = settings
      try reload()
    case .isSuspended(let name, let isSuspended, let reporter):
      let pid = JSONValue.number(String(try cast.member(name).process.pid))
      try report(
        "system.setProcessSuspended",
        ["pid": pid, "suspended": .bool(isSuspended)],
        reporter
      )
    case .isMutedByUser(let name, let muted, let wantsUnmute, let reporter):
      try report(
        "system.setSessionMuted",
        [
          "session": number(name), "muted": .array(muted.words.map { .string($0.rawValue) }),
          "wantsUnmute": .bool(wantsUnmute),
        ],
        reporter
      )
    case .microphoneIsMuted(let isMuted, let reporter):
      try report("system.setMicrophoneMuted", ["muted": .bool(isMuted)], reporter)
    case .machineSleeps(let sleeps, let reporter):
      try report("system.setSleeping", ["sleeping": .bool(sleeps)], reporter)
    case .silentSwitchIs(let isOn, let reporter):
      try report("system.setSilenced", ["silenced": .bool(isOn)], reporter)
    case .routeChanges(let route, let reason, let reporter):
      try reportRoute(route, reason, reporter)
    case .volumeChanges(let volume, let reporter):
      try reportRoute(nil, nil, volume: volume, reporter)
    default: throw ProcessFault("\(action) isn't known here")
    }
  }

  private func number(_ name: String) throws(ProcessFault) -> JSONValue {
    guard let number = cast.numbers[name] else { throw ProcessFault("there is no \(name)") }
    return .number(String(number))
  }

  /// Who reports about the system; without a name it is the system itself.
  private mutating func report(
    _ method: String,
    _ parameters: JSONValue,
    _ reporter: String?
  ) throws(ProcessFault) {
    let connection = try reporter.map { name throws(ProcessFault) in try self.connection(name) }
    try (connection ?? system).granted(method, parameters)
  }

  /// Without a route it is the one that the reporter knows.
  private mutating func reportRoute(
    _ route: DeclaredRoute?,
    _ reason: RouteChangeReason?,
    volume: Double? = nil,
    _ reporter: String?
  ) throws(ProcessFault) {
    let connection = try reporter.map { name throws(ProcessFault) in try self.connection(name) }
    var members: [JSONValue.Member] =
      if let route {
        [
          JSONValue.Member("inputs", ports(route.inputs)),
          JSONValue.Member("outputs", ports(route.outputs)),
        ]
      } else {
        try (connection ?? system).granted("system.get")["route"]?.members ?? []
      }
    if let volume {
      members.removeAll { $0.name == "hardware" }
      members.append(JSONValue.Member("hardware", ["outputVolume": .number("\(volume)")]))
    }
    if let reason { members.append(JSONValue.Member("reason", .string(reason.rawValue))) }
    try (connection ?? system).granted("system.setRoute", .object(members))
  }

  /// Ports of these types, which are their names, too.
  private func ports(_ types: [String]) -> JSONValue {
    .array(
      types.map { ["portType": .string($0), "name": .string($0), "portID": .string($0)] }
    )
  }

  private mutating func open(
    _ session: DeclaredSession,
    by opener: String
  ) throws(ProcessFault) -> [String] {
    var parameters = session.configuration.parameters.members ?? []
    parameters.append(JSONValue.Member("name", .string(session.name)))
    if let zone = session.zone.parameter { parameters.append(zone) }
    let isLease = session.lease != nil || opener != session.name
    if isLease {
      let held = leases[session.name] ?? .seconds(30)
      let length = session.lease ?? held
      leases[session.name] = length
      let lease: JSONValue = ["leaseName": .string(session.name), "ttlSeconds": length.inSeconds]
      parameters.append(JSONValue.Member("lease", lease))
    }
    let reply = try ask(connection(opener), "session.open", .object(parameters))
    if let number = reply["result"]?["session"]?.integer {
      cast.enter(session.name, number, openedBy: opener)
    }
    return [line(reply)]
  }

  private mutating func activate(
    _ name: String,
    notifying: Bool,
    hasRead: Reading?
  ) throws(ProcessFault) -> [String] {
    var parameters: [JSONValue.Member] = []
    if notifying {
      parameters.append(JSONValue.Member("options", ["notifyOthersOnDeactivation"]))
    }
    if let hasRead {
      let read = hasRead == .everything ? seq : (lastTold[name] ?? 1) - 1
      parameters.append(JSONValue.Member("ifSeq", .number(String(read))))
    }
    return try request("session.activate", of: name, .object(parameters))
  }

  private mutating func request(
    _ method: String,
    of name: String,
    _ parameters: JSONValue = [:]
  ) throws(ProcessFault) -> [String] {
    let members = [JSONValue.Member("session", try number(name))] + (parameters.members ?? [])
    let reply = try ask(connection(cast.speaker(for: name)), method, .object(members))
    return [line(reply)]
  }

  /// A request whose reply comes before anything that it leads to (R13).
  private func ask(
    _ connection: ClientConnection,
    _ method: String,
    _ parameters: JSONValue
  ) throws(ProcessFault) -> JSONValue {
    let reply = try connection.call(method, parameters)
    let early = try connection.takeTold(fence: false)
    guard early.isEmpty else {
      throw ProcessFault("told before the reply: \(early.map(\.text).joined(separator: ", "))")
    }
    return reply
  }

  private mutating func askForSystemSound(
    _ name: String?,
    _ zone: DeclaredZone
  ) throws(ProcessFault) -> [String] {
    let connection = try name.map { name throws(ProcessFault) in try self.connection(name) }
    let zone = zone.parameter.map { [$0] } ?? []
    let result = try (connection ?? system).granted("alert.request", .object(zone))
    if let rule = result["rule"]?.string { note(rule) }
    return [result["play"] == true ? "heard" : "silent"]
  }

  /// Shortens the one lease, as any process of its user may, and waits for its end.
  private mutating func endLease() throws(ProcessFault) {
    guard leases.count == 1, let name = leases.keys.first else {
      throw ProcessFault("expected one lease, not \(leases.keys.sorted())")
    }
    let process = try cast.stranger(ofUserOf: name)
    let connection = try process.connect(to: daemon.socketPath)
    try connection.granted("session.renew", ["leaseName": .string(name), "ttlSeconds": 0.1])
    while let decision = try observer.nextMessage() {
      try see(decision)
      if decision["params"]?["cause"]?["event"] == "leaseExpired" { break }
    }
    try process.die()
    try awaitConnections()
  }

  /// Waits until the observer has seen a decision of that cause, and nothing that differs from it.
  private mutating func awaitDecision(_ event: String) throws(ProcessFault) {
    let decision = try observer.nextTold("server.decision")
    try see(decision)
    guard decision["params"]?["cause"]?["event"]?.string == event else {
      throw ProcessFault("instead of \(event) came \(decision.text)")
    }
  }

  /// Waits until the daemon has noticed which connections have ended.
  private func awaitConnections() throws(ProcessFault) {
    let expected = Int64(cast.connections.count + (recording == nil ? 2 : 3))
    let deadline = ContinuousClock.now + .milliseconds(Int(Patience.milliseconds))
    while try system.granted("server.status")["counts"]?["connections"]?.integer != expected {
      guard .now < deadline else { throw ProcessFault("a connection doesn't end") }
    }
    // The end of a process may be noticed after that of its connections; what was ready before a
    // request was made is handled before its reply.
    for _ in 0..<2 { try system.granted("system.get") }
  }
}
