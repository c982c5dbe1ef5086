import AudioSessionSystem
import Glibc

/// Runs other programs for their output.
enum ProgramOutput {
  /// Runs a program of the search path to its end.
  ///
  /// - Parameter words: Its name and arguments.
  /// - Returns: Its output; nil if there is no such program, or it failed.
  static func text(of words: [String]) -> String? {
    guard let (status, text) = run(words), status == 0 else { return nil }
    return text
  }

  /// Runs a program of the search path to its end.
  ///
  /// - Parameters:
  ///   - words: Its name and arguments.
  ///   - withErrors: Whether to include standard error in the output.
  /// - Returns: Its exit status and output; nil if there is no such program, or a signal ended it.
  static func run(_ words: [String], withErrors: Bool = false) -> (status: Int32, text: String)? {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let reading = FileDescriptor(ends[0])
    guard let process = start(words, output: FileDescriptor(ends[1]), withErrors) else {
      return nil
    }
    let bytes = contents(of: reading)
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    guard status & 0x7f == 0 else { return nil }
    return (status >> 8 & 0xff, String(decoding: bytes, as: UTF8.self))
  }

  /// Starts the process; this program's copy of `output` is closed on return.
  private static func start(
    _ words: [String],
    output: consuming FileDescriptor,
    _ withErrors: Bool
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
    if withErrors {
      posix_spawn_file_actions_adddup2(&actions, output.number, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, nil, arguments, environ)
    return code == 0 ? process : nil
  }

  private static func contents(of file: borrowing FileDescriptor) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(file.number, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return bytes }
      bytes += piece.prefix(count)
    }
  }
}
