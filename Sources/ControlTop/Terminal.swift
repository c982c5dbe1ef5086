import AudioSessionEventLoop
import AudioSessionSystem
import ControlCore
import Glibc

/// The terminal on standard output: as a full screen, and as it was before.
package struct Terminal: ~Copyable {
  /// Open without waiting, and apart from standard output: its flags are shared with the shell.
  private let descriptor: FileDescriptor
  /// How the terminal was set when the program began.
  private let original: termios
  /// What the terminal had no room for.
  private(set) var unsent: [UInt8] = []

  private init(_ descriptor: consuming FileDescriptor, _ original: termios) {
    self.descriptor = descriptor
    self.original = original
  }

  /// Nil if standard output isn't a terminal, or one that can't move its cursor.
  package static func found(environment: (String) -> String?) -> Terminal? {
    var original = termios()
    guard isatty(STDOUT_FILENO) == 1, environment("TERM") != "dumb",
      tcgetattr(STDOUT_FILENO, &original) == 0
    else { return nil }
    let flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    // Another user's terminal, as after su(1), can't be opened again.
    let reopened = open("/proc/self/fd/\(STDOUT_FILENO)", flags)
    let number = reopened >= 0 ? reopened : fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    return number < 0 ? nil : Terminal(FileDescriptor(number), original)
  }

  /// The descriptor's number, for a poller, valid while this value lives.
  var number: CInt { descriptor.number }

  /// The size; that of the oldest terminals if the terminal doesn't say.
  var size: Model.Size {
    guard let found = WindowSize.of(number), found.ws_col > 0, found.ws_row > 0 else {
      return Model.Size(columns: 80, rows: 24)
    }
    return Model.Size(columns: Int(found.ws_col), rows: Int(found.ws_row))
  }

  /// Turns to the other screen, without cursor; keys come one by one and aren't shown.
  ///
  /// Those of signals still raise them, and in the background this stops the program.
  mutating func enter() {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    // A read finds what there is, should the descriptor be one that waits.
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
    }
    tcsetattr(number, TCSANOW, &settings)
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  /// Leaves the terminal as it was found.
  mutating func leave() {
    // A terminal without another screen keeps the text, so that it is erased.
    write("\u{1B}[?7h\u{1B}[m\u{1B}[2J\u{1B}[H\u{1B}[?25h\u{1B}[?1049l")
    // A sequence of which only the first half had room would swallow this one.
    for _ in 0..<20 where !unsent.isEmpty {
      var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      poll(&request, 1, 50)
      flush()
    }
    unsent = []
    var settings = original
    tcsetattr(number, TCSANOW, &settings)
  }

  /// Writes as much as the terminal takes now; the rest waits for ``flush()``.
  mutating func write(_ text: String) {
    unsent += text.utf8
    flush()
  }

  /// Writes what has waited for room.
  mutating func flush() {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // A terminal that is gone takes nothing any more; its hang-up is reported elsewhere.
        if errno != EAGAIN { unsent = [] }
        return
      }
      unsent.removeFirst(count)
    }
  }

  /// Reads the keys that were pressed; empty if there are none.
  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(number, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }
}
