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
}

extension Time {
  /// The text on the wire, `2026-03-01T12:00:00.250000Z`.
  package var text: String {
    var writer = JSONWriter()
    writer.time(seconds: seconds, nanoseconds: nanoseconds)
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Reads the text on the wire; nil if it isn't of that form.
  package init?(_ text: String) {
    let places = Array(text.utf8)
    guard places.count == 27, places[26] == UInt8(ascii: "Z") else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      Int64(String(decoding: places[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      let microseconds = number(20..<26)
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    self.init(seconds: seconds, nanoseconds: microseconds * 1000)
  }
}

extension Time: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: Time?,
    through archive: inout A
  ) throws(A.Fault) -> Time {
    let text = try archive.text(it?.text)
    guard A.isReading else { return it ?? Time(seconds: 0, nanoseconds: 0) }
    guard let time = Time(text) else { throw archive.fault("a time as in RFC 3339") }
    return time
  }
}
