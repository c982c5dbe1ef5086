import Glibc

/// Tells whether a process is stopped or frozen.
package enum ProcessStanding {
  /// Whether the process is stopped by a signal, such as SIGSTOP; see proc_pid_stat(5).
  ///
  /// - Throws: `ENOENT` or `ESRCH` if there is no such process.
  package static func isStopped(pid: Int32) throws(Errno) -> Bool {
    let stat = try ProcessInformation.contents(of: "/proc/\(pid)/stat")
    // The name before it is in brackets, and may have brackets itself.
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return stat.dropFirst(end + 2).first == UInt8(ascii: "T")
  }

  /// The path of the process's cgroup below the root of the unified hierarchy, without slashes at
  /// its ends; nil if there is none or it isn't visible to us.
  package static func cgroup(pid: Int32) -> String? {
    guard let text = try? ProcessInformation.contents(of: "/proc/\(pid)/cgroup") else { return nil }
    return ProcessInformation.components(ofCgroup: String(decoding: text, as: UTF8.self))?
      .joined(separator: "/")
  }

  /// The mount point of the unified cgroup hierarchy, by proc_pid_mountinfo(5); nil if not mounted.
  package static func cgroupRoot() -> String? {
    guard let text = try? ProcessInformation.contents(of: "/proc/self/mountinfo") else {
      return nil
    }
    return cgroupRoot(mountInfo: String(decoding: text, as: UTF8.self))
  }

  /// Reads the text of `/proc/PID/mountinfo`: the fifth word is the mount point, and a lone hyphen
  /// precedes the type of the file system.
  package static func cgroupRoot(mountInfo: String) -> String? {
    for line in mountInfo.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let hyphen = words.firstIndex(of: "-"), hyphen > 4, words.count > hyphen + 1,
        words[hyphen + 1] == "cgroup2"
      else { continue }
      return String(words[4])
    }
    return nil
  }

  /// Whether a cgroup is frozen, by the text of its `cgroup.events`; see cgroups(7).
  package static func isFrozen(events: String) -> Bool {
    events.split(separator: "\n").contains("frozen 1")
  }

  /// Whether the cgroup in that folder is frozen; one that can't be read isn't.
  package static func isFrozen(folder: String) -> Bool {
    guard let text = try? ProcessInformation.contents(of: "\(folder)/cgroup.events") else {
      return false
    }
    return isFrozen(events: String(decoding: text, as: UTF8.self))
  }
}
