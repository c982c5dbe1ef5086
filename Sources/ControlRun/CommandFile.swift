import Glibc

/// The file of a command, found as a shell does.
enum CommandFile: Equatable {
  case found(String)
  case missing
  case notExecutable

  /// The exit status of a shell for a command that can't be run.
  static let missingStatus: CInt = 127
  static let notExecutableStatus: CInt = 126

  /// Looks for a command: a path if it has a slash, otherwise a name in one of the directories.
  init(_ name: String, searchPath: String?) {
    if name.contains("/") {
      self = CommandFile(at: name)
      return
    }
    let directories = (searchPath ?? "/bin:/usr/bin").split(
      separator: ":",
      omittingEmptySubsequences: false
    )
    let candidates = directories.map {
      CommandFile(at: $0.isEmpty ? "./\(name)" : "\($0)/\(name)")
    }
    let found = candidates.first { if case .found = $0 { true } else { false } }
    self = found ?? (candidates.contains(.notExecutable) ? .notExecutable : .missing)
  }

  /// The exit status for an error of execve(2).
  static func status(ofError code: CInt) -> CInt {
    code == ENOENT ? missingStatus : notExecutableStatus
  }

  private init(at path: String) {
    var status = stat()
    if stat(path, &status) != 0 {
      self = errno == EACCES ? .notExecutable : .missing
    } else if status.st_mode & S_IFMT == S_IFDIR || access(path, X_OK) != 0 {
      self = .notExecutable
    } else {
      self = .found(path)
    }
  }
}
