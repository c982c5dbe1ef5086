import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Glibc
import House

/// The exit statuses, for shells and the service manager.
enum ExitStatus {
  static let usage: CInt = 1
  fileprivate static let noBridge: CInt = 69
  static let badConfiguration: CInt = 78
}

/// The commands that print something and end; each returns the exit status.
enum Commands {
  /// Asks the running bridge, and prints its answer.
  static func report(asJSON: Bool) -> CInt {
    do {
      let answer = try HouseSocket.ask(by: TimeLimit(.seconds(5)))
      let report: HouseReport? = answer.received()
      let lines = asJSON ? [answer.text] : report.map(HouseWords.lines) ?? []
      for line in lines { StandardOutput.write(line) }
      return 0
    } catch {
      complain("no bridge answers: \(error)")
      return ExitStatus.noBridge
    }
  }

  /// Writes a message to standard error, which may be the journal, without waiting for a reader.
  static func complain(_ message: String) { StandardError.write("audiosession-house: \(message)") }
}
