import AudioSessionWire
import Glibc

/// What the daemon's program says of the files, as a daemon that started now would read them.
enum ConfigurationCheck: Equatable, Sendable {
  /// There is no such program, or the daemon is nobody's whose files are known.
  case unknown
  /// Nothing is wrong in any of these files.
  case right(files: [String])
  /// What is wrong, `file:line: what` each.
  case wrong([String])
  /// Files that whoever asks may not read; the daemon may.
  case closed([String])
}

extension ConfigurationCheck {
  /// Asks the daemon's program: the one beside this program, else that of the search path.
  static func ask(isUserInstance: Bool) -> ConfigurationCheck {
    let words = [program] + (isUserInstance ? ["--user"] : []) + ["--check-config"]
    guard let (status, text) = ProgramOutput.run(words, withErrors: true) else { return .unknown }
    return ConfigurationCheck(status: status, text, isTrusted: isUserInstance || geteuid() == 0)
  }

  /// Reads what the program printed.
  ///
  /// - Parameters:
  ///   - status: What it ended with.
  ///   - text: Its output and its errors.
  ///   - isTrusted: Whether it could read what the daemon can, so that a file that it couldn't read
  ///     is a fault.
  init(status: Int32, _ text: String, isTrusted: Bool) {
    let lines = text.split(separator: "\n").map(String.init)
    switch status {
    case 0:
      let headings = lines.prefix { !$0.hasPrefix("[") }.filter { $0.hasPrefix("# /") }
      self = .right(files: headings.map { String($0.dropFirst(2)) })
    case 78:
      let faults = lines.filter { $0.hasPrefix("/") && !$0.has(": warning: ") }
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

  private static var program: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let own = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    let beside = own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/audiosessiond"
    return access(String(beside), X_OK) == 0 ? String(beside) : "audiosessiond"
  }

  /// The files, and folders of drop-ins among theirs, that changed after a moment.
  ///
  /// - Parameters:
  ///   - files: What was read.
  ///   - moment: When, as the wire has it: of two such texts the greater is the later.
  /// - Returns: Those that changed, files first.
  static func changed(_ files: [String], since moment: String) -> [String] {
    let folders = files.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
      .filter { $0.hasSuffix(".d") }
    return (files + Set(folders).sorted()).filter { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return true }
      // A file that was moved there has kept its modification; its status is newer.
      let time = status.st_ctim
      var writer = JSONWriter()
      writer.time(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
      return String(decoding: writer.bytes, as: UTF8.self) > "\"\(moment)\""
    }
  }
}

extension String {
  /// Whether `part` stands in it.
  ///
  /// The standard library's own search would bring all of its patterns into the program, which are
  /// half as large again as the rest.
  fileprivate func has(_ part: String) -> Bool {
    let bytes = Array(utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: part.utf8) }
  }
}
