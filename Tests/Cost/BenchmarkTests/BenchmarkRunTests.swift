import AudioSessionJSON
import Foundation
import TestSupport
import Testing

/// The benchmark itself, briefly and with real servers: that it works, never how fast anything is.
struct BenchmarkRunTests {
  private static let program = "audiosession-benchmark"

  private struct Written: Decodable {
    struct Row: Decodable {
      var row: String
      var against: String?
      var rounds: [[String: Double]]
      var target: [String: Double]?
    }

    struct Distribution: Decodable {
      var name: String
      var latency: [[UInt64]]
    }

    struct Point: Decodable {
      var sessions: Int
      var touched: Int
    }

    var rows: [Row]
    var missing: [String]
    var distributions: [Distribution]
    var scaling: [Point]
  }

  @Test func `one run measures every row, or says why it didn't`() throws {
    let folder = try TemporaryDirectory()
    let output = folder.path(of: "report")
    let run = try Finished(of: Self.program, ["--quick", "--output", output])
    #expect(run.status == 0, "\(run.error)")
    let bytes = try Data(contentsOf: URL(filePath: "\(output)/report.json"))
    let written = try JSONDecoder().decode(Written.self, from: bytes)
    let numbers = Set(written.rows.map(\.row))
    #expect(numbers == ["1", "1b", "2", "3", "4", "5", "5b", "5c", "6", "7", "8", "9", "+"])
    for row in written.rows where row.rounds.isEmpty {
      let name = row.against ?? ""
      #expect(written.missing.contains { $0.hasPrefix("\(name): ") }, "row \(row.row), \(name)")
    }
    #expect(written.rows.filter { $0.row != "+" && $0.target == nil }.map(\.row) == [])
    for row in written.rows {
      for figures in row.rounds { #expect(figures.values.allSatisfy { $0.isFinite }) }
    }
    let names = written.distributions.map(\.name)
    for name in ["audiosessiond", "C floor", "audiosessiond, 5 %", "C floor, 5 %"] {
      #expect(names.contains(name))
    }
    // Nothing is sampled: all requests but those that warm up are in the figures.
    let trips = written.distributions.first { $0.name == "audiosessiond" }?.latency ?? []
    #expect(trips.reduce(0) { $0 + $1[1] } == 300)
    #expect(Set(written.scaling.map(\.touched)) == [1, 8, 64])
    try expectDescribed(bytes)
    let picture = try String(contentsOfFile: "\(output)/report.svg", encoding: .utf8)
    #expect(picture.hasPrefix("<svg "))
    #expect(run.output.contains("\n1    round trip: server.status, median"))
  }

  /// The page beside the benchmark has every row, and every member of the report.
  private func expectDescribed(_ json: Data) throws {
    let page = try Checkout.text("Tests/Cost/Benchmarks/README.md")
    let report = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    var members = Set(report.keys)
    for name in ["rows", "distributions", "scaling"] {
      let objects = try #require(report[name] as? [[String: Any]])
      members.formUnion(objects.flatMap(\.keys))
    }
    members.formUnion(try #require(report["place"] as? [String: Any]).keys)
    #expect(members.filter { !page.contains("`\($0)`") && !page.contains("`rows[].\($0)`") } == [])
    let rows = page.matches(of: /(?m)^\| ([\d+][\w, ]*) \|/)
      .flatMap { $0.output.1.split(separator: ", ").map(String.init) }
    let measured = try #require(report["rows"] as? [[String: Any]])
    #expect(Set(rows) == Set(measured.compactMap { $0["row"] as? String }))
  }

  @Test func `the README has the command`() throws {
    let command = "```sh\nswift run -c release \(Self.program)\n```\n"
    #expect(try Checkout.text("README.md").contains(command))
    #expect(try Checkout.text("Tests/Cost/Benchmarks/README.md").contains(command))
  }

  @Test(arguments: [
    (["--rounds", "0"], "--rounds 0: expected 1 to 100"),
    (["--rounds"], "--rounds: expected a value after it"),
    (["speed"], "speed: expected daemon, core, wire, client or an option"),
  ])
  func `wrong arguments: the error says what was expected, and the usage follows`(
    words: [String],
    message: String
  ) throws {
    let run = try Finished(of: Self.program, words)
    #expect(run.status == 1)
    #expect(run.error.split(separator: "\n").first == "audiosession-benchmark: \(message)")
    #expect(run.error.contains("usage: audiosession-benchmark"))
  }

  @Test func `a daemon that isn't there is named`() throws {
    let run = try Finished(of: Self.program, ["daemon", "--daemon", "/nowhere"])
    #expect(run.status == 1)
    #expect(run.error == "audiosession-benchmark: /nowhere: expected a program\n")
  }
}
