import Foundation

/// What the kernel says about a process; see proc(5).
package enum ProcessStatus {
  /// Memory that it has in RAM, in KiB.
  package static func residentKilobytes(of pid: Int32) throws(ProcessFault) -> Int {
    try number("VmRSS", of: pid)
  }

  /// A number of `/proc/pid/status`.
  ///
  /// - Parameters:
  ///   - key: Its name.
  ///   - pid: The process.
  /// - Returns: It, in the unit that stands there.
  /// - Throws: There is no such process, or no such number.
  package static func number(_ key: String, of pid: Int32) throws(ProcessFault) -> Int {
    let line = try text(of: "status", of: pid).split(separator: "\n")
      .first { $0.hasPrefix(key + ":") }
    guard let number = line?.dropFirst(key.count + 1).split(whereSeparator: \.isWhitespace).first,
      let value = Int(number)
    else { throw ProcessFault("/proc/\(pid)/status has no \(key)") }
    return value
  }

  /// The text of one of the process's files.
  package static func text(of file: String, of pid: Int32) throws(ProcessFault) -> String {
    do {
      return try String(contentsOfFile: "/proc/\(pid)/\(file)", encoding: .utf8)
    } catch {
      throw ProcessFault("\(error)")
    }
  }
}
