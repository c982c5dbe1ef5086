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
    let (high, low) = try archive.hexadecimal(it.map { ($0.high, $0.low) })
    return Epoch(high: high, low: low)
  }
}
