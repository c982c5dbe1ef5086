package import Arbitration
import AudioSessionSystem
import Glibc

/// Where the daemon says what an administrator should know: the journal, or whoever reads stderr.
///
/// The journal gets fields to search by; a service manager gets each line with its priority, in the
/// form that it understands; whoever else reads gets the text alone. It never waits for a reader.
package final class Journal {
  /// Something that a message is about, by its name in the journal.
  package struct Field: Equatable, Sendable {
    var name: String
    var value: String

    package init(_ name: String, _ value: some CustomStringConvertible) {
      self.name = name
      self.value = value.description
    }
  }

  private enum Reader: ~Copyable {
    case journal(DatagramSocket)
    case manager, people
  }

  private let reader: Reader
  private var limit = JournalLimit()
  private let clock: () -> Int64

  /// Finds out who reads what the process writes to its standard error.
  ///
  /// - Parameter isService: Whether a service manager started the process.
  package init(isService: Bool = false) {
    clock = { SystemClock.boottime }
    let stream = getenv("JOURNAL_STREAM").map { String(cString: $0) }
    let isJournal = Journal.isStandardError(stream: stream)
    if isJournal, let socket = try? DatagramSocket(to: "/run/systemd/journal/socket") {
      reader = .journal(socket)
    } else {
      let isManager = isJournal || isService && isatty(STDERR_FILENO) == 0
      reader = isManager ? .manager : .people
    }
  }

  /// Speaks the journal's own protocol to a socket, by a clock in nanoseconds.
  init(address: String, clock: @escaping () -> Int64) throws(Errno) {
    let socket = try DatagramSocket(to: address)
    reader = .journal(socket)
    self.clock = clock
  }

  /// Whether fields are kept and there is room for what only an investigation needs.
  package var keepsFields: Bool {
    switch reader {
    case .journal: true
    case .manager: false
    case .people: false
    }
  }

  /// Says something, unless it was said too often of late.
  ///
  /// - Parameters:
  ///   - kind: What it is about. What is for debugging goes to the journal only.
  ///   - message: The text for people.
  ///   - fields: What to find it by.
  ///   - user: Who brought it about, if somebody did: one user's messages leave room for others'.
  package func write(
    _ kind: JournalKind,
    _ message: @autoclosure () -> String,
    _ fields: @autoclosure () -> [Field] = [],
    of user: UserID? = nil
  ) {
    guard keepsFields || kind.priority < Journal.debug, limit.admits(kind, of: user, at: clock())
    else { return }
    let leftOut = limit.leftOut(kind)
    let note = leftOut == 0 ? "" : " (\(leftOut) more of this kind were left out)"
    var all = fields()
    if leftOut > 0 { all.append(Field("LEFT_OUT", leftOut)) }
    if hand(over: kind, message() + note, all) {
      limit.forgetLeftOut(kind)
    } else {
      limit.lose(kind)
    }
  }

  private func hand(over kind: JournalKind, _ message: String, _ fields: [Field]) -> Bool {
    switch reader {
    case .journal(let socket):
      return (try? socket.send(Journal.datagram(kind, message, fields))) ?? false
    case .manager:
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      return StandardError.write(
        lines.map { "<\(kind.priority)>\($0)" }.joined(separator: "\n")
      )
    case .people:
      return StandardError.write(message)
    }
  }

  /// A message in the journal's own form: `NAME=value` lines, or with a length where it has lines.
  private static func datagram(_ kind: JournalKind, _ message: String, _ fields: [Field]) -> [UInt8]
  {
    let text = String(decoding: message.utf8.prefix(longestValue), as: UTF8.self)
    let all = [
      Field("MESSAGE", text), Field("PRIORITY", kind.priority), Field("MESSAGE_ID", kind.id),
      Field("SYSLOG_IDENTIFIER", "audiosessiond"),
    ]
    return (all + fields).reduce(into: []) { $0 += bytes(of: $1) }
  }

  private static func bytes(of field: Field) -> [UInt8] {
    let value = Array(field.value.utf8.prefix(longestValue))
    guard value.contains(UInt8(ascii: "\n")) else {
      return Array("\(field.name)=".utf8) + value + [UInt8(ascii: "\n")]
    }
    let length = withUnsafeBytes(of: UInt64(value.count).littleEndian) { Array($0) }
    return Array("\(field.name)\n".utf8) + length + value + [UInt8(ascii: "\n")]
  }

  /// Whether `stream`, as the journal names its end, is our standard error and not another's.
  static func isStandardError(stream: String?) -> Bool {
    let parts = stream?.split(separator: ":").map { UInt64($0) } ?? []
    var status = stat()
    guard parts.count == 2, fstat(STDERR_FILENO, &status) == 0 else { return false }
    return parts == [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  private static let debug = 7
  /// More of one value than this helps nobody, and wouldn't fit into a datagram for long.
  private static let longestValue = 8192
}
