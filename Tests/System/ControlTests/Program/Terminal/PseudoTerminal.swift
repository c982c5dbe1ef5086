import AudioSessionWire
import Foundation
import TestSupport

/// A terminal without a person: programs run on it, keys are typed, and its screen is read.
final class PseudoTerminal {
  private let master: CInt
  /// The programs' end, which the test keeps open so that the terminal outlives them.
  private let slave: CInt
  private(set) var screen: ScreenEmulator

  init(columns: Int, rows: Int) throws(ProcessFault) {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: CInt = 0
    // TIOCSPTLCK and TIOCGPTPEER, see ioctl_tty(2); Swift doesn't see the functions for them.
    _ = ioctl(master, UInt(0x4004_5431), &unlocked)
    slave = ioctl(master, UInt(0x5441), O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else {
      throw ProcessFault("/dev/ptmx: \(String(cString: strerror(errno)))")
    }
    screen = ScreenEmulator(columns: columns, rows: rows)
    try setSize(columns, rows)
  }

  deinit {
    close(slave)
    close(master)
  }

  private func setSize(_ columns: Int, _ rows: Int) throws(ProcessFault) {
    var size = winsize(
      ws_row: UInt16(rows),
      ws_col: UInt16(columns),
      ws_xpixel: 0,
      ws_ypixel: 0
    )
    guard ioctl(master, UInt(TIOCSWINSZ), &size) == 0 else {
      throw ProcessFault("TIOCSWINSZ: \(String(cString: strerror(errno)))")
    }
  }

  /// Changes the size; the program in the foreground gets SIGWINCH.
  func resize(columns: Int, rows: Int) throws(ProcessFault) {
    screen.resize(columns: columns, rows: rows)
    try setSize(columns, rows)
  }

  /// Starts a program as the leader of the terminal's session.
  func start(
    _ program: String,
    _ arguments: [String],
    environment: [String: String] = [:]
  ) throws(ProcessFault) -> ChildProcess {
    // It becomes the program, so that the pid is the program's.
    try ChildProcess(
      Spawn.path(of: "setsid"),
      ["--ctty", Spawn.path(of: program)] + arguments,
      descriptors: [0: slave, 1: slave, 2: slave],
      environment: ["TERM": "xterm-256color", "NO_COLOR": ""].merging(environment) { $1 }
    )
  }

  /// Shows a text as a shell would.
  func show(_ text: String) throws(ProcessFault) {
    _ = write(slave, text, text.utf8.count)
    try wait("what the shell said") { $0.page.row > 0 }
  }

  /// Types keys.
  func type(_ keys: String) { _ = write(master, keys, keys.utf8.count) }

  /// Reads what programs write until the screen is as wanted.
  func wait(
    _ what: String,
    until isWanted: (ScreenEmulator) -> Bool
  ) throws(ProcessFault) {
    // A program that draws again each second would never let a single wait end.
    let deadline = ContinuousClock.now + .milliseconds(Int(Patience.milliseconds))
    while !isWanted(screen) {
      do throws(ProcessFault) {
        try Patience.wait(for: POLLIN, on: master, what)
        if ContinuousClock.now > deadline { throw ProcessFault("waited in vain for \(what)") }
      } catch {
        throw ProcessFault("\(error), but the screen is\n\(screen.text)\n\(screen.faults)")
      }
      receive()
    }
  }

  /// Reads what has been written so far.
  func drain() {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 0) > 0, request.revents & Int16(POLLIN) != 0 { receive() }
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &buffer, buffer.count)
    screen.feed(buffer.prefix(max(0, count)))
  }

  /// How the terminal is set, as termios(3) has it.
  var settings: [UInt32] {
    var settings = termios()
    tcgetattr(slave, &settings)
    let characters = withUnsafeBytes(of: &settings.c_cc) { $0.map(UInt32.init) }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] + characters
  }
}
