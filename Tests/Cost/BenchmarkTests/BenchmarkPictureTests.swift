import AudioSessionJSON
import BenchmarkReport
import Foundation
import FoundationXML
import TestSupport
import Testing

/// The picture is XML, says what was measured where, and has a curve for each that has one.
struct BenchmarkPictureTests {
  /// What an XML parser makes of a picture.
  private final class Content: NSObject, XMLParserDelegate {
    var texts: [String] = []
    var curves: [[String]] = []
    private var isText = false

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String]
    ) {
      isText = name == "text" || name == "title"
      if isText { texts.append("") }
      let style = attributes["class"] ?? ""
      if name == "polyline", style.hasPrefix("colour") {
        curves.append((attributes["points"] ?? "").split(separator: " ").map(String.init))
      }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if isText { texts[texts.count - 1] += string }
    }

    func parser(
      _ parser: XMLParser,
      didEndElement name: String,
      namespaceURI: String?,
      qualifiedName: String?
    ) {
      isText = false
    }
  }

  private func content(of picture: String) throws -> Content {
    let content = Content()
    let parser = XMLParser(data: Data(picture.utf8))
    parser.delegate = content
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return content
  }

  @Test func `the picture: well-formed XML that says what was measured, and where`() throws {
    let report = try BenchmarkReportTests.report()
    let texts = try content(of: report.picture).texts
    #expect(texts.contains("2026-11-23T12:00:00Z, Debian, Linux 6.1, 2 × Zen & <Co>, 4 GiB"))
    #expect(texts.contains("round trip: activate, against C floor"))
    #expect(texts.contains("not measured: dbus-broker: there is no dbus-broker-launch"))
    for axis in ["percentile", "latency, µs", "S, sessions that it doesn't concern", "ns"] {
      #expect(texts.contains(axis))
    }
    // The axes' labels: nines, and powers of ten around what was measured.
    for label in ["0", "90", "99", "99.9", "99.99", "99.999", "1", "10", "100", "100,000"] {
      #expect(texts.contains(label), "\(label)")
    }
  }

  @Test func `each curve has a line in the legend, and one in the chart`() throws {
    let content = try content(of: BenchmarkReportTests.report().picture)
    for name in ["audiosessiond", "C floor", "K = 1"] { #expect(content.texts.contains(name)) }
    // Two, one and one; there is nothing at fixed times, and hence no chart for it.
    #expect(content.curves.count == 2 * 4)
    for points in content.curves { #expect(points.count > 1) }
  }

  @Test func `all points are within the picture`() throws {
    let content = try content(of: BenchmarkReportTests.report().picture)
    for point in content.curves.joined() {
      let numbers = point.split(separator: ",").compactMap { Double($0) }
      #expect(numbers.count == 2)
      #expect(numbers.allSatisfy { (0...1020).contains($0) }, "\(point)")
    }
  }

  @Test func `a report without figures is a picture, too`() throws {
    let content = try content(of: Report(place: BenchmarkReportTests.place, rows: []).picture)
    #expect(content.curves == [])
  }
}
