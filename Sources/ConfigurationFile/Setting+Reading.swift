import Arbitration
import AudioSessionTypes
import AudioSessionWire

extension Setting {
  /// A value isn't what its key takes; the words follow "expected".
  struct Unexpected: Error {
    let expected: String
  }

  /// The key of this name in the section, or nil.
  static func named(_ key: String, in section: Section) -> Setting? {
    all.first { $0.section == section && $0.key == key }
  }

  /// Reads a single value and sets it.
  func store(_ text: String, in settings: inout Settings) throws(Unexpected) {
    switch value {
    case .gain(let place, let range):
      let unit = Gain.isInDecibels(text) ? ", which is 0dB" : ""
      let write = { (gain: Double) in Setting.text(gain) + (gain == 1 ? unit : "") }
      settings.policy[keyPath: place] = try checked(Gain.parse(text), range, write)
    case .time(let place, let range):
      let time = TimeSpan.parse(text)
      settings.policy[keyPath: place] = try checked(time, range, TimeSpan.format)
    case .timeLimit(let place, let range):
      if text == Setting.infinity {
        settings.policy[keyPath: place] = nil
      } else {
        let time = TimeSpan.parse(text)
        settings.policy[keyPath: place] = try checked(time, range, TimeSpan.format)
      }
    case .zoneDefault:
      guard let value = ZoneDefault(rawValue: text) else { throw Unexpected(expected: expected) }
      settings.zones = value
    case .flag(let place):
      guard let value = Flag.parse(text) else { throw Unexpected(expected: expected) }
      settings.policy[keyPath: place] = value
    case .count(let place, let range):
      let count = Setting.wholeNumber(text)
      settings.limits[keyPath: place] = try checked(count, range) { "\($0)" }
    case .bytes(let place, let range):
      let count = ByteCount.parse(text)
      settings.limits[keyPath: place] = try checked(count, range, ByteCount.format)
    case .square, .kind, .users, .groups, .units, .userUnits:
      throw Unexpected(expected: expected)
    }
  }

  /// Reads `duck`, `duck 0.5` or `duckNewcomer -6 dB`, what the cells of a line are (R18).
  static func square(_ text: String) throws(Unexpected) -> PairTable.Square {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard let outcome = words.first.flatMap(Outcome.init) else {
      let outcomes = Outcome.allCases.map(\.rawValue)
      let guess = words.first.flatMap(outcomes.nearest).map { "; did you mean \($0)?" } ?? ""
      throw Unexpected(expected: list(outcomes) + guess)
    }
    guard words.count > 1 else { return PairTable.Square(outcome) }
    guard outcome == .duck || outcome == .duckNewcomer else {
      throw Unexpected(expected: "a depth after duck or duckNewcomer only")
    }
    let depth = words.dropFirst().joined(separator: " ")
    guard let gain = Gain.parse(depth), 0...1 ~= gain else {
      throw Unexpected(
        expected: "a depth after \(outcome.rawValue) from 0 to 1, or decibels such as -6dB"
      )
    }
    return PairTable.Square(outcome, gain: gain)
  }

  /// The value, if there is one and it lies in the range.
  private func checked<Value: Comparable>(
    _ value: Value?,
    _ range: ClosedRange<Value>,
    _ write: (Value) -> String
  ) throws(Unexpected) -> Value {
    guard let value else { throw Unexpected(expected: expected) }
    if value < range.lowerBound {
      throw Unexpected(expected: "at least \(write(range.lowerBound))")
    }
    if value > range.upperBound { throw Unexpected(expected: "at most \(write(range.upperBound))") }
    return value
  }

  /// What is wrong with names of units as a grant takes them; nil if nothing is.
  func fault(inUnits names: [String]) -> String? {
    for name in names {
      // What is written so in systemctl's arguments would be an ordinary name here, and nobody's.
      if name.contains(where: "*?[".contains) {
        return "whole names of units, not a pattern such as \(name)"
      }
      let parts = name.split(separator: "@", maxSplits: 1)
      if parts.count == 2, parts[1].hasPrefix(".") {
        return "the name of an instance such as \(parts[0])@1\(parts[1]), not its template's"
      }
      if !name.contains(where: { $0 == "." }) || name.contains(where: "/,#;".contains) {
        return expected
      }
    }
    return nil
  }

  private static func wholeNumber(_ text: String) -> Int? {
    text.allSatisfy { "0"..."9" ~= $0 } ? Int(text) : nil
  }
}
