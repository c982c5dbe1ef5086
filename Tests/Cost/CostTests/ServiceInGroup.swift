import Foundation
import TestSupport
import Testing

/// The packaged daemon, in a cgroup, with as many descriptors as the service has.
final class ServiceInGroup {
  /// Why it can't be started here; nil if it can.
  static let lack = MemoryGroup.lack ?? Measurements.lack

  let group: MemoryGroup
  let socketPath: String
  private let daemon: PackagedDaemon
  private let folder: TemporaryDirectory
  private let process: ChildProcess

  init() throws {
    let unit = try String(
      contentsOfFile: Checkout.path("systemd/system/audiosessiond.service"),
      encoding: .utf8
    )
    func value(_ key: String) throws -> String {
      let line = unit.split(separator: "\n").first { $0.hasPrefix("\(key)=") }
      return String(try #require(line).dropFirst(key.count + 1))
    }
    group = try MemoryGroup(limit: value("MemoryMax"))
    daemon = try PackagedDaemon()
    folder = try TemporaryDirectory()
    chmod(folder.path, 0o711)
    socketPath = folder.path(of: "socket")
    let configuration = try folder.write("", to: "conf")
    let start = #"ulimit -n "$1"; echo $$ > "$0"; shift; exec "$@""#
    process = try ChildProcess(
      "/bin/sh",
      ["-c", start, group.processes, value("LimitNOFILE"), daemon.installed]
        + ["--socket", socketPath, "--config", configuration]
    )
    try Condition.wait("it to listen") { SocketState.isListening(at: socketPath) }
  }

  deinit { try? process.kill() }
}
