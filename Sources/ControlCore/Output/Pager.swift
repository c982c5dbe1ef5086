import AudioSessionClient
import AudioSessionSystem
import Glibc

/// A program that shows long output page by page, chosen as systemd's tools choose it.
struct Pager: Equatable {
  /// The command, for the shell.
  let command: String
  /// Variables to set for it.
  let environment: [String: String]

  /// The pager for this environment; nil if output is to be printed as it is.
  ///
  /// - Parameters:
  ///   - environment: The environment's variables.
  ///   - exists: Whether a program can be found.
  ///   - isElevated: Whether the program has rights that its user doesn't have.
  init?(
    environment: (String) -> String?,
    exists: (String) -> Bool = Pager.isInstalled,
    isElevated: Bool = getuid() != geteuid() || SocketPath.environment("SUDO_UID") != nil
  ) {
    let usual = ["less", "more"].first(where: exists)
    // Somebody else's pager isn't run with these rights, nor anything that it could start.
    let chosen =
      isElevated ? nil : environment("SYSTEMD_PAGER") ?? environment("PAGER")
    guard let command = chosen ?? usual, !["", "cat"].contains(command) else { return nil }
    self.command = command
    var variables = ["LESS": environment("SYSTEMD_LESS") ?? "FRSXMK"]
    if isElevated { variables["LESSSECURE"] = "1" }
    self.environment = variables
  }

  private static func isInstalled(_ program: String) -> Bool {
    let path = SocketPath.environment("PATH") ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Shows the text, and returns when its reader has enough; false if the pager can't be run.
  func show(_ text: [UInt8]) -> Bool {
    var pager = Subprocess(shell: command)
    pager.environment = ProgramEnvironment.texts(with: environment)
    do {
      var pipe = try PipeEnds()
      pager.input = .descriptor(pipe.readingNumber)
      let process = try pager.start()
      // The pager has these keys; who leaves it early has seen enough.
      let handlers = [SIGINT, SIGPIPE].map { ($0, signal($0, SIG_IGN)) }
      defer { for (number, handler) in handlers { signal(number, handler) } }
      pipe.closeReading()
      try? WholeStream.write(text, to: pipe.writingNumber)
      pipe.closeWriting()
      // The shell's word for a command that there isn't, or that can't be run.
      let ending = try Subprocess.wait(for: process)
      return ![.exited(status: 126), .exited(status: 127)].contains(ending)
    } catch {
      return false
    }
  }
}
