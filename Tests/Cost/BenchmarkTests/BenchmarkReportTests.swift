import BenchmarkReport
import Foundation
import Testing

/// What a run leaves behind, as whole texts.
struct BenchmarkReportTests {
  static var place: Place {
    var place = Place()
    place.date = "2026-11-23T12:00:00Z"
    place.system = "Debian"
    place.kernel = "6.1"
    place.processor = "Zen & <Co>"
    place.processors = 2
    place.memoryBytes = 4 << 30
    place.version = "audiosessiond 1.0.0"
    place.commit = "abc1234"
    place.daemon = "/usr/bin/audiosessiond"
    place.linkage = "static executable"
    place.configuration = "release"
    return place
  }

  static func report() throws -> Report {
    var report = Report(
      place: place,
      rows: [
        Row("1", "round trip", "activate", "µs", against: "C floor", .ratioAtMost(1.3)),
        Row("3", "call", "activate", "µs", against: "dbus-daemon", .ratioAtLeast(3)),
        Row("3", "call", "activate", "µs", against: "dbus-broker", .ratioAtLeast(3)),
        Row("7", "memory", "idle", "KiB", .valueAtMost(4096)),
        Row("+", "fixed times", "10 %", "µs", against: "C floor"),
      ]
    )
    for (ours, theirs) in [(9.5, 9.5), (11, 10), (14, 7)] {
      report.note("1", "round trip", "activate", Row.Sample(ours: ours, theirs: theirs))
    }
    let call = Row.Sample(ours: 10, theirs: 29)
    report.note("3", "call", "activate", against: "dbus-daemon", call)
    report.note("7", "memory", "idle", Row.Sample(ours: 14_704))
    report.note("+", "fixed times", "10 %", Row.Sample(ours: 1234.5, theirs: 1000))
    report.miss("dbus-broker: there is no dbus-broker-launch")
    report.miss("dbus-broker: there is no dbus-broker-launch")
    report.note(try #require(Histogram("5000:3 9000:1")), in: .roundTrip, of: "audiosessiond")
    report.note(try #require(Histogram("4000:4")), in: .roundTrip, of: "C floor")
    report.note(try #require(Histogram("5000:1 70000:1")), in: .roundTrip, of: "audiosessiond")
    for (sessions, cost) in [(10, 300.0), (100_000, 310)] {
      report.scaling.append(
        ScalingPoint(bystanders: "mixing", sessions: sessions, touched: 1, nanosecondsATurn: cost)
      )
    }
    return report
  }

  @Test func `the table has the medians, the spread and the target, and what is missing`() throws {
    #expect(
      try Self.report().table == """
        row  what                  against            ours    theirs  ratio     least…most  target
        1    round trip: activate  C floor           11 µs   9.50 µs   1.10      1.00…2.00  ≤ 1.3×   met
        3    call: activate        dbus-daemon       10 µs     29 µs   2.90      2.90…2.90  ≥ 3.0×   not met
        7    memory: idle                       14,704 KiB                   14,704…14,704  ≤ 4,096  not met
        +    fixed times: 10 %     C floor        1,234 µs  1,000 µs   1.23      1.23…1.23
        not measured: dbus-broker: there is no dbus-broker-launch
        """
    )
  }

  @Test func `in JSON each row has its rounds, and each distribution all its values`() throws {
    let json = String(decoding: try Self.report().json(), as: UTF8.self)
    let row =
      #"{"against":"C floor","detail":"activate","measure":"round trip","met":true,"#
      + #""ours":{"least":9.5,"median":11,"most":14},"ratio":{"least":1,"median":1.1,"most":2},"#
      + #""rounds":[{"ours":9.5,"theirs":9.5},{"ours":11,"theirs":10},{"ours":14,"theirs":7}],"#
      + #""row":"1","target":{"ratioAtMost":1.3},"#
      + #""theirs":{"least":7,"median":9.5,"most":10},"unit":"µs"}"#
    #expect(json.contains(row))
    let notMeasured =
      #"{"against":"dbus-broker","detail":"activate","measure":"call","rounds":[],"row":"3","#
      + #""target":{"ratioAtLeast":3},"unit":"µs"}"#
    #expect(json.contains(notMeasured))
    let distribution =
      #"{"latency":[[5000,4],[9000,1],[70000,1]],"name":"audiosessiond","panel":"roundTrip"}"#
    #expect(json.contains(distribution))
    let point = #"{"bystanders":"mixing","nanosecondsATurn":300,"sessions":10,"touched":1}"#
    #expect(json.contains(point))
    #expect(json.contains(#""missing":["dbus-broker: there is no dbus-broker-launch"]"#))
    #expect(json.hasPrefix(#"{"distributions":["#))
    #expect(json.contains(#""format":1"#))
    #expect(json.hasSuffix("}\n"))
  }

  @Test func `where it was measured is in two lines`() {
    #expect(
      Self.place.lines == [
        "2026-11-23T12:00:00Z, Debian, Linux 6.1, 2 × Zen & <Co>, 4 GiB",
        "audiosessiond 1.0.0, static executable, /usr/bin/audiosessiond; "
          + "benchmark: release, commit abc1234",
      ]
    )
  }

  @Test func `the description of this machine: has its kernel, processors, memory and system`() {
    let here = Place()
    #expect(here.kernel.contains("."))
    #expect(here.processors > 0)
    #expect(here.memoryBytes > 0)
    #expect(here.system != "")
  }

  @Test(arguments: [
    (0.5, "0.50"), (9.994, "9.99"), (91.26, "91.3"), (912.4, "912"), (1234567, "1,234,567"),
    (4096, "4,096"), (100, "100"), (-1234.5, "-1,234"), (.infinity, "–"), (0, "0"),
  ])
  func `numbers have three digits or more`(number: Double, text: String) {
    #expect(Quantity.text(number) == text)
  }
}
