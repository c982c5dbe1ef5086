import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// The daemon's end, and its next life (R1, R49).
extension DaemonWorld {
  /// An orderly stop: every connection is told, and ends.
  mutating func stopDaemon() throws(ProcessFault) -> [String] {
    daemon.askToStop()
    var lines: [String] = []
    for connection in cast.connections {
      while let message = try connection.nextMessage() {
        let session = cast.spokesman(of: connection)
        lines += try line(message).map { [$0] } ?? ["\(session) \(lifeWord(message))"]
      }
    }
    hasStopped = true
    let status = try daemon.process.wait()
    guard status == 0 else { throw ProcessFault("the daemon ended with \(status)") }
    return lines
  }

  /// A crash and another daemon in its place, to which everybody connects anew.
  mutating func restartDaemon() throws(ProcessFault) -> [String] {
    let former = epoch
    let spokesmen = cast.connections.map { cast.spokesman(of: $0) }
    try daemon.restart()
    for connection in cast.connections {
      let left = try connection.linesToEnd()
      guard left.isEmpty else { throw ProcessFault("told before the crash: \(left)") }
      connection.drop()
      cast.remove(connection)
    }
    system = try daemon.connect()
    observer = try daemon.connect()
    try lookOn()
    guard epoch != former else { throw ProcessFault("the epoch is the same") }
    var lines: [String] = []
    for name in spokesmen {
      let connection = try connection(name)
      let hello: JSONValue = ["protocol": 1, "epoch": .string(former)]
      let id = try connection.post("hello", hello)
      guard let first = try connection.nextMessage(),
        first["params"]?["previousEpoch"]?.string == former
      else { throw ProcessFault("not reset first") }
      lines.append("\(name) \(lifeWord(first))")
      _ = try connection.reply(to: id)
    }
    return lines
  }

  private mutating func lifeWord(_ message: JSONValue) -> String {
    switch message["method"]?.string {
    case "mediaServices.wereLost":
      note("R1")
      return "lost"
    case "mediaServices.wereReset":
      note("R49")
      return "reset"
    default: return message.text
    }
  }
}
