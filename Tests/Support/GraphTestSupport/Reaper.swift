import AudioSessionSystem
import Foundation
import TestSupport

/// Kills what a test has started and removes its folder if the test's own process ends first.
///
/// A shell that reads process groups from a pipe: the pipe ends with the test, however that ends.
final class Reaper {
  private let list: FileDescriptor
  private let pid: pid_t

  private static let script = #"""
    groups=
    while read -r sign group; do
      others=
      for each in $groups; do [ "$each" = "$group" ] || others="$others $each"; done
      groups=$others
      [ "$sign" = + ] && groups="$groups $group"
    done
    for group in $groups; do kill -s KILL -- "-$group" 2> /dev/null; done
    rm -rf -- "$1"
    """#

  init(folder: String) throws(ProcessFault) {
    let (reading, writing) = try connectedSockets()
    defer { close(reading) }
    list = FileDescriptor(writing)
    pid = try Spawn.start(
      "/bin/sh",
      ["-c", Reaper.script, "reaper", folder],
      descriptors: [0: reading],
      environment: ["PATH": Spawn.searchPath],
      leadsGroup: true
    )
  }

  deinit {
    Glibc.kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// A group that is to be killed.
  func add(_ group: pid_t) { tell("+ \(group)\n") }

  /// A group that has ended.
  func remove(_ group: pid_t) { tell("- \(group)\n") }

  private func tell(_ line: String) {
    // It fails only if somebody has killed the shell, and then there is nobody to tell.
    _ = line.withCString { write(list.number, $0, strlen($0)) }
  }
}
