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

  /// Asks for the shared device, and prints what comes of it, until this program or the bridge ends.
  static func hold(asJSON: Bool) -> CInt {
    do {
      let connection = try SharedDeviceConnection()
      var isAbsent = false
      do {
        try connection.follow { news in
          if news.state == .none { isAbsent = true }
          StandardOutput.write(asJSON ? news.json.text : HouseWords.sentence(news))
        }
      } catch .disconnected where isAbsent {
        return ExitStatus.usage
      }
      return 0
    } catch {
      complain("no bridge answers: \(error)")
      return ExitStatus.noBridge
    }
  }

  /// Writes a message to standard error, which may be the journal, without waiting for a reader.
  static func complain(_ message: String) { StandardError.write("audiosession-house: \(message)") }
}
