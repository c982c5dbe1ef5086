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
    "Id", "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts",
    "NeedDaemonReload", "SocketMode", "SocketGroup", "InvocationID",
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
}

extension Units.Unit {
  /// The last message in the journal of the unit's latest start.
  ///
  /// Of the messages of its process, the last error; that is systemd's own if it couldn't execute
  /// the program. A start that follows a failed one may have had no time to say anything yet; then
  /// it is what the failed one said.
  ///
  /// - Parameters:
  ///   - ofUser: True if the unit is the user's service manager's.
  ///   - run: Runs a program for its output.
  /// - Returns: The message; nil if there is none, or this user may not read it.
  func lastWords(
    ofUser: Bool,
    _ run: ([String]) -> String? = ProgramOutput.text
  ) -> String? {
    func lastLine(_ arguments: String...) -> String? {
      let journal = ["journalctl"] + (ofUser ? ["--user"] : []) + ["--quiet", "--no-pager"]
      return run(journal + ["--output=cat", "--lines=1"] + arguments)?
        .split(separator: "\n").last.map(String.init)
    }
    func words(ofStart invocation: String) -> String? {
      let start = "_SYSTEMD_INVOCATION_ID=\(invocation)"
      return lastLine(start, "--priority=err") ?? lastLine(start)
    }
    // What an earlier start said says nothing of this one.
    if self["InvocationID"].isEmpty { return nil }
    if let words = words(ofStart: self["InvocationID"]) { return words }
    // Unless this one was made because that one failed.
    if ["", "0"].contains(self["NRestarts"]) { return nil }
    let field = ofUser ? "USER_INVOCATION_ID" : "INVOCATION_ID"
    let unit = "\(ofUser ? "USER_UNIT" : "UNIT")=\(self["Id"])"
    return lastLine("--output-fields=\(field)", unit, Self.failureMessage).flatMap(words(ofStart:))
  }

  /// The message with which systemd says that a unit failed, from `systemd/sd-messages.h`.
  private static let failureMessage = "MESSAGE_ID=d9b373ed55a64feb8242e02dbe79a49c"
}
