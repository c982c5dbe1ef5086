/// What sessions are called.
extension Model {
  /// The names of all sessions, with the number if the name doesn't tell one from another, and with
  /// the run of the daemon if there are several; all of it among those of the same machine.
  var labels: [Key: String] {
    recordings.reduce(into: [:]) { labels, machine in
      let lanes = lanes.filter { $0.key.machine == machine }
      let counts = lanes.reduce(into: [:]) { $0[$1.title ?? "", default: 0] += 1 }
      let hasRuns = lanes.contains { $0.key.run > 0 }
      for lane in lanes {
        let run = hasRuns ? ", run \(lane.key.run + 1)" : ""
        let number = "session \(lane.key.number)\(run)"
        let label = lane.title.map { counts[$0] == 1 ? $0 : "\($0) (\(number))" }
        labels[lane.key] = label ?? number
      }
    }
  }

  /// The machines, or one without a name if there is only one.
  var recordings: [String?] { machines.isEmpty ? [nil] : machines.map { $0 } }
}

extension Model.Lane {
  /// The session's name; of another machine's session with that machine, whose name its lease has
  /// in front: `alarm from study`.
  fileprivate var title: String? {
    guard let origin, let name else { return name }
    let prefix = "\(origin): "
    return "\(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name) from \(origin)"
  }
}
