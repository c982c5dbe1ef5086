import AudioSessionEventLoop
import AudioSessionSystem
import Glibc

/// Tells which of the observed processes are suspended (R47): stopped by a signal, or frozen by
/// their cgroup.
///
/// The kernel notifies of a frozen cgroup; a stopped process has to be polled for, once a second,
/// and only while there are processes to observe.
final class SuspendedProcesses: EventSource {
  struct Change: Equatable {
    var pid: Int32
    var isSuspended: Bool
  }

  private static let interval = Duration.seconds(1)
  /// The delay before a new process is checked: the decision that made it active is carried out
  /// first, and a process that has just asked for it runs.
  static let delay = Duration.milliseconds(100)

  private let cgroupRoot: String?
  private var watch: FileWatch?
  /// The processes to observe.
  private var wanted: Set<Int32> = []
  /// The suspended processes; they are checked until they run, observed or not.
  private var suspended: Set<Int32> = []
  private var changes: [Change] = []
  private(set) var deadline: Duration?

  /// - Parameter cgroupRoot: The mount point of the unified hierarchy; nil to ignore cgroups.
  init(cgroupRoot: String? = ProcessStanding.cgroupRoot()) {
    self.cgroupRoot = cgroupRoot
    // Without it a frozen cgroup is seen when it is looked at, a second later.
    if cgroupRoot != nil { watch = try? FileWatch() }
  }

  var descriptor: CInt? { watch?.number }

  let generation = 0

  let interest = Poller.Interest.reading

  /// Replaces the set of observed processes.
  func observe(_ pids: Set<Int32>, at now: Duration) {
    guard pids != wanted else { return }
    wanted = pids
    let soon = now + SuspendedProcesses.delay
    deadline = isUnneeded ? nil : min(deadline ?? soon, soon)
  }

  /// Whether there is no process to check.
  private var isUnneeded: Bool { wanted.isEmpty && suspended.isEmpty }

  func dispatch(at now: Duration) {
    let isTold = (try? watch?.takeChanges())?.isEmpty == false
    if isTold || deadline.map({ $0 <= now }) ?? false { look(at: now) }
  }

  /// Takes the changes since the last call; initially all processes count as running.
  func takeChanges() -> [Change] {
    defer { changes = [] }
    return changes
  }

  private func look(at now: Duration) {
    let pids = wanted.union(suspended)
    var cgroups: Set<String> = []
    for pid in pids.sorted() {
      guard let isStopped = try? ProcessStanding.isStopped(pid: pid) else {
        // It has ended, and what was told of it with it.
        set(false, pid)
        continue
      }
      let folder = cgroupRoot.flatMap { root in
        ProcessStanding.cgroup(pid: pid).map { $0.isEmpty ? root : "\(root)/\($0)" }
      }
      if let folder { cgroups.insert("\(folder)/cgroup.events") }
      set(isStopped || folder.map(ProcessStanding.isFrozen(folder:)) ?? false, pid)
    }
    // Where the user has too many watches, the next look sees what one would have told.
    _ = try? watch?.watch(cgroups)
    deadline = isUnneeded ? nil : now + SuspendedProcesses.interval
  }

  private func set(_ isSuspended: Bool, _ pid: Int32) {
    guard isSuspended != suspended.contains(pid) else { return }
    if isSuspended { suspended.insert(pid) } else { suspended.remove(pid) }
    changes.append(Change(pid: pid, isSuspended: isSuspended))
  }
}
