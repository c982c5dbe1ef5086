public import AudioSession
import AudioSessionJSON
import AudioSessionWire

/// What the machine reports, and what its administrator does.
extension SimulatedDaemon {
  /// Reports the route of the machine.
  ///
  /// - Parameters:
  ///   - route: The route, with what is known of its hardware (R67).
  ///   - reason: Why it changed; nil to let the daemon find out by comparing (R44).
  public func setRoute(_ route: AudioSession.Route, reason: RouteChangeReason? = nil) {
    var members: [JSONValue.Member] = [
      .init("inputs", .array(route.inputs.map(\.json))),
      .init("outputs", .array(route.outputs.map(\.json))),
    ]
    if route.hardware != Hardware() {
      members.append(.init("hardware", route.hardware.object.json))
    }
    if let reason { members.append(.init("reason", .string(reason.rawValue))) }
    machine.change { $0.report(.systemSetRoute, .object(members)) }
  }

  /// Reports whether the built-in microphone is muted in hardware (R43).
  public func setMicrophoneMuted(_ isMuted: Bool) {
    machine.change { $0.report(.systemSetMicrophoneMuted, ["muted": .bool(isMuted)]) }
  }

  /// Reports whether the machine sleeps (R50).
  public func setSleeping(_ isSleeping: Bool) {
    machine.change { $0.report(.systemSetSleeping, ["sleeping": .bool(isSleeping)]) }
  }

  /// Reports whether the silent switch is on (R62).
  public func setSilenced(_ isSilenced: Bool) {
    machine.change { $0.report(.systemSetSilenced, ["silenced": .bool(isSilenced)]) }
  }

  /// Reports whether a program is suspended; nothing happens unless one of its sessions is connected
  /// (R47).
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - isSuspended: Whether it is suspended.
  public func setSuspended(_ program: SimulatedProgram, _ isSuspended: Bool) {
    machine.change { $0.report(program, isSuspended: isSuspended) }
  }

  /// Reports what the user has muted of a session of this daemon in a mixer; nothing happens unless
  /// it is open (R68).
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - input: Whether what it records is muted.
  ///   - output: Whether what it plays is muted.
  ///   - wantsUnmute: Whether the user has acted to hear the output that the program has muted.
  public func setMutedByUser(
    _ session: Session,
    input: Bool = false,
    output: Bool = false,
    wantsUnmute: Bool = false
  ) {
    guard let number = session.status.number else { return }
    let muted = (input ? ["input"] : []) + (output ? ["output"] : [])
    let parameters: JSONValue = [
      "session": .number("\(number)"), "muted": .array(muted.map { .string($0) }),
      "wantsUnmute": .bool(wantsUnmute),
    ]
    machine.change { $0.report(.systemSetSessionMuted, parameters) }
  }

  /// Ends a program as a crash does: its sessions end, and its leases go on without it (R48).
  ///
  /// Its `Session` objects then stand for the same program, started again: they lose the daemon, and
  /// find it again.
  public func end(_ program: SimulatedProgram) { machine.change { $0.end(program) } }

  /// Closes a session of this daemon, as an administrator does; nothing happens unless it is open.
  public func evict(_ session: Session) {
    guard let number = session.status.number else { return }
    machine.change { $0.request(.sessionEvict, ["session": .number("\(number)")]) }
  }
}

extension AudioSession.Route.Port {
  fileprivate var json: JSONValue {
    ["portType": .string(type), "name": .string(name), "portID": .string(id)]
  }
}
