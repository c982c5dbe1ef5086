import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// A program's configuration files, as it would read them if it started now.
enum ConfigurationCheck: Equatable, Sendable {
  /// Unknown: there is no such program, or its files aren't known.
  case unknown
  /// These files have no faults.
  case right(files: [String])
  /// The faults, each as `file:line: fault`.
  case wrong([String])
  /// Files that this user can't read; the program can.
  case closed([String])
}

extension ConfigurationCheck {
  /// Runs the program's own check.
  ///
  /// - Parameters:
  ///   - name: The program: the one beside this one, or else that in the search path.
  ///   - options: What chooses its files.
  ///   - isTrusted: True if the check can read the same files as the program, so that an unreadable
  ///     file is a fault.
  /// - Returns: What it found.
  static func ask(
    _ name: String,
    _ options: [String] = [],
    isTrusted: Bool
  ) -> ConfigurationCheck {
    let words = [program(name)] + options + ["--check-config"]
    guard let (status, text) = ProgramOutput.run(words, withErrors: true) else { return .unknown }
    return ConfigurationCheck(status: status, text, isTrusted: isTrusted)
  }

  /// Reads the program's output.
  ///
  /// - Parameters:
  ///   - status: Its exit status.
  ///   - text: Its output, errors included.
  ///   - isTrusted: As for ``ask(_:_:isTrusted:)``.
  init(status: Int32, _ text: String, isTrusted: Bool) {
    let lines = text.split(separator: "\n").map { line in
      // The agent names itself, as its messages may be among others in a terminal.
      let name = ConfigurationCheck.agent
      return String(line.hasPrefix(name) ? line.dropFirst(name.count) : line)
    }
    switch status {
    case 0:
      let headings = lines.prefix { !$0.hasPrefix("[") }.filter { $0.hasPrefix("# /") }
      self = .right(files: headings.map { String($0.dropFirst(2)) })
    case 78:
      let faults = lines.filter {
        $0.hasPrefix("/") && !$0.has(": warning: ") && !$0.hasSuffix(ConfigurationCheck.summary)
      }
      let closed = faults.filter { $0.has(": Permission denied: ") }
      let others = isTrusted ? faults : faults.filter { !closed.contains($0) }
      if others.isEmpty {
        self = .closed(closed.map { String($0.prefix { $0 != ":" }) })
      } else {
        self = .wrong(others)
      }
    default: self = .unknown
    }
  }

  /// How the agent's messages begin.
  private static let agent = "audiosession-agent: "
  /// What it says at last of a file with faults.
  private static let summary = " is ignored; the rest of the configuration is in force"

  /// The program beside this one, or else that in the search path.
  static func program(_ name: String) -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let own = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    let beside = own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/\(name)"
    return access(String(beside), X_OK) == 0 ? String(beside) : name
  }

  /// The files, and the directories of drop-ins among theirs, that changed after a moment.
  ///
  /// A file's time is that of the kernel's last tick: a change within that tick isn't seen.
  ///
  /// - Parameters:
  ///   - files: The files that were read.
  ///   - moment: The time of reading, in whole microseconds.
  /// - Returns: Those that changed, files first.
  static func changed(_ files: [String], since moment: Time) -> [String] {
    let folders = files.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
      .filter { $0.hasSuffix(".d") }
    return (files + Set(folders).sorted()).filter { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return true }
      // A file that was moved here has kept its modification time; its status time is newer.
      let time = status.st_ctim
      let microseconds = (time.tv_sec, time.tv_nsec / 1000)
      return microseconds > (Int(moment.seconds), Int(moment.nanoseconds) / 1000)
    }
  }
}
