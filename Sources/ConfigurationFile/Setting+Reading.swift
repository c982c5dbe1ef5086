import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

extension Setting {
  /// A value doesn't fit its key; the text follows the word "expected".
  struct Unexpected: Error {
    let expected: String
  }

  /// The key of this name in the section, or nil.
  static func named(_ key: String, in section: Section) -> Setting? {
    all(in: section).first { $0.key == key }
  }

  /// Reads a single value and sets it.
  func store(_ text: String, in settings: inout Settings) throws(Unexpected) {
    switch value {
    case .policy(let value): try store(text, value, in: &settings.policy)
    case .zoneDefault:
      guard let value = ZoneDefault(rawValue: text) else { throw Unexpected(expected: expected) }
      settings.zones = value
    case .limit(let limit):
      let count =
        limit.isBytes
        ? try checked(ByteCount.parse(text), limit.range, ByteCount.format)
        : try checked(Setting.wholeNumber(text), limit.range) { "\($0)" }
      limit.place.set(count, in: &settings.limits)
    case .profile:
      guard !text.contains(where: { $0 == "/" || $0 == "." }) else {
        throw Unexpected(expected: expected)
      }
      settings.profile = text.isEmpty ? nil : text
    case .square, .kind, .roleFlag, .users, .groups, .units, .userUnits:
      throw Unexpected(expected: expected)
    }
  }

  private func store(
    _ text: String,
    _ value: PolicyKey.Value,
    in policy: inout Policy
  ) throws(Unexpected) {
    switch value {
    case .gain(let place):
      let unit = Gain.isInDecibels(text) ? ", which is 0dB" : ""
      let write = { (gain: Double) in Setting.text(gain) + (gain == 1 ? unit : "") }
      place.set(try checked(Gain.parse(text), 0...1, write), in: &policy)
    case .time(let place, let most): place.set(try time(text, upTo: most), in: &policy)
    case .timeLimit(let place, let most):
      let time = text == Setting.infinity ? nil : try time(text, upTo: most)
      place.set(time, in: &policy)
    case .flag(let place):
      guard let value = Flag.parse(text) else { throw Unexpected(expected: expected) }
      place.set(value, in: &policy)
    }
  }

  private func time(_ text: String, upTo most: Duration) throws(Unexpected) -> Duration {
    try checked(TimeSpan.parse(text), .zero...most, TimeSpan.format)
  }

  /// Reads a cell: `duck`, `duck 0.5` or `duckNewcomer -6 dB` (R18).
  static func square(_ text: String) throws(Unexpected) -> Square {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard let outcome = words.first.flatMap(Outcome.init) else {
      let outcomes = Outcome.allCases.map { $0.rawValue }
      let guess = words.first.map(outcomes.guess(at:)) ?? ""
      throw Unexpected(expected: outcomes.alternatives + guess)
    }
    guard words.count > 1 else { return Square(outcome) }
    switch outcome {
    case .duck, .askToDuck, .duckNewcomer: break
    case .mix, .interrupt, .refuse:
      throw Unexpected(expected: "a depth after duck, askToDuck or duckNewcomer only")
    }
    let depth = words.dropFirst().joined(separator: " ")
    guard let gain = Gain.parse(depth), 0...1 ~= gain else {
      throw Unexpected(
        expected: "a depth after \(outcome.rawValue) from 0 to 1, or decibels such as -6dB"
      )
    }
    return Square(outcome, gain: gain)
  }

  /// Refuses nil and values outside the range.
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

  /// The fault in a grant's names of units, nil if there is none.
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
