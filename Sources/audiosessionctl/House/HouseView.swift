import AudioSessionClient
import AudioSessionJSON
import ControlCore
import House

/// The report of this machine's bridge to the other machines of its house.
struct HouseView: Equatable, Sendable {
  let report: Sent<HouseReport>

  /// Reads a report; nil if this isn't one.
  init?(_ json: JSONValue) {
    guard let report = Sent<HouseReport>(json) else { return nil }
    self.report = report
  }

  /// The time limit for the report, which mustn't delay that of the daemon.
  static let patience = Duration.seconds(1)

  /// Asks the bridge; nil if there is none, or it serves another daemon than that at `path`.
  static func ofDaemon(at path: String) -> HouseView? {
    guard let json = try? HouseSocket.ask(by: TimeLimit(patience)), let view = HouseView(json),
      view.report.value.daemon.place == path
    else { return nil }
    return view
  }

  /// What `status` prints: the bridge, what it tells and what it hears.
  var lines: [String] { HouseWords.lines(report.value) }

  /// What `explain` prints of a session: where it is heard elsewhere, and where not.
  func lines(ofSession number: UInt64) -> [String] {
    guard let export = report.value.exports.first(where: { $0.session == number }) else {
      return []
    }
    let elsewhere = HouseWords.elsewhere(export)
    if elsewhere.isEmpty { return ["The house is told of it; no other machine has answered."] }
    return ["Elsewhere in the house:"] + elsewhere.map { "  \($0)" }
  }
}
