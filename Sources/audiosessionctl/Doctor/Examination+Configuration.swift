import AudioSessionWire

/// What is to be said of the configuration's files, and of those that the daemon goes by.
extension Examination {
  /// The finding, if there is something to go by.
  var configurationFinding: Finding? {
    let told = (status?["configurationFaults"]?.array ?? []).compactMap { $0.string?.printable }
    switch configuration {
    case .wrong(let faults):
      return finding(.fault, sentence(of: faults, told: told), [check, reload])
    case .closed(let files):
      let names = files.map(\.printable).joined(separator: " and ")
      let sentence = "You can't read \(names), so that only root can have them checked."
      return finding(told.isEmpty ? .note : .fault, sentence, ["sudo audiosessionctl doctor"])
    case .right, .unknown:
      break
    }
    if let first = told.first {
      let sentence = "\(first)\(more(told)). The daemon goes without what that file says"
      if case .unknown = configuration { return finding(.fault, "\(sentence).", []) }
      return finding(.fault, "\(sentence), and it has been mended since.", [reload])
    }
    guard case .right(let files) = configuration else { return nil }
    if let first = changed.first {
      let sentence = "\(first.printable) has changed since the daemon read its configuration."
      return finding(.note, sentence, [reload])
    }
    let count = files.count == 1 ? "1 file is" : "\(files.count) files are"
    return finding(
      .good,
      files.isEmpty ? "No file: what is built in holds." : "\(count) right.",
      []
    )
  }

  private func sentence(of faults: [String], told: [String]) -> String {
    let first = faults[0].printable
    let beginning = "\(first)\(more(faults))."
    guard case .answer = contact else { return "\(beginning) The daemon would leave the file out." }
    return told.contains(first)
      ? "\(beginning) The daemon goes without what that file says."
      : "\(beginning) The daemon has an older configuration, and would leave the file out at its "
        + "next start."
  }

  private func more(_ faults: [String]) -> String {
    faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
  }

  private var check: String { "audiosessiond \(isUserInstance ? "--user " : "")--check-config" }

  private var reload: String {
    hasUnits ? systemctl("reload audiosessiond.service") : "pkill -HUP -x audiosessiond"
  }

  private func finding(
    _ state: Finding.State,
    _ sentence: String,
    _ commands: [String]
  ) -> Finding {
    Finding(subject: "configuration", state: state, sentence: sentence, commands: commands)
  }
}
