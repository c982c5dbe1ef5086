/// Times in the configuration's notation, as in systemd.time(7).
package enum TimeSpan {
  /// All units with their durations, longest first; the first name is the one that is printed.
  private static let units: [(names: [String], nanoseconds: Int64)] = [
    (["h", "hr", "hour", "hours"], 3_600_000_000_000),
    (["min", "m", "minute", "minutes"], 60_000_000_000),
    (["s", "sec", "second", "seconds"], 1_000_000_000),
    (["ms", "msec"], 1_000_000),
    (["us", "usec", "µs", "μs"], 1000),
  ]

  /// Reads `300ms`, `1min 30s`, `1min30s`, `1.5s`, or a bare number of seconds; nil if it is none.
  package static func parse(_ text: String) -> Duration? {
    var rest = text[...]
    var total: Int64 = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      guard let term = takeTerm(from: &rest) else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(term)
      if overflow { return nil }
      total = sum
      rest = rest.drop { $0 == " " }
    }
    return .nanoseconds(total)
  }

  /// Writes a time so that ``parse(_:)`` reads the same: `1min 30s`.
  package static func format(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    var rest = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    var terms: [String] = []
    for unit in units {
      let count = rest / unit.nanoseconds
      rest %= unit.nanoseconds
      if count > 0 { terms.append("\(count)\(unit.names[0])") }
    }
    if rest > 0 { terms.append("0.\(String(1000 + rest).dropFirst())us") }
    return terms.isEmpty ? "0" : terms.joined(separator: " ")
  }

  /// Takes a number and its unit from the front, as nanoseconds.
  private static func takeTerm(from text: inout Substring) -> Int64? {
    let number = text.prefix { isDigit($0) || $0 == "." }
    text = text[number.endIndex...].drop { $0 == " " }
    let name = text.prefix { !isDigit($0) && $0 != " " && $0 != "." }
    text = text[name.endIndex...]
    guard
      let unit = name.isEmpty ? 1_000_000_000 : nanoseconds(ofUnit: name)
    else { return nil }
    return nanoseconds(number, unit)
  }

  private static func nanoseconds(ofUnit name: Substring) -> Int64? {
    units.first { $0.names.contains(String(name)) }?.nanoseconds
  }

  /// `number` times `unit`, exact for nine places after the point.
  private static func nanoseconds(_ number: Substring, _ unit: Int64) -> Int64? {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int64(parts[0]) else { return nil }
    var (total, overflow) = whole.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    guard parts.count == 2 else { return total }
    guard !parts[1].isEmpty else { return nil }
    var place = unit
    for digit in parts[1] {
      guard let value = digit.wholeNumberValue else { return nil }
      place /= 10
      (total, overflow) = total.addingReportingOverflow(Int64(value) * place)
      if overflow { return nil }
    }
    return total
  }

  private static func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character }
}
