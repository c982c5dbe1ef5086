import Glibc

/// Gains in the configuration's notation: linear, or in decibels.
enum Gain {
  /// Reads `0.25`, `-12dB` or `-12 dB`; nil if it is none.
  static func parse(_ text: String) -> Double? {
    guard isInDecibels(text) else { return number(text[...]) }
    let figure = text.dropLast(2)
    return number(figure.last == " " ? figure.dropLast() : figure).map { pow(10, $0 / 20) }
  }

  static func isInDecibels(_ text: String) -> Bool { text.lowercased().hasSuffix("db") }

  private static func number(_ text: Substring) -> Double? {
    // No "nan", no "inf", no hexadecimal ones.
    text.allSatisfy { "0123456789.e+-".contains($0) } ? Double(text) : nil
  }
}

/// Numbers of bytes in the configuration's notation, as in systemd.
enum ByteCount {
  private static let units: [(name: Character, size: Int)] = [("M", 1 << 20), ("K", 1 << 10)]

  /// Reads `65536`, `64K` or `1M`; nil if it is none.
  static func parse(_ text: String) -> Int? {
    let unit = units.first { $0.name == text.last }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard digits.allSatisfy({ "0"..."9" ~= $0 }), let count = Int(digits) else { return nil }
    let (size, overflow) = count.multipliedReportingOverflow(by: unit?.size ?? 1)
    return overflow ? nil : size
  }

  /// Writes it with a unit where that is exact: `64K`.
  static func format(_ count: Int) -> String {
    guard let unit = units.first(where: { count >= $0.size && count % $0.size == 0 }) else {
      return "\(count)"
    }
    return "\(count / unit.size)\(unit.name)"
  }
}
