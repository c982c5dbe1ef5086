import Foundation

/// What the kernel says about the daemon's process; see proc(5).
extension TestDaemon {
  /// Memory that it has in RAM, in KiB.
  package func residentKilobytes() throws(ProcessFault) -> Int {
    try ProcessStatus.residentKilobytes(of: process.pid)
  }

  /// How often it waited for something of its own will: an idle program doesn't.
  package func voluntarySwitches() throws(ProcessFault) -> Int {
    try ProcessStatus.number("voluntary_ctxt_switches", of: process.pid)
  }

  /// Time on a processor, in ticks of 10 ms.
  package func processorTicks() throws(ProcessFault) -> Int {
    let text = try ProcessStatus.text(of: "stat", of: process.pid)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      throw ProcessFault("/proc/\(process.pid)/stat is not as expected")
    }
    return user + system
  }

  /// How many descriptors it has open.
  package func descriptorCount() throws(ProcessFault) -> Int { try descriptors().count }

  private func descriptors() throws(ProcessFault) -> [Int] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.pid)/fd")
        .compactMap { Int($0) }
    } catch {
      throw ProcessFault("\(error)")
    }
  }

  /// Leaves room for so many descriptors more than it has now; nil: for 1,024 in all.
  package func leaveRoom(forDescriptors count: Int?) throws(ProcessFault) {
    guard let count else { return try limitDescriptors(to: 1024) }
    let taken = Set(try descriptors())
    let free = (0..<1024).filter { !taken.contains($0) }
    try limitDescriptors(to: free[count])
  }

  /// See prlimit(1).
  private func limitDescriptors(to count: Int) throws(ProcessFault) {
    let program = try ChildProcess(
      "/usr/bin/prlimit",
      ["--pid", "\(process.pid)", "--nofile=\(count):1024"]
    )
    let status = try program.wait()
    guard status == 0 else { throw ProcessFault("prlimit ended with \(status)") }
  }
}
