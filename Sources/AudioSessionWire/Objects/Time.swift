/// A moment of the calendar's clock, written as RFC 3339 has it.
package struct Time: Equatable, Sendable, BitwiseCopyable {
  /// Since the beginning of 1970, UTC.
  package let seconds: Int64
  /// 0…999,999,999.
  package let nanoseconds: Int64

  /// A moment before 1970, which only a clock that was set wrong shows, counts as its beginning.
  package init(seconds: Int64, nanoseconds: Int64) {
    let isBefore = seconds < 0 || nanoseconds < 0
    self.seconds = isBefore ? 0 : seconds
    self.nanoseconds = isBefore ? 0 : nanoseconds
  }
}

extension Time: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.time(seconds: seconds, nanoseconds: nanoseconds)
  }
}
