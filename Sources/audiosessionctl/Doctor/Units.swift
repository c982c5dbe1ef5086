import AudioSessionSystem
import Glibc

/// The daemon's two units, as reported by systemd.
struct Units: Equatable, Sendable {
  var socket: Unit
  var service: Unit

  /// A unit's properties, as printed by `systemctl show`.
  struct Unit: Equatable, Sendable {
    var properties: [String: String]

    /// The value of a property; empty if it is missing.
    subscript(_ property: String) -> String { properties[property] ?? "" }
  }

  static let names = ["audiosessiond.socket", "audiosessiond.service"]

  /// The properties to request.
  static let properties = [
    "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts",
    "NeedDaemonReload", "SocketMode", "SocketGroup",
  ]

  /// Reads the output of `systemctl show`, a paragraph for each unit; nil if it is something else.
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

  /// Asks the user's service manager for a unit; nil if it reports nothing.
  static func unit(_ name: String) -> Unit? {
    let asked = "--property=\(properties.joined(separator: ","))"
    return ProgramOutput.text(of: ["systemctl", "--user", "show", asked, name])
      .flatMap { paragraphs($0).first }
  }

  /// Asks the service manager of the system, or that of the user.
  static func ask(ofUser: Bool) -> Result<Units, Examination.Absence> {
    // As sd_booted(3) does.
    if access("/run/systemd/system", F_OK) != 0 { return .failure(.otherManager) }
    let manager = ofUser ? ["--user"] : []
    let asked = "--property=\(properties.joined(separator: ","))"
    let printed = ProgramOutput.text(of: ["systemctl"] + manager + ["show", asked] + names)
    guard let units = printed.flatMap(Units.init) else { return .failure(.silent) }
    return .success(units)
  }

  /// The daemon's last message in the journal; nil if this user may not read it.
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
