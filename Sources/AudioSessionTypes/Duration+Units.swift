/// Durations in the units of the wire.
extension Duration {
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// Whole milliseconds; the rest is left out.
  package var inMilliseconds: Int {
    // Dividing 128 bits takes hundreds of instructions; up to 18 seconds fit 64.
    if let attoseconds = UInt64(exactly: attoseconds) {
      return Int(attoseconds / 1_000_000_000_000_000)
    }
    return Int(attoseconds / 1_000_000_000_000_000)
  }
}
