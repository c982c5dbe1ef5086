import Glibc

/// Facts about a process from the kernel; only `comm` can be changed by the process itself.
package struct ProcessInformation: Equatable, Sendable {
  /// The start time, in clock ticks since boot; with the pid it identifies a process for ever.
  package var startTime: UInt64
  /// The name of the program's file, at most 15 bytes, with unprintable characters as U+FFFD.
  package var comm: String
  /// The system unit that it runs in; nil if none, or one that isn't visible to us.
  package var unit: String?
  /// The unit of its user's own service manager; nil if none.
  package var userUnit: String?

  package init(startTime: UInt64, comm: String, unit: String? = nil, userUnit: String? = nil) {
    self.startTime = startTime
    self.comm = comm
    self.unit = unit
    self.userUnit = userUnit
  }

  /// Reads `/proc` about the process that has this pid now.
  ///
  /// - Parameter pid: The process; to be sure that it still was the same, ask its
  ///   ``ProcessDescriptor`` afterwards.
  /// - Returns: The information, without units if its cgroup can't be read.
  /// - Throws: `ENOENT` or `ESRCH` if there is no such process, or that there is no room to read.
  package static func read(pid: Int32) throws(Errno) -> ProcessInformation {
    let stat = try contents(of: "/proc/\(pid)/stat")
    guard let (startTime, comm) = parse(stat: stat) else { throw Errno(.read, EBADMSG) }
    let units = try units { () throws(Errno) in try contents(of: "/proc/\(pid)/cgroup") }
    return ProcessInformation(
      startTime: startTime,
      comm: comm,
      unit: units.unit,
      userUnit: units.userUnit
    )
  }

  /// The effective user and group of the process that has this pid now; see proc_pid(5).
  ///
  /// A process that may not be inspected, as after a change of its user, counts as root's.
  package static func credentials(pid: Int32) throws(Errno) -> PeerCredentials {
    var status = stat()
    try SystemCall.perform(.stat) { stat("/proc/\(pid)", &status) }
    return PeerCredentials(pid: pid, uid: status.st_uid, gid: status.st_gid)
  }

  /// Reads the start time and the name from the text of `/proc/PID/stat`.
  ///
  /// The name is in parentheses and may contain parentheses, blanks and newlines itself, so the
  /// last closing one ends it. See proc_pid_stat(5): the start time is the 22nd field.
  package static func parse(stat: [UInt8]) -> (startTime: UInt64, comm: String)? {
    guard
      let open = stat.firstIndex(of: UInt8(ascii: "(")),
      let close = stat.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    let fields = stat[(close + 1)...].split(separator: UInt8(ascii: " "))
    let fieldsBefore = 2
    guard
      fields.count > 21 - fieldsBefore,
      let startTime = UInt64(String(decoding: fields[21 - fieldsBefore], as: UTF8.self))
    else { return nil }
    return (startTime, visible(String(decoding: stat[(open + 1)..<close], as: UTF8.self)))
  }

  /// The name without characters that would control a terminal or reorder text: a process may call
  /// itself anything.
  private static func visible(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
        .privateUse:
        scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// The units by the text that `read` returns; none if it can't be read.
  ///
  /// - Throws: That there is no room to read it. A process without its unit would lose its grants.
  static func units(
    _ read: () throws(Errno) -> [UInt8]
  ) throws(Errno) -> (unit: String?, userUnit: String?) {
    do throws(Errno) {
      return parse(cgroup: String(decoding: try read(), as: UTF8.self))
    } catch {
      if error.isShortage { throw error }
      return (nil, nil)
    }
  }

  /// Finds the units in the text of `/proc/PID/cgroup`, by the line of the unified hierarchy.
  ///
  /// The system's unit is the first component of the path that is no slice; below `user@….service`
  /// the same holds again for the user's. A path outside our root (`/../`) has none.
  package static func parse(cgroup: String) -> (unit: String?, userUnit: String?) {
    guard let components = components(ofCgroup: cgroup),
      let index = components.firstIndex(where: { !$0.hasSuffix(".slice") })
    else { return (nil, nil) }
    let unit = unescaped(components[index])
    guard unit.hasPrefix("user@"), unit.hasSuffix(".service") else { return (unit, nil) }
    let below = components[(index + 1)...]
    return (unit, below.first { !$0.hasSuffix(".slice") }.map(unescaped))
  }

  /// The path in the unified hierarchy, from the text of `/proc/PID/cgroup`; nil if there is none
  /// or it is outside our root.
  static func components(ofCgroup cgroup: String) -> [Substring]? {
    let prefix = "0::/"
    // By bytes: a path has no characters, and looking for their bounds takes much longer.
    let lines = cgroup.utf8.split(separator: UInt8(ascii: "\n")).lazy.map(Substring.init)
    guard let line = lines.first(where: { $0.hasPrefix(prefix) }) else { return nil }
    let deleted = " (deleted)"
    let path = line.hasSuffix(deleted) ? line.dropLast(deleted.count) : line
    let components = path.dropFirst(prefix.count).utf8
      .split(separator: UInt8(ascii: "/")).map(Substring.init)
    return components.contains("..") ? nil : components
  }

  /// The unit's name: systemd puts `_` before one that could be mistaken for a cgroup's own file.
  private static func unescaped(_ component: Substring) -> String {
    String(component.hasPrefix("_") ? component.dropFirst() : component)
  }

  static func contents(of path: String) throws(Errno) -> [UInt8] {
    let number = try SystemCall.perform(.open) { open(path, O_RDONLY | O_CLOEXEC) }
    let file = FileDescriptor(number)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = try SystemCall.perform(.read) { Glibc.read(file.number, &piece, piece.count) }
      if count == 0 { return bytes }
      bytes += piece.prefix(count)
    }
  }
}
