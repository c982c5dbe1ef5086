import AudioSessionWire
import Foundation

/// What reading a request and writing a reply cost, against Foundation's coders with the same lines.
enum WireCost {
  private static let rounds = 20_000

  static func report() {
    print("message\tns\tns by Foundation\tratio")
    decode("session.activate", Samples.activate, as: ActivateLine.self)
    decode("session.configure", Samples.configure, as: ConfigureLine.self)
    encode("a session", Samples.session, like: SessionLine.self)
    encode("an empty result", EmptyResult(), like: EmptyLine.self)
  }

  private static func decode(
    _ name: String,
    _ text: String,
    as type: (some Decodable).Type
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
    report(name, ours, theirs)
  }

  /// Foundation writes what it reads from our line, so that both write the same.
  private static func encode<Line: Codable>(
    _ name: String,
    _ result: some JSONEncodable,
    like: Line.Type
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
    report(name, ours, theirs)
  }

  private static func report(_ name: String, _ ours: Double, _ theirs: Double) {
    print(name, Int(ours), Int(theirs), Int(theirs / ours), separator: "\t")
  }
}
