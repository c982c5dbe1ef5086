import AudioSessionWire

/// A bridge's report in words.
package enum HouseWords {
  /// The lines to print.
  package static func lines(_ report: HouseReport) -> [String] {
    var lines = [
      "House \(report.house.printable), node \(report.node.printable)",
      "  broker  \(contact(report.broker))", "  daemon  \(contact(report.daemon))",
    ]
    if report.hasRival {
      lines.append("  another machine of the house has the name \(report.node.printable), too")
    }
    lines += report.lasting.map {
      "  not read: the broker keeps messages of \($0.printable) for ever"
    }
    lines.append(report.exports.isEmpty ? "Told: nothing" : "Told:")
    for export in report.exports {
      lines.append(
        "  session \(export.session), \(export.kind.printable), \(export.state.rawValue)"
      )
      lines += elsewhere(export).map { "    \($0)" }
    }
    lines.append(report.imports.isEmpty ? "Heard: nothing" : "Heard:")
    for found in report.imports {
      let session = found.session.map { "session \($0)" } ?? "no session"
      let outcome = found.outcome.map { ": \(sentence($0))" } ?? ""
      let zone = found.zone.map { " in zone \($0.printable)" } ?? ""
      lines.append(
        "  \(found.node.printable): \(found.kind.printable)\(zone), \(found.state.rawValue) there;"
          + " here \(session)\(outcome)"
      )
    }
    return lines
  }

  /// Where a session is heard elsewhere, and where not: one line for each machine.
  package static func elsewhere(_ export: ExportReport) -> [String] {
    export.elsewhere.map { "\($0.node.printable): \(sentence($0.outcome))" }
  }

  /// An outcome in words, as `refused (R59 alarm.phoneCall), by phoneCall`.
  package static func sentence(_ outcome: Outcome) -> String {
    let reason = [outcome.rule, outcome.cell].compactMap { $0?.printable }.joined(separator: " ")
    let rule = reason.isEmpty ? "" : " (\(reason))"
    let blocker = outcome.blocker.map { ", by \($0.printable)" } ?? ""
    let text = outcome.text.map { ": \($0.printable)" } ?? ""
    return "\(outcome.result.rawValue)\(rule)\(blocker)\(text)"
  }

  private static func contact(_ contact: HouseReport.Contact) -> String {
    let place = contact.place?.printable ?? "?"
    if contact.isConnected { return "\(place), connected" }
    return "\(place), not connected: \(contact.because?.printable ?? "no reason known")"
  }
}
