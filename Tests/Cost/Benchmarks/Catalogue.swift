import BenchmarkReport

/// The rows of the report in their order, with their targets; still without figures.
enum Catalogue {
  static let floor = "C floor"
  static let trip = "round trip"
  static let crowd = "processor time a request"
  static let call = "D-Bus call, round trip"
  static let callTime = "D-Bus call, processor time"
  static let fan = "processor time a notification"
  static let last = "last notification"
  static let signal = "D-Bus signal, processor time a receiver"
  static let start = "start to listening"
  static let memory = "resident memory"
  static let connection = "memory an idle connection"
  static let scale = "activation, K = 1"
  static let pace = "requests at fixed times"
  static let coder = "JSON"
  static let backlog = "taking a notification"

  /// How late the client itself sent, for lack of a processor of its own; it is part of the others.
  static let lateness = "sent late, 99th percentile"

  /// A detail that counts something.
  static func count(_ number: Int, _ what: String) -> String {
    "\(Quantity.text(Double(number))) \(what)"
  }

  static func rows(_ effort: Effort) -> [Row] {
    requests(effort) + bus + notifications(effort) + atRest + growth(effort) + paces(effort)
      + library(effort)
  }

  private static func requests(_ effort: Effort) -> [Row] {
    let targets = [(Trip.status, 1.3, 1.3), (.activate, 1.3, 1.3), (.toggle, 1.6, 1.3)]
    return targets.flatMap { trip, median, tail in
      [
        row("1", Self.trip, "\(trip.words), median", "µs", .ratioAtMost(median)),
        row("1b", Self.trip, "\(trip.words), 99th percentile", "µs", .ratioAtMost(tail)),
      ]
    }
      + effort.crowds.map { count in
        row("2", crowd, Self.count(count, "connections"), "µs", .ratioAtMost(1.5))
      }
  }

  private static var bus: [Row] {
    let ours = Trip.activate.words
    return Bus.Kind.allCases.flatMap { kind in
      [
        Row("3", call, ours, "µs", against: kind.rawValue, .ratioAtLeast(3)),
        Row("4", callTime, ours, "µs", against: kind.rawValue, .ratioAtLeast(4)),
      ]
    }
  }

  private static func notifications(_ effort: Effort) -> [Row] {
    effort.receivers.map { count in
      row("5", fan, Self.count(count, "receivers"), "µs", .ratioAtMost(1.3))
    }
      + effort.receivers.suffix(1).map { count in
        row("5b", last, Self.count(count, "receivers"), "µs", .ratioAtMost(1.3))
      }
      + Bus.Kind.allCases.map { kind in
        let detail = Self.count(effort.receivers[0], "receivers")
        return Row("5c", signal, detail, "µs", against: kind.rawValue, .ratioAtLeast(2.5))
      }
  }

  private static let atRest = [
    row("6", start, "median", "ms", .ratioAtMost(1.4)),
    Row("7", memory, "one idle client", "KiB", .valueAtMost(3072)),
    Row("8", connection, "with a session", "bytes", .valueAtMost(1100)),
  ]

  private static func growth(_ effort: Effort) -> [Row] {
    let counts = [effort.bystanders.last ?? 0, effort.bystanders[0]]
      .map { "S = \(Quantity.text(Double($0)))" }
    return [
      Row("9", scale, "a turn, \(counts[0])", "ns", against: counts[1], .ratioAtMost(1)),
      Row("9", scale, "a change, \(counts[0])", "ns", .valueAtMost(500)),
    ]
  }

  private static func paces(_ effort: Effort) -> [Row] {
    effort.paces.flatMap { part in
      ["median", "99th percentile", lateness].map {
        row("+", pace, "\(pace(part)), \($0)", "µs", nil)
      }
    }
  }

  /// A fixed rate, as a detail.
  static func pace(_ part: Int) -> String { "\(part) % of the floor's rate" }

  private static func library(_ effort: Effort) -> [Row] {
    WireCost.details.map { Row("+", coder, $0, "ns", against: "Foundation") }
      + effort.waiting.dropFirst().map { count in
        let least = Self.count(effort.waiting[0], "waiting")
        return Row("+", backlog, Self.count(count, "waiting"), "ns", against: least)
      }
  }

  private static func row(
    _ number: String,
    _ measure: String,
    _ detail: String,
    _ unit: String,
    _ target: Target?
  ) -> Row {
    Row(number, measure, detail, unit, against: floor, target)
  }
}
