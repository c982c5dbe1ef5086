import AudioSessionJSON
package import AudioSessionSchema

/// A moment of the real-time clock, written as in RFC 3339.
package struct Time: Equatable, Sendable, BitwiseCopyable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package let seconds: Int64
  /// 0…999,999,999.
  package let nanoseconds: Int64

  /// A moment before 1970, which only a wrongly set clock shows, counts as 1970's beginning.
  package init(seconds: Int64, nanoseconds: Int64) {
    let isBefore = seconds < 0 || nanoseconds < 0
    self.seconds = isBefore ? 0 : seconds
    self.nanoseconds = isBefore ? 0 : nanoseconds
  }

  /// What a client assumes where it isn't told: 1970's beginning, at which nothing happened.
  package static let unknown = Time(seconds: 0, nanoseconds: 0)
}

extension Time {
  /// The text on the wire, `2026-03-01T12:00:00.250000Z`.
  package var text: String {
    var writer = JSONWriter()
    writer.time(seconds: seconds, nanoseconds: nanoseconds)
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}

extension Time: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: Time?,
    through archive: inout A
  ) throws(A.Fault) -> Time {
    let (seconds, nanoseconds) = try archive.time(it.map { ($0.seconds, $0.nanoseconds) })
    return Time(seconds: seconds, nanoseconds: nanoseconds)
  }
}
