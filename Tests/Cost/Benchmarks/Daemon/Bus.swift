import AudioSessionJSON
import Foundation
import TestSupport

/// A message bus with a service on it.
struct Bus {
  enum Kind: String, CaseIterable {
    case daemon = "dbus-daemon"
    case broker = "dbus-broker"

    /// What starts it.
    var program: String { self == .daemon ? rawValue : "dbus-broker-launch" }
  }

  static let program = "audiosession-benchmark-bus"

  private let stand: Stand
  private let bus: ChildProcess
  private let service: ChildProcess
  private let address: String

  /// - Throws: What doesn't start.
  init(_ kind: Kind, on stand: Stand) throws {
    self.stand = stand
    let socket = stand.socket()
    address = "unix:path=\(socket)"
    // As a session's bus, where everybody may call everybody; with more room than its defaults.
    let configuration = try stand.folder.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
        <limit name="max_connections_per_user">20000</limit>
        <limit name="max_completed_connections">20000</limit>
      </busconfig>
      """,
      to: "bus.conf"
    )
    let program = try Spawn.path(of: kind.program)
    let helper = try Spawn.path(ofBuilt: Self.program)
    let command =
      switch kind {
      case .daemon: [program, "--nofork", "--config-file=\(configuration)"]
      case .broker:
        [helper, "activate", socket, program, "--scope", "user", "--config-file=\(configuration)"]
      }
    bus = try stand.start(command)
    service = try stand.start([helper, "serve", address])
  }

  /// Why this bus can't be measured here; `nil` if it can.
  static func absence(of kind: Kind, on stand: Stand) throws -> String? {
    let check = try Finished(of: program, ["check"])
    if check.status != 0 {
      return "\(kind.rawValue): there is no libsystemd.so.0 with sd-bus"
    }
    guard (try? Spawn.path(of: kind.program)) != nil else {
      return "\(kind.rawValue): there is no \(kind.program)"
    }
    do {
      let bus = try Bus(kind, on: stand)
      _ = try bus.measure(on: .servers, "calls", ["1"])
      try bus.stop()
      return nil
    } catch let fault as ProcessFault {
      return "\(kind.rawValue): \(fault.message.split(separator: "\n").joined(separator: " "))"
    }
  }

  func measure(
    on processor: Stand.Processor,
    _ mode: String,
    _ arguments: [String]
  ) throws -> Figures {
    let about = [mode, address, "\(bus.pid)", "\(service.pid)"]
    return try stand.run(Self.program, on: processor, about + arguments)
  }

  /// A launcher ends the bus that it launched if it is asked to end, not if it is killed.
  func stop() throws {
    bus.send(SIGTERM)
    _ = try bus.wait()
    try service.kill()
  }
}
