/// The ancestors of a process.
enum ProcessTree {
  /// The number of levels to look up: programs that play through helpers are a few levels deep.
  private static let depth = 8

  /// The ancestors' pids, nearest first, without process 1; none if the process has ended.
  static func ancestors(of pid: Int32) -> [Int32] {
    var ancestors: [Int32] = []
    var pid = pid
    while ancestors.count < depth, let parent = parent(of: pid), parent > 1 {
      ancestors.append(parent)
      pid = parent
    }
    return ancestors
  }

  /// The fourth field of `/proc/PID/stat`; the second, a name, may have blanks and brackets itself.
  private static func parent(of pid: Int32) -> Int32? {
    guard let stat = SmallFile.text("/proc/\(pid)/stat"), let end = stat.lastIndex(of: ")") else {
      return nil
    }
    let fields = stat[end...].split(separator: " ")
    return fields.count > 2 ? Int32(fields[2]) : nil
  }
}
