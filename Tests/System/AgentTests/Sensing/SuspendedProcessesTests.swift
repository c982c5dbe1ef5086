import AudioSessionSystem
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

@Suite(.besideThePool(.players)) struct SuspendedProcessesTests {
  typealias Change = SuspendedProcesses.Change

  @Test func `a stopped process is seen, and that it runs again, though nobody asks any more`()
    throws
  {
    let process = try ChildProcess("/bin/sleep", ["1000"])
    let processes = SuspendedProcesses(cgroupRoot: nil)
    processes.observe([process.pid], at: DriverLoop.now)
    #expect(processes.takeChanges() == [])
    kill(process.pid, SIGSTOP)
    #expect(try next(of: processes) == [Change(pid: process.pid, isSuspended: true)])
    // Its session is inactive by R47.
    processes.observe([], at: DriverLoop.now)
    #expect(processes.takeChanges() == [])
    kill(process.pid, SIGCONT)
    #expect(try next(of: processes) == [Change(pid: process.pid, isSuspended: false)])
    #expect(processes.deadline == nil)
  }

  @Test func `no processes to observe: no check is scheduled`() throws {
    let process = try ChildProcess("/bin/sleep", ["1000"])
    let processes = SuspendedProcesses(cgroupRoot: nil)
    #expect(processes.deadline == nil)
    let now = DriverLoop.now
    processes.observe([process.pid], at: now)
    let first = now + SuspendedProcesses.delay
    #expect(processes.deadline == first)
    processes.dispatch(at: first)
    #expect(processes.deadline == first + .seconds(1))
    processes.observe([], at: now)
    #expect(processes.deadline == nil)
  }

  @Test func `a process that ends isn't suspended any more`() throws {
    let process = try ChildProcess("/bin/sleep", ["1000"])
    let processes = SuspendedProcesses(cgroupRoot: nil)
    kill(process.pid, SIGSTOP)
    processes.observe([process.pid], at: DriverLoop.now)
    #expect(try next(of: processes) == [Change(pid: process.pid, isSuspended: true)])
    try process.kill()
    #expect(try next(of: processes) == [Change(pid: process.pid, isSuspended: false)])
  }

  @Test func `a frozen cgroup is seen at once`() throws {
    let process = try ChildProcess("/bin/sleep", ["1000"])
    // In the shape of the kernel's own, so that it can be frozen anywhere.
    let root = try TemporaryDirectory()
    let cgroup = try #require(ProcessStanding.cgroup(pid: process.pid))
    let folder = root.path(of: cgroup)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func write(_ frozen: Int) throws {
      let text = "populated 1\nfrozen \(frozen)\n"
      try text.write(toFile: "\(folder)/cgroup.events", atomically: false, encoding: .utf8)
    }
    try write(0)
    let processes = SuspendedProcesses(cgroupRoot: root.path)
    let now = DriverLoop.now + SuspendedProcesses.delay
    processes.observe([process.pid], at: now - SuspendedProcesses.delay)
    processes.dispatch(at: now)
    #expect(processes.takeChanges() == [])
    for isFrozen in [true, false] {
      try write(isFrozen ? 1 : 0)
      // The time stands still: it isn't the second's look that sees it.
      processes.dispatch(at: now)
      #expect(processes.takeChanges() == [Change(pid: process.pid, isSuspended: isFrozen)])
    }
  }

  /// It needs the right to make cgroups, as root has it.
  @Test(.enabled(if: TestCgroup.canBeMade, "no cgroup can be made here"))
  func `a process frozen or thawed by its cgroup: reported at once`() throws {
    let process = try ChildProcess("/bin/sleep", ["1000"])
    let cgroup = try FrozenCgroup(of: process.pid)
    let processes = SuspendedProcesses()
    let now = DriverLoop.now + SuspendedProcesses.delay
    processes.observe([process.pid], at: now - SuspendedProcesses.delay)
    processes.dispatch(at: now)
    #expect(processes.takeChanges() == [])
    for isFrozen in [true, false] {
      try cgroup.set(isFrozen)
      var changes: [Change] = []
      while changes.isEmpty {
        let number = try #require(processes.descriptor)
        try Patience.wait(for: POLLIN, on: number, "the kernel's word")
        // The time stands still: it isn't the second's look that sees it.
        processes.dispatch(at: now)
        changes = processes.takeChanges()
      }
      #expect(changes == [Change(pid: process.pid, isSuspended: isFrozen)])
    }
    try process.kill()
  }

  private func next(of processes: SuspendedProcesses) throws -> [Change] {
    var changes: [Change] = []
    try DriverLoop.run(processes, until: "a change") {
      changes += processes.takeChanges()
      return !changes.isEmpty
    }
    return changes
  }
}

/// A cgroup of a test's own with one process in it; the process has to end first.
private final class FrozenCgroup {
  private let path: String

  init(of pid: Int32) throws {
    path = try #require(TestCgroup.folder)
    try #require(mkdir(path, 0o755) == 0)
    try "\(pid)".write(toFile: "\(path)/cgroup.procs", atomically: false, encoding: .utf8)
  }

  deinit { rmdir(path) }

  func set(_ isFrozen: Bool) throws {
    let text = isFrozen ? "1" : "0"
    try text.write(toFile: "\(path)/cgroup.freeze", atomically: false, encoding: .utf8)
  }
}
