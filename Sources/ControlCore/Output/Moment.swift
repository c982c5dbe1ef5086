/// A point in the log: the number of a decision, or a time.
package enum Moment: Equatable, Sendable {
  case decision(Int64)
  /// Microseconds since 1970.
  case time(Int64)

  /// The forms that are allowed, as the end of a sentence.
  static let expectation = """
    the number of a decision, or a time such as "10 min ago", "14:30", "yesterday" or \
    "2026-11-21 14:30"
    """

  /// Parses a number or a time; nil if the text is neither.
  package init?(_ text: String, _ clock: Clock) {
    if let number = Int64(text) {
      guard number >= 0 else { return nil }
      self = .decision(number)
    } else if let time = Moment.ago(text, clock) ?? Moment.day(text, clock) {
      self = .time(time)
    } else {
      return nil
    }
  }

  /// `10 min ago`, `1h 30min ago`.
  private static func ago(_ text: String, _ clock: Clock) -> Int64? {
    guard text.hasSuffix("ago") else { return nil }
    var rest = text.dropLast(3)[...]
    var seconds: Int64 = 0
    var isEmpty = true
    while true {
      rest = rest.drop { $0 == " " }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if digits.isEmpty { break }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let number = Int64(digits), number < 1_000_000_000, let length = units[String(unit)]
      else { return nil }
      seconds += number * length
      isEmpty = false
    }
    return rest.isEmpty && !isEmpty ? clock.now - seconds * 1_000_000 : nil
  }

  private static let units: [String: Int64] = [
    "s": 1, "sec": 1, "second": 1, "seconds": 1, "min": 60, "minute": 60, "minutes": 60,
    "h": 3600, "hour": 3600, "hours": 3600, "d": 86_400, "day": 86_400, "days": 86_400,
  ]

  /// `today`, `yesterday`, `14:30`, `2026-11-21`, `2026-11-21 14:30:05`.
  private static func day(_ text: String, _ clock: Clock) -> Int64? {
    let today = (clock.now / 1_000_000 + clock.offset(clock.now / 1_000_000)) / 86_400
    switch text {
    case "now": return clock.now
    case "today": return clock.moment(day: today, second: 0)
    case "yesterday": return clock.moment(day: today - 1, second: 0)
    default: break
    }
    let words = text.split { $0 == " " || $0 == "T" }
    switch words.count {
    case 1:
      if let second = second(words[0]) { return clock.moment(day: today, second: second) }
      return date(words[0]).map { clock.moment(day: $0, second: 0) }
    case 2:
      guard let day = date(words[0]), let second = second(words[1]) else { return nil }
      return clock.moment(day: day, second: second)
    default: return nil
    }
  }

  /// The days since 1970 of `2026-11-21`.
  private static func date(_ text: Substring) -> Int64? {
    guard let parts = numbers(text, separator: "-"), parts.count == 3,
      1970...9999 ~= parts[0], 1...12 ~= parts[1], 1...31 ~= parts[2]
    else { return nil }
    return Clock.daysSince1970(year: parts[0], month: parts[1], day: parts[2])
  }

  /// The second of the day of `14:30` or `14:30:05`.
  private static func second(_ text: Substring) -> Int64? {
    guard let parts = numbers(text, separator: ":"), 2...3 ~= parts.count,
      0...23 ~= parts[0], parts.dropFirst().allSatisfy({ 0...59 ~= $0 })
    else { return nil }
    return parts[0] * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
  }

  private static func numbers(_ text: Substring, separator: Character) -> [Int64]? {
    let words = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = words.compactMap { $0.allSatisfy { $0.isNumber } ? Int64($0) : nil }
    return numbers.count == words.count ? numbers : nil
  }
}

extension Clock {
  /// The moment of a day, counted from 1970, and a second of that day in the clock's time zone.
  fileprivate func moment(day: Int64, second: Int64) -> Int64 {
    let local = day * 86_400 + second
    // The offset depends on the result; the second guess is on the right side of a clock change.
    let guess = local - offset(local)
    return (local - offset(guess)) * 1_000_000
  }
}
