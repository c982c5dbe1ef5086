import AudioSessionWire
import ControlCore
import House

/// The findings about the bridge to the other machines of the house; none if there is none.
extension Examination {
  var houseFindings: [Finding] {
    switch house {
    case .nobody: return []
    case .silent: return [finding(.fault, "Its bridge doesn't answer.", [restart])]
    case .report(let report):
      let all = contacts(of: report) + names(of: report) + rights(of: report) + edition(of: report)
      if !all.isEmpty { return all }
      let (house, node) = (report.house.printable, report.node.printable)
      return [finding(.good, "This machine is \(node) of \(house), and the broker answers.")]
    }
  }

  private var restart: String { "systemctl restart audiosession-house.service" }
  private var journal: String { "journalctl -eu audiosession-house.service" }

  private func finding(
    _ state: Finding.State,
    _ sentence: String,
    _ commands: [String] = []
  ) -> Finding {
    Finding(subject: "house", state: state, sentence: sentence, commands: commands)
  }

  private func contacts(of report: HouseReport) -> [Finding] {
    var all: [Finding] = []
    if !report.broker.isConnected {
      let place = report.broker.place?.printable ?? "?"
      let reason = report.broker.because.map { ": \($0.printable)" } ?? ""
      all.append(finding(.fault, "There is no broker at \(place)\(reason).", [journal]))
    }
    if !report.daemon.isConnected {
      let reason = report.daemon.because.map { ": \($0.printable)" } ?? ""
      all.append(finding(.fault, "The bridge isn't connected to the daemon\(reason).", [journal]))
    } else if report.daemon.place != path {
      let other = report.daemon.place?.printable ?? "?"
      all.append(finding(.note, "The bridge serves another daemon: \(other)."))
    }
    return all
  }

  private func names(of report: HouseReport) -> [Finding] {
    var all: [Finding] = []
    if report.hasRival {
      let sentence =
        "Another machine of \(report.house.printable) is called \(report.node.printable), too: one "
        + "of the two tells the house nothing."
      all.append(finding(.fault, sentence, ["man 5 audiosession-house.conf"]))
    }
    for node in report.lasting {
      let sentence =
        "What \(node.printable) says is kept by the broker for ever, and isn't read: expected MQTT "
        + "5, with messages that expire."
      all.append(finding(.note, sentence))
    }
    return all
  }

  private func rights(of report: HouseReport) -> [Finding] {
    guard report.daemon.isConnected, !report.grants.contains(Grant.observe.rawValue) else {
      return []
    }
    let sentence =
      "The bridge doesn't hold the grant observe, and tells the house of its own user's sessions "
      + "alone."
    return [finding(.note, sentence, ["man 5 audiosessiond.conf"])]
  }

  private func edition(of report: HouseReport) -> [Finding] {
    let theirs = report.version.printable
    if theirs == version { return [] }
    let sentence = "It is audiosession-house \(theirs); this program is \(version)."
    return [finding(.note, sentence, [restart])]
  }
}
