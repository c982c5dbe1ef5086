import AudioSessionArbitration
import AudioSessionSystem
import AudioSessionWire

/// A process that has connections or leases.
///
/// Two connections with the same pid and start time are of one process; a process whose pid we
/// can't see counts as a separate process for each connection.
final class ClientProcess {
  let id: ProcessID
  let pid: Int32
  let startTime: UInt64
  /// Held to notice the process's end, before its pid can mean another; nil if we can't see it.
  private let descriptor: ProcessDescriptor?
  /// The descriptor's number, for the poller; nil if the process can't be seen.
  let descriptorNumber: CInt?
  var connections: [ConnectionID] = []
  /// The identity of its latest connection, which the next one shares if it has the same.
  var identity: PeerIdentity?
  /// Whether it has sessions that need no connection of its own: leases, or any opened for it.
  var hasSessions = false
  /// Whether it has ended; what its sockets still hold is read before they are closed (R48).
  var hasEnded = false

  init(
    id: ProcessID,
    pid: Int32,
    startTime: UInt64,
    descriptor: consuming ProcessDescriptor?
  ) {
    self.id = id
    self.pid = pid
    self.startTime = startTime
    descriptorNumber = descriptor?.number
    self.descriptor = descriptor
  }
}

/// The known processes, numbered in order of arrival.
struct Processes {
  private var byID: [ProcessID: ClientProcess] = [:]
  private var byPID: [Int32: ClientProcess] = [:]
  private var count: UInt64 = 0

  subscript(id: ProcessID) -> ClientProcess? { byID[id] }

  /// Returns the living process that has this pid, if it ever connected (R47).
  func living(pid: Int32) -> ClientProcess? {
    guard let process = byPID[pid], !process.hasEnded else { return nil }
    return process
  }

  /// Returns the living process with that pid and start time, if it is known.
  func known(pid: Int32, startTime: UInt64) -> ClientProcess? {
    guard let process = living(pid: pid), process.startTime == startTime else { return nil }
    return process
  }

  /// Adds a new process.
  mutating func add(
    pid: Int32,
    startTime: UInt64,
    _ descriptor: consuming ProcessDescriptor?
  ) -> ClientProcess {
    count += 1
    let id = ProcessID(count)
    let isVisible = descriptor != nil
    let process = ClientProcess(id: id, pid: pid, startTime: startTime, descriptor: descriptor)
    byID[id] = process
    if isVisible { byPID[pid] = process }
    return process
  }

  /// Removes a process that no longer has connections or leases.
  mutating func remove(_ process: ClientProcess) {
    byID[process.id] = nil
    if byPID[process.pid] === process { byPID[process.pid] = nil }
  }
}
