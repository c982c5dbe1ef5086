package import AudioSessionSchema

/// One run of the daemon, identified by 128 random bits; decisions are numbered within it.
package struct Epoch: Equatable, Sendable, BitwiseCopyable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The 32 hexadecimal digits on the wire.
  package var text: String { Epoch.digits(high) + Epoch.digits(low) }

  private static func digits(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Epoch: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: Epoch?,
    through archive: inout A
  ) throws(A.Fault) -> Epoch {
    let digits = try archive.text(it?.text)
    guard A.isReading else { return it ?? Epoch(high: 0, low: 0) }
    guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { throw archive.fault("32 hexadecimal digits") }
    return Epoch(high: high, low: low)
  }
}

/// Every notification has one: it is written without a text in between.
extension Epoch: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.hexadecimal(high, low)
  }
}
