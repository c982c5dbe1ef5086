import AudioSessionJSON
import AudioSessionWire
import BenchmarkReport
import Foundation

/// What reading a request and writing a reply cost, against Foundation's coders with the same lines.
struct WireCost {
  private static let activate = "session.activate, read"
  private static let configure = "session.configure, read"
  private static let session = "a session, written"
  private static let empty = "an empty result, written"

  /// The rows of the report.
  static let details = [activate, configure, session, empty]

  /// How many messages a series has; of Foundation's, a tenth.
  let rounds: Int

  func measure(into report: inout Report) {
    decode(Self.activate, Samples.activate, as: ActivateLine.self, &report)
    decode(Self.configure, Samples.configure, as: ConfigureLine.self, &report)
    encode(Self.session, Samples.session, like: SessionLine.self, &report)
    encode(Self.empty, EmptyResult(), like: EmptyLine.self, &report)
  }

  private func decode(
    _ name: String,
    _ text: String,
    as type: (some Decodable).Type,
    _ report: inout Report
  ) {
    let line = Array(text.utf8)
    let limits = Limits()
    var incoming = IncomingLine()
    let ours = nanoseconds(rounds: rounds) {
      incoming.read(line.span, limits: limits)
      guard case .success? = incoming.next()?.content else { fatalError("\(name) isn't accepted") }
    }
    let data = Data(line)
    let decoder = JSONDecoder()
    let theirs = nanoseconds(rounds: rounds / 10) {
      guard (try? decoder.decode(type, from: data)) != nil else { fatalError("\(name) differs") }
    }
    report.note("+", Catalogue.coder, name, Row.Sample(ours: ours, theirs: theirs))
  }

  /// Foundation writes what it reads from our line, so that both write the same.
  private func encode<Line: Codable>(
    _ name: String,
    _ result: some JSONEncodable,
    like: Line.Type,
    _ report: inout Report
  ) {
    var writer = JSONWriter()
    let ours = nanoseconds(rounds: rounds) {
      writer.removeAll()
      writer.reply(to: .integer(1), result)
      writer.endLine()
    }
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    guard let line = try? decoder.decode(Line.self, from: Data(writer.bytes)) else {
      fatalError("\(name) differs")
    }
    let theirs = nanoseconds(rounds: rounds / 10) {
      guard (try? encoder.encode(line)) != nil else { fatalError("\(name) can't be written") }
    }
    report.note("+", Catalogue.coder, name, Row.Sample(ours: ours, theirs: theirs))
  }
}
