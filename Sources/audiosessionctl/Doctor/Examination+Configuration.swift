import AudioSessionWire
import ControlCore

/// The finding about the configuration's files, and about those that the daemon has read.
extension Examination {
  /// The finding; nil if nothing is known about the files.
  var configurationFinding: Finding? {
    let told = status?.configurationFaults.map { $0.printable } ?? []
    switch configuration {
    case .wrong(let faults):
      return finding(.fault, sentence(of: faults, told: told), [check, reload])
    case .closed(let files):
      let names = files.map { $0.printable }.joined(separator: " and ")
      let sentence = "You can't read \(names), which only root can check."
      return finding(told.isEmpty ? .note : .fault, sentence, ["sudo audiosessionctl doctor"])
    case .right, .unknown:
      break
    }
    if let first = told.first {
      let sentence = "\(first)\(more(told)). The daemon ignores that file"
      if case .unknown = configuration { return finding(.fault, "\(sentence).", []) }
      return finding(.fault, "\(sentence), which has been corrected since.", [reload])
    }
    guard case .right(let files) = configuration else { return nil }
    if let first = changed.first {
      let sentence = "\(first.printable) has changed since the daemon read its configuration."
      return finding(.note, sentence, [reload])
    }
    let count = counted(Int64(files.count), "file")
    let none = "No files: the built-in configuration is in force."
    return finding(.good, files.isEmpty ? none : "\(count), without faults.", [])
  }

  private func sentence(of faults: [String], told: [String]) -> String {
    let first = faults[0].printable
    let beginning = "\(first)\(more(faults))."
    guard case .answer = contact else { return "\(beginning) The daemon would ignore the file." }
    return told.contains(first)
      ? "\(beginning) The daemon ignores that file."
      : "\(beginning) The daemon has an older configuration, and would ignore the file at its "
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
