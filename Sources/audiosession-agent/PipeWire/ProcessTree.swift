/// The ancestors of a process.
enum ProcessTree {
  /// A process and the program that it runs.
  struct Member: Equatable {
    var pid: Int32
    /// The path of the program's file; empty if it can't be seen.
    var file: String

    /// The name of the program's file, without its folder.
    var name: String { file.split(separator: "/").last.map(String.init) ?? "" }
  }

  /// The number of levels to look up: programs that play through helpers are a few levels deep.
  private static let depth = 8

  /// The process itself and its ancestors, nearest first, without process 1; the process alone if
  /// it has ended.
  static func lineage(of pid: Int32) -> [Member] {
    var lineage = [member(pid)]
    var pid = pid
    while lineage.count <= depth, let parent = parent(of: pid), parent > 1 {
      lineage.append(member(parent))
      pid = parent
    }
    return lineage
  }

  /// The process whose program the first of a lineage is: a browser plays and captures through
  /// processes that run its own file again, or through helpers of another name.
  ///
  /// - Parameter lineage: A process and its ancestors, nearest first.
  /// - Returns: The last of them that is of the same program; the first if its parent is another.
  static func family(of lineage: [Member]) -> Int32? {
    var last = lineage.first
    for member in lineage.dropFirst() {
      guard let child = last, isHelper(child, of: member) else { break }
      last = member
    }
    return last?.pid
  }

  private static func isHelper(_ child: Member, of parent: Member) -> Bool {
    if helpers.contains(child.name) || sandboxes.contains(child.name) { return true }
    // Another program of the same interpreter is another program.
    return !child.file.isEmpty && child.file == parent.file
      && !interpreters.contains(String(child.name.prefix { $0.isLetter }))
  }

  /// Programs that browsers and browser-like programs start for their pages.
  private static let helpers: Set<String> = [
    "WebKitWebProcess", "WebKitNetworkProcess", "WebKitGPUProcess", "QtWebEngineProcess",
    "plugin-container", "steamwebhelper", "ZoomWebviewHost", "CefSharp.BrowserSubprocess",
  ]
  /// Programs between a helper and the program that started it.
  private static let sandboxes: Set<String> = ["bwrap", "chrome-sandbox", "xdg-dbus-proxy"]
  /// Files that run other programs, by the letters that their names begin with.
  private static let interpreters: Set<String> = [
    "python", "perl", "ruby", "node", "java", "bash", "dash", "sh", "zsh", "fish", "busybox",
    "toybox", "mono", "dotnet", "lua", "php", "tclsh", "guile", "wine", "qemu",
  ]

  private static func member(_ pid: Int32) -> Member {
    Member(pid: pid, file: SmallFile.target(ofLink: "/proc/\(pid)/exe") ?? "")
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
