import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

/// The lines of `[Interactions]`, as they are read (R59).
struct InteractionLines {
  private struct Line {
    var key: String
    var square: Square
    /// The fault to report if the key names an unknown kind or role.
    var fault: ConfigurationFault
  }

  private var lines: [Line] = []

  /// Adds a line, which replaces an earlier one of the same key.
  ///
  /// - Parameters:
  ///   - key: `NEWCOMER.CURRENT`.
  ///   - square: The value that it sets.
  ///   - fault: The line's place and text.
  mutating func add(_ key: String, _ square: Square, fault: ConfigurationFault) {
    lines.removeAll { $0.key == key }
    lines.append(Line(key: key, square: square, fault: fault))
  }

  /// The overrides of the lines, now that the policy's roles are known.
  func resolve(
    by policy: Policy,
    _ faults: inout [ConfigurationFault]
  ) -> [Policy.Override] {
    lines.compactMap { line in
      let names = line.key.split(separator: ".", omittingEmptySubsequences: false)
      if names.count == 2, let newcomer = place(of: names[0], in: policy),
        let current = place(of: names[1], in: policy)
      {
        return Policy.Override(newcomer, current, line.square.outcome, gain: line.square.gain)
      }
      var fault = line.fault
      let known = policy.kindNames
      let unknown = names.map(String.init).first { $0 != "*" && !known.contains($0) }
      let guess = unknown.map(known.guess(at:)) ?? ""
      fault.expected =
        "NEWCOMER.CURRENT=OUTCOME, where both are * or \(known.alternatives)\(guess)"
      faults.append(fault)
      return nil
    }
  }

  /// The place of a name in the table: `.some(nil)` for `*`, nil if the name is unknown.
  private func place(of name: Substring, in policy: Policy) -> Int?? {
    if name == "*" { return .some(nil) }
    return policy.place(of: name).map { .some($0) }
  }
}

extension Policy.Override {
  /// The line's key: `phoneCall.*`.
  func key(in policy: Policy) -> String {
    let names = policy.kindNames
    return [newcomer, current].map { place in place.map { names[$0] } ?? "*" }
      .joined(separator: ".")
  }
}
