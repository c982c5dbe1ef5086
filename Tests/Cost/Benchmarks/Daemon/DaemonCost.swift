import BenchmarkReport
import TestSupport

/// What the running daemon costs, in rounds, in each of which every server is measured in turn, each
/// started anew: whatever else goes on in the machine takes part in all of them.
struct DaemonCost {
  private let stand: Stand
  private let effort: Effort
  /// The bytes of what the daemon answers and tells, which the floor answers and tells as well.
  private var answers: [Trip: Double] = [:]
  private var notification = 0.0
  /// What the floor answered in a second, in the first round.
  private var floorRate = 0.0
  private var buses: [Bus.Kind] = []

  init(_ stand: Stand, _ effort: Effort) {
    self.stand = stand
    self.effort = effort
  }

  mutating func measure(into report: inout Report) throws {
    for trip in Trip.allCases {
      let server = try stand.startDaemon()
      let figures = try stand.measure(server, on: .servers, "trips", [trip.rawValue, "1"])
      answers[trip] = try figures.number("reply")
    }
    let server = try stand.startDaemon()
    notification = try stand.measure(server, on: .other, "fan", ["2", "2"]).number("notification")
    for kind in Bus.Kind.allCases {
      if let reason = try Bus.absence(of: kind, on: stand) {
        report.miss(reason)
      } else {
        buses.append(kind)
      }
    }
    for round in 1...effort.rounds {
      say("round \(round) of \(effort.rounds)")
      let again = try measureTrips(&report)
      for kind in buses { try measureCalls(kind, against: again, &report) }
      for count in effort.crowds { try measureCrowd(count, &report) }
      for count in effort.receivers { try measureFan(count, &report) }
      try measureRest(&report)
      for part in effort.paces { try measurePace(part, &report) }
    }
  }

  private func startFloor(_ trip: Trip) throws -> Server {
    try stand.startFloor(answers[trip, default: 1])
  }

  /// What a D-Bus call is compared with.
  private struct Again {
    var median: Double
    var processor: Double
  }

  private func measureTrips(_ report: inout Report) throws -> Again {
    var again = Again(median: 0, processor: 0)
    for trip in Trip.allCases {
      let arguments = [trip.rawValue, "\(effort.trips)"]
      let ours = try stand.measure(stand.startDaemon(), on: .servers, "trips", arguments)
      let floor = try stand.measure(startFloor(trip), on: .servers, "trips", arguments)
      let times = try ours.histogram("latency")
      let floorTimes = try floor.histogram("latency")
      for (number, name, part) in [("1", "median", 0.5), ("1b", "99th percentile", 0.99)] {
        let (mine, theirs) = (times.microseconds(part), floorTimes.microseconds(part))
        let sample = Row.Sample(ours: mine, theirs: theirs)
        report.note(number, Catalogue.trip, "\(trip.words), \(name)", sample)
      }
      guard trip == .activate else { continue }
      again.median = times.microseconds(0.5)
      again.processor = try ours.number("processor") / 1000
      report.note(times, in: .roundTrip, of: "audiosessiond")
      report.note(floorTimes, in: .roundTrip, of: Catalogue.floor)
    }
    return again
  }

  private func measureCalls(
    _ kind: Bus.Kind,
    against again: Again,
    _ report: inout Report
  ) throws {
    let bus = try Bus(kind, on: stand)
    let figures = try bus.measure(on: .servers, "calls", ["\(effort.calls)"])
    try bus.stop()
    let times = try figures.histogram("latency")
    report.note(times, in: .roundTrip, of: kind.rawValue)
    let detail = Trip.activate.words
    let median = Row.Sample(ours: again.median, theirs: times.microseconds(0.5))
    report.note("3", Catalogue.call, detail, against: kind.rawValue, median)
    let theirs = try figures.number("processor") / 1000
    let processor = Row.Sample(ours: again.processor, theirs: theirs)
    report.note("4", Catalogue.callTime, detail, against: kind.rawValue, processor)
  }

  private mutating func measureCrowd(_ count: Int, _ report: inout Report) throws {
    let arguments = ["\(count)", "\(effort.crowdMilliseconds)"]
    let ours = try stand.measure(stand.startDaemon(), on: .other, "crowd", arguments)
    let floor = try stand.measure(startFloor(.activate), on: .other, "crowd", arguments)
    if floorRate == 0 { floorRate = try floor.number("rate") }
    let sample = Row.Sample(
      ours: try ours.number("processor") / 1000,
      theirs: try floor.number("processor") / 1000
    )
    let detail = Catalogue.count(count, "connections")
    report.note("2", Catalogue.crowd, detail, sample)
  }

  private func measureFan(_ count: Int, _ report: inout Report) throws {
    let arguments = ["\(count)", "\(effort.turns)"]
    let ours = try stand.measure(stand.startDaemon(), on: .other, "fan", arguments)
    let server = try stand.startFloor(answers[.activate, default: 1], notification)
    let floor = try stand.measure(server, on: .other, "fan", arguments)
    let detail = Catalogue.count(count, "receivers")
    let mine = try ours.number("processor") / 1000
    let sample = Row.Sample(ours: mine, theirs: try floor.number("processor") / 1000)
    report.note("5", Catalogue.fan, detail, sample)
    if count == effort.receivers.last {
      let (mine, theirs) = (try ours.histogram("latency"), try floor.histogram("latency"))
      let last = Row.Sample(ours: mine.microseconds(0.5), theirs: theirs.microseconds(0.5))
      report.note("5b", Catalogue.last, detail, last)
    }
    for kind in buses where count == effort.receivers[0] {
      let bus = try Bus(kind, on: stand)
      let figures = try bus.measure(on: .other, "signals", arguments)
      try bus.stop()
      let theirs = try figures.number("processor") / 1000
      let sample = Row.Sample(ours: mine, theirs: theirs)
      report.note("5c", Catalogue.signal, detail, against: kind.rawValue, sample)
    }
  }

  private func measureRest(_ report: inout Report) throws {
    func milliseconds(_ socket: String, _ command: [String]) throws -> Double {
      let arguments = ["start", socket, "\(effort.starts)"] + command
      let figures = try stand.run(Stand.load, on: nil, arguments)
      return try figures.histogram("latency").microseconds(0.5) / 1000
    }
    let (socket, other) = (stand.socket(), stand.socket())
    let sample = Row.Sample(
      ours: try milliseconds(socket, stand.daemonCommand(socket)),
      theirs: try milliseconds(other, stand.floorCommand(other, [answers[.status, default: 1]]))
    )
    report.note("6", Catalogue.start, "median", sample)
    let arguments = ["\(effort.idleConnections)"]
    let idle = try stand.measure(stand.startDaemon(), on: .servers, "idle", arguments)
    let resident = Row.Sample(ours: try idle.number("resident"))
    report.note("7", Catalogue.memory, "one idle client", resident)
    let connection = Row.Sample(ours: try idle.number("connection"))
    report.note("8", Catalogue.connection, "with a session", connection)
  }

  private func measurePace(_ part: Int, _ report: inout Report) throws {
    let rate = max(100, Int(floorRate) * part / 100)
    let arguments = ["\(rate)", "\(effort.paceMilliseconds)"]
    let ours = try stand.measure(stand.startDaemon(), on: .other, "paced", arguments)
    let floor = try stand.measure(startFloor(.activate), on: .other, "paced", arguments)
    let pair = try (ours: ours.histogram("latency"), floor: floor.histogram("latency"))
    report.note(pair.ours, in: .openLoop, of: "audiosessiond, \(part) %")
    report.note(pair.floor, in: .openLoop, of: "\(Catalogue.floor), \(part) %")
    let late = try (ours: ours.histogram("lateness"), floor: floor.histogram("lateness"))
    let details = [
      ("median", pair, 0.5), ("99th percentile", pair, 0.99), (Catalogue.lateness, late, 0.99),
    ]
    for (name, pair, percentile) in details {
      let sample = Row.Sample(
        ours: pair.ours.microseconds(percentile),
        theirs: pair.floor.microseconds(percentile)
      )
      report.note("+", Catalogue.pace, "\(Catalogue.pace(part)), \(name)", sample)
    }
  }
}
