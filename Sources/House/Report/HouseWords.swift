package import AudioSessionClient
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
    if let device = report.device { lines.append("  device  \(place(device))") }
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

  /// What is told of the shared device, a sentence.
  package static func sentence(_ news: DeviceNews) -> String {
    switch news.state {
    case .none: "no device is shared here; expected Name= below [Device]"
    case .held: news.hasChanged ? "connected" : "connected already"
    case .lost: news.holder.map { "on \($0.printable) now" } ?? "on another machine now"
    case .failed: "not connected: \(news.because?.printable ?? "no reason given")"
    }
  }

  private static func place(_ device: DeviceReport) -> String {
    let name = device.name.printable
    if device.isHere { return "\(name), here" }
    return device.holder.map { "\(name), on \($0.printable)" } ?? "\(name), on no machine"
  }

  private static func contact(_ contact: HouseReport.Contact) -> String {
    let place = contact.place?.printable ?? "?"
    if contact.isConnected { return "\(place), connected" }
    return "\(place), not connected: \(contact.because?.printable ?? "no reason known")"
  }
}
