import BenchmarkReport
import Foundation
import TestSupport

extension Stand {
  /// Notes which daemon is measured.
  func describe(in place: inout Place) throws {
    place.daemon = daemon
    let version = try Finished(of: daemon, ["--version"])
    place.version = version.output.split(separator: "\n").first.map(String.init) ?? "?"
    let commit = try Checkout.run(["git", "rev-parse", "--short", "HEAD"])
    if commit.status == 0 { place.commit = commit.text.split(separator: "\n").joined() }
    let server = try startDaemon()
    try Condition.wait("\(daemon) to listen at \(server.socket)") {
      SocketState.isListening(at: server.socket)
    }
    place.linkage = try Self.linkage(of: server.process.pid)
    try server.process.kill()
  }

  /// What of it is linked statically; rows 6 and 7 depend on that most.
  private static func linkage(of pid: Int32) throws -> String {
    // To its end by reading: the file has no size.
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(pid)/maps"))
    let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    if maps.contains("/libswiftCore.so") { return "dynamically linked" }
    return maps.contains("/libc.so") ? "Swift linked statically" : "static executable"
  }
}
