package import AudioSessionArbitration
import AudioSessionSystem
import Glibc

/// The messages for an administrator, which go to the journal, or to whoever reads stderr.
///
/// The journal gets fields to search by. A service manager gets each line with its priority, in the
/// form that it understands. Any other reader gets only the text. Writing never waits for a reader.
package final class Journal {
  /// A field of a message, by its name in the journal.
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

  /// Finds out who reads the standard error of the process.
  ///
  /// - Parameters:
  ///   - isService: Whether a service manager started the process.
  ///   - isBrief: Whether the process ends as soon as it has written. The journal looks up the unit of
  ///     a message with fields by its process, which has to live for that; the stream has its unit
  ///     from the service manager.
  package init(isService: Bool = false, isBrief: Bool = false) {
    clock = { SystemClock.boottime }
    let stream = getenv("JOURNAL_STREAM").map { String(cString: $0) }
    let isJournal = Journal.isStandardError(stream: stream)
    if isJournal, !isBrief, let socket = try? DatagramSocket(to: "/run/systemd/journal/socket") {
      reader = .journal(socket)
    } else {
      let isManager = isJournal || isService && isatty(STDERR_FILENO) == 0
      reader = isManager ? .manager : .people
    }
  }

  /// Writes to the socket at `address` in the journal's own protocol, with a clock in nanoseconds.
  init(address: String, clock: @escaping () -> Int64) throws(Errno) {
    let socket = try DatagramSocket(to: address)
    reader = .journal(socket)
    self.clock = clock
  }

  /// Whether fields are kept and there is room for messages that only an investigation needs.
  package var keepsFields: Bool {
    switch reader {
    case .journal: true
    case .manager: false
    case .people: false
    }
  }

  /// Writes a message, unless its kind was written too often recently.
  ///
  /// - Parameters:
  ///   - kind: The kind of the message. Kinds for debugging go only to the journal.
  ///   - message: The text for people.
  ///   - fields: The fields to search by.
  ///   - user: The user who caused it, if any: one user's messages leave room for those of others.
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

  /// Encodes a message for the journal: `NAME=value`, or with a length for a multi-line value.
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

  /// Whether `stream`, a device and an inode as in `JOURNAL_STREAM`, is our own standard error.
  static func isStandardError(stream: String?) -> Bool {
    let parts = stream?.split(separator: ":").map { UInt64($0) } ?? []
    var status = stat()
    guard parts.count == 2, fstat(STDERR_FILENO, &status) == 0 else { return false }
    return parts == [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  private static let debug = 7
  /// The longest value in bytes: more helps nobody, and soon wouldn't fit into a datagram.
  private static let longestValue = 8192
}
