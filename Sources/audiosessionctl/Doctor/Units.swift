import Glibc

/// What systemd says of the daemon's two units.
struct Units: Equatable, Sendable {
  var socket: Unit
  var service: Unit

  /// One unit, by the properties that `systemctl show` prints.
  struct Unit: Equatable, Sendable {
    var properties: [String: String]

    /// A property; empty if it has none.
    subscript(_ property: String) -> String { properties[property] ?? "" }
  }

  static let names = ["audiosessiond.socket", "audiosessiond.service"]

  /// The properties that are asked for.
  static let properties = [
    "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts",
    "NeedDaemonReload", "SocketMode", "SocketGroup",
  ]

  /// Reads what `systemctl show` printed of both, a paragraph each; nil if it isn't that.
  init?(_ text: String) {
    let units = Units.paragraphs(text)
    guard units.count == 2, units.allSatisfy({ $0.properties["LoadState"] != nil }) else {
      return nil
    }
    socket = units[0]
    service = units[1]
  }

  private static func paragraphs(_ text: String) -> [Unit] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.split(separator: "").map { paragraph in
      Unit(
        properties: paragraph.reduce(into: [:]) { properties, line in
          let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
        }
      )
    }
  }

  /// Asks the user's service manager for one unit; nil if it doesn't tell.
  static func unit(_ name: String) -> Unit? {
    let asked = "--property=\(properties.joined(separator: ","))"
    return ProgramOutput.text(of: ["systemctl", "--user", "show", asked, name])
      .flatMap { paragraphs($0).first }
  }

  /// Asks the service manager of the system, or of the user.
  static func ask(ofUser: Bool) -> Result<Units, Examination.Absence> {
    // What sd_booted(3) looks at.
    if access("/run/systemd/system", F_OK) != 0 { return .failure(.otherManager) }
    let manager = ofUser ? ["--user"] : []
    let asked = "--property=\(properties.joined(separator: ","))"
    let printed = ProgramOutput.text(of: ["systemctl"] + manager + ["show", asked] + names)
    guard let units = printed.flatMap(Units.init) else { return .failure(.silent) }
    return .success(units)
  }

  /// The last line that the service's program said, if the journal is open to who asks.
  static func lastWords(ofUser: Bool) -> String? {
    let words =
      ["journalctl"] + (ofUser ? ["--user"] : []) + [
        "--quiet", "--no-pager", "--output=cat", "--lines=1", "--identifier=audiosessiond",
        "--unit=audiosessiond.service",
      ]
    let line = ProgramOutput.text(of: words)?.split(separator: "\n").last.map(String.init)
    return line.flatMap { $0.isEmpty ? nil : $0 }
  }
}
