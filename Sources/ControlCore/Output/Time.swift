import AudioSessionSystem
import Glibc

/// The present moment, and the user's time zone.
package struct Clock: Sendable {
  /// Microseconds since 1970.
  package let now: Int64
  /// The offset of local time from UTC, in seconds, at a moment in seconds since 1970.
  package let offset: @Sendable (Int64) -> Int64
  /// The suffix of a time, if that isn't local.
  var zone = ""

  /// The machine's clock, in UTC.
  package static var utc: Clock {
    Clock(now: SystemClock.realtime / 1000, offset: { _ in 0 }, zone: "Z")
  }

  /// The machine's clock and zone, now.
  package static var system: Clock {
    let offset: @Sendable (Int64) -> Int64 = { seconds in
      var time = time_t(seconds)
      var parts = tm()
      return localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
    return Clock(now: SystemClock.realtime / 1000, offset: offset)
  }

  /// A moment in local time, to the millisecond; with its date if that isn't today's.
  package func text(_ moment: Int64) -> String {
    text(moment, hasDate: local(moment).day != local(now).day)
  }

  /// A moment in local time, to the millisecond; with its date if that is wanted.
  package func text(_ moment: Int64, hasDate: Bool) -> String {
    let (day, time) = local(moment)
    let text = "\(time).\(Clock.thousandths(of: moment))\(zone)"
    return hasDate ? "\(day) \(text)" : text
  }

  /// The milliseconds of a second, with three digits.
  package static func thousandths(of moment: Int64) -> Substring {
    String(moment % 1_000_000 / 1000 + 1000).dropFirst()
  }

  /// A moment in the past: `since 10:42:07 (12 s ago)`.
  package func since(_ moment: Int64) -> String {
    let (day, time) = local(moment)
    let age = Clock.text(ofSeconds: Double(max(0, now - moment)) / 1_000_000)
    return "since \(day == local(now).day ? time : "\(day) \(time)")\(zone) (\(age) ago)"
  }

  /// A duration in its two largest units.
  package static func text(ofSeconds seconds: Double) -> String {
    let tenths = Int64(min(max(seconds, 0), 1e15) * 10)
    if tenths < 100 {
      return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
    let whole = tenths / 10
    let units: [(length: Int64, name: String)] = [
      (86_400, "d"), (3600, "h"), (60, "min"), (1, "s"),
    ]
    let largest = units.firstIndex { whole >= $0.length } ?? units.count - 1
    let first = "\(whole / units[largest].length) \(units[largest].name)"
    guard largest + 1 < units.count else { return first }
    let rest = whole % units[largest].length / units[largest + 1].length
    return rest == 0 ? first : "\(first) \(rest) \(units[largest + 1].name)"
  }

  package func local(_ moment: Int64) -> (day: String, time: String) {
    let seconds = moment / 1_000_000
    let shifted = seconds + offset(seconds)
    var time = time_t(shifted)
    var parts = tm()
    gmtime_r(&time, &parts)
    let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(
      Clock.digits
    )
    let hour = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)].map(Clock.digits)
    return (day.joined(separator: "-"), hour.joined(separator: ":"))
  }

  /// A number with two digits.
  package static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Years are counted from March on, so that the day that comes and goes is the last of its year.
  static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let fromMarch = month > 2 ? month - 3 : month + 9
    let years = month > 2 ? year : year - 1
    let leapDays = years / 4 - years / 100 + years / 400
    return years * 365 + leapDays + (153 * fromMarch + 2) / 5 + day - 1 - 719_468
  }
}
