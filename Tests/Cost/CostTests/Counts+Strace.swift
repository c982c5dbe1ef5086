import AudioSessionJSON
import TestSupport

extension Counts {
  /// Reads a summary of strace: how often each system call was made.
  ///
  /// - Parameter summary: The text, of the columns `name,calls`.
  /// - Throws: That there is no such table.
  init(strace summary: String) throws(ProcessFault) {
    var numbers: [String: Double] = [:]
    for line in summary.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, words[0] != "total", let count = Double(words[1]) else { continue }
      numbers[String(words[0])] = count
    }
    guard numbers["execve"] != nil else {
      throw ProcessFault("strace's summary: expected a table with execve: \(summary)")
    }
    self.init(numbers)
  }
}
