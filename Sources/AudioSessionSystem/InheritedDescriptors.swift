import Glibc

/// The descriptors that a service manager passed to this process; see sd_listen_fds(3).
package struct InheritedDescriptors: Sendable {
  /// A descriptor and the manager's name for it.
  package struct Entry: Equatable, Sendable {
    package var name: String
    package var number: CInt

    package init(name: String, number: CInt) {
      self.name = name
      self.number = number
    }
  }

  /// The descriptors, in the manager's order; whoever takes one out has to close it.
  package var entries: [Entry]

  package init(entries: [Entry] = []) { self.entries = entries }

  /// Reads the three variables, for the process `pid`.
  ///
  /// - Parameters:
  ///   - environment: The value of a variable, nil if it isn't set.
  ///   - pid: This process; variables meant for another process are ignored.
  package init(environment: (String) -> String?, pid: Int32) {
    guard environment("LISTEN_PID").flatMap({ Int32($0) }) == pid,
      let count = environment("LISTEN_FDS").flatMap({ CInt($0) }),
      1...InheritedDescriptors.highest ~= count
    else {
      self.init()
      return
    }
    let names = environment("LISTEN_FDNAMES").map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
    self.init(
      entries: (0..<count).map { index in
        let name = names.flatMap { Int(index) < $0.count ? $0[Int(index)] : nil }
        return Entry(
          name: name ?? "unknown",
          number: InheritedDescriptors.first + index
        )
      }
    )
  }

  /// Takes the descriptors of this process, and unsets the variables, so that no child takes them
  /// again.
  package static func take() -> InheritedDescriptors {
    let inherited = InheritedDescriptors(
      environment: { name in getenv(name).map { String(cString: $0) } },
      pid: getpid()
    )
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    for entry in inherited.entries { _ = fcntl(entry.number, F_SETFD, FD_CLOEXEC) }
    return inherited
  }

  /// Takes the descriptors of one name out.
  package mutating func take(named isNamed: (String) -> Bool) -> [Entry] {
    let taken = entries.filter { isNamed($0.name) }
    entries.removeAll { isNamed($0.name) }
    return taken
  }

  private static let first: CInt = 3
  private static let highest: CInt = 65_536
}
