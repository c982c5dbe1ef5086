/// A day of the calendar, computed by hand because the wire depends on no clock and no library.
struct CivilDate: Equatable {
  let year: Int64
  let month: Int64
  let day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many after the first of 1970.
  ///
  /// Years are counted from March on, so that the day that comes and goes is the last of its year.
  init(daysSince1970 days: Int64) {
    let fromMarch = days + 719_468
    let era = fromMarch / 146_097
    let dayOfEra = fromMarch % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// The number of days after the first of 1970.
  var daysSince1970: Int64 {
    let fromMarch = month > 2 ? month - 3 : month + 9
    let year = month > 2 ? self.year : self.year - 1
    let days = 365 * year + year / 4 - year / 100 + year / 400
    return days + (153 * fromMarch + 2) / 5 + day - 1 - 719_468
  }
}

extension CivilDate {
  /// Reads a moment as ``JSONWriter/time(seconds:nanoseconds:)`` writes it.
  ///
  /// - Parameter text: The text, `2026-03-01T12:00:00.250000Z`.
  /// - Returns: Seconds since 1970 and nanoseconds of the second; nil if the text isn't of that form.
  static func time(_ text: String) -> (seconds: Int64, nanoseconds: Int64)? {
    let places = Array(text.utf8)
    guard places.count == 27, places[26] == UInt8(ascii: "Z") else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      Int64(String(decoding: places[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      let microseconds = number(20..<26)
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    return (((days * 24 + hour) * 60 + minute) * 60 + second, microseconds * 1000)
  }
}
