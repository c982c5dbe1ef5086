/// A moment of the calendar's clock, written as RFC 3339 has it.
package struct Time: Equatable, Sendable, BitwiseCopyable {
  /// Since the beginning of 1970, UTC.
  package let seconds: Int64
  /// 0…999,999,999.
  package let nanoseconds: Int64

  package init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

extension Time: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.time(seconds: seconds, nanoseconds: nanoseconds)
  }
}
