import AudioSessionSystem
import Foundation
package import TestSupport

/// A program in a headless graph; it is killed with its children when nobody refers to it any more.
package final class RunningProgram {
  package let name: String
  package let pid: Int32
  /// Where its output goes, if it isn't read line by line.
  package let outputPath: String
  /// Where its errors go.
  package let errorPath: String
  private let input: FileDescriptor
  private let lines: FileDescriptor?
  private var received: [UInt8] = []
  private var status: Int32?
  private let reaper: Reaper

  init(
    _ name: String,
    _ arguments: [String],
    environment: [String: String],
    files: String,
    readsLines: Bool,
    reaper: Reaper
  ) throws(ProcessFault) {
    self.name = name
    self.reaper = reaper
    outputPath = files + ".out"
    errorPath = files + ".err"
    let input = try connectedSockets()
    let (reading, writing) =
      readsLines ? try connectedSockets() : (-1, RunningProgram.create(outputPath))
    let errors = RunningProgram.create(errorPath)
    self.input = FileDescriptor(input.other)
    lines = readsLines ? FileDescriptor(reading) : nil
    defer { for number in [input.one, writing, errors] { close(number) } }
    pid = try Spawn.start(
      Spawn.path(of: name),
      arguments,
      descriptors: [0: input.one, 1: writing, 2: errors],
      environment: environment,
      leadsGroup: true
    )
    reaper.add(pid)
    // Elsewhere it has real time; here it competes with all other tests. Only root may do that.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), -10)
  }

  /// Opens a file to add to; -1 if that can't be.
  private static func create(_ path: String) -> CInt {
    open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  deinit {
    if status == nil { _ = try? kill() }
  }

  /// Writes a line to its standard input.
  package func send(_ line: String) throws(ProcessFault) {
    let bytes = Array((line + "\n").utf8)
    guard write(input.number, bytes, bytes.count) == bytes.count else {
      throw ProcessFault("\(name): \(String(cString: strerror(errno)))")
    }
  }

  /// The next line of its output, of those that begin with `prefix`; others are dropped.
  package func nextLine(_ prefix: String = "") throws(ProcessFault) -> String {
    let number: CInt? =
      switch lines {
      case .some(let lines): lines.number
      case .none: nil
      }
    guard let number else { throw ProcessFault("\(name)'s output isn't read line by line") }
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeSubrange(...end)
        if line.hasPrefix(prefix) { return line }
        continue
      }
      try Patience.wait(for: POLLIN, on: number, "“\(prefix)” of \(name)")
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(number, &buffer, buffer.count)
      guard count > 0 else { throw ProcessFault("\(name) has ended: \(said)") }
      received += buffer[..<count]
    }
  }

  /// What it has written up to now, on its output and as errors.
  package var said: String {
    [outputPath, errorPath].map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }
      .joined()
  }

  package func signal(_ signal: CInt) {
    if status == nil { Glibc.kill(pid, signal) }
  }

  package var hasEnded: Bool {
    if status != nil { return true }
    var information = siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    return waitid(P_PID, id_t(pid), &information, flags) == 0 && information.si_signo != 0
  }

  /// Ends it and all of its group by a signal, and returns when it has ended.
  @discardableResult
  package func kill(_ signal: CInt = SIGKILL) throws(ProcessFault) -> Int32 {
    if let status { return status }
    Glibc.kill(-pid, signal)
    return try wait()
  }

  /// Waits for the end: the exit status, or 128 and the signal's number.
  ///
  /// - Parameter sparingGroup: Whether children that outlive it live on, until the test's end.
  /// - Returns: The status.
  /// - Throws: That it doesn't end.
  package func wait(sparingGroup: Bool = false) throws(ProcessFault) -> Int32 {
    if let status { return status }
    let status = try Spawn.end(of: pid, "\(name): \(said)")
    self.status = status
    guard !sparingGroup else { return status }
    // Children that outlived it would play on.
    Glibc.kill(-pid, SIGKILL)
    reaper.remove(pid)
    return status
  }
}
