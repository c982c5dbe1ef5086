import AudioSessionSystem
import Glibc
import TestSupport

/// A shell with job control in a terminal of its own, and a person who types.
final class Terminal {
  private let master: FileDescriptor
  private let shell: ChildProcess
  /// All that was shown.
  private(set) var shown = ""

  /// Starts an interactive shell.
  ///
  /// - Parameter environment: Variables beside the test's own.
  /// - Throws: Why there is none.
  init(environment: [String: String]) throws {
    var (number, slave): (CInt, CInt) = (-1, -1)
    guard openpty(&number, &slave, nil, nil, nil) == 0 else {
      throw ProcessFault("no terminal: \(String(cString: strerror(errno)))")
    }
    for number in [number, slave] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    master = FileDescriptor(number)
    defer { close(slave) }
    shell = try ChildProcess(
      Spawn.path(of: "setsid"),
      ["--ctty", "/bin/bash", "--norc", "--noprofile", "--noediting", "-i"],
      descriptors: [0: slave, 1: slave, 2: slave],
      environment: environment.merging(["PS1": "$ ", "TERM": "dumb"]) { $1 }
    )
  }

  deinit {
    for row in ProcessTable.all() where row.session == shell.pid { kill(row.pid, SIGKILL) }
  }

  /// The leader of the session, the shell.
  var pid: Int32 { shell.pid }

  /// Types keys; what is shown before is forgotten.
  func type(_ keys: String) throws {
    shown = ""
    let bytes = Array(keys.utf8)
    guard write(master.number, bytes, bytes.count) == bytes.count else {
      throw ProcessFault("can't type: \(String(cString: strerror(errno)))")
    }
  }

  /// Reads until a text is shown.
  func awaitShown(_ text: String) throws {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !shown.contains(text) {
      try Patience.wait(for: POLLIN, on: master.number, "\(text), not \(shown)")
      let count = read(master.number, &buffer, buffer.count)
      guard count > 0 else { throw ProcessFault("the terminal was hung up after: \(shown)") }
      shown += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  /// The process group in the foreground.
  var foreground: Int32 { tcgetpgrp(master.number) }

  /// True if what is typed is echoed and taken line by line.
  var isUsual: Bool {
    var modes = termios()
    guard tcgetattr(master.number, &modes) == 0 else { return false }
    return modes.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }
}
