import AudioSessionWire

extension Examination {
  /// What is to be said of the units.
  var unitFindings: [Finding] {
    let hasAnswer = if case .answer = contact { true } else { false }
    switch units {
    case .failure(.chosen): return []
    case .failure(.otherManager):
      return [
        Finding(
          subject: "units",
          state: .note,
          sentence: "systemd doesn't run here: nothing starts the daemon again if it ends."
        )
      ]
    case .failure(.silent):
      return [
        Finding(
          subject: "units",
          state: .note,
          sentence: "systemd doesn't tell of them.",
          commands: [systemctl("status audiosessiond.socket audiosessiond.service")]
        )
      ]
    case .success(let units) where units.socket["LoadState"] == "not-found":
      return [
        Finding(
          subject: "units",
          state: hasAnswer ? .note : .fault,
          sentence: "systemd knows no audiosessiond.socket.",
          commands: [systemctl("daemon-reload")]
        )
      ]
    case .success(let units): return [socketUnit(units.socket), serviceUnit(units)]
    }
  }

  private func socketUnit(_ unit: Units.Unit) -> Finding {
    let name = "audiosessiond.socket"
    func finding(_ state: Finding.State, _ sentence: String, _ command: String?) -> Finding {
      let commands = command.map { [systemctl($0)] } ?? []
      return Finding(subject: name, state: state, sentence: sentence, commands: commands)
    }
    let isEnabled = unit["UnitFileState"].hasPrefix("enabled")
    switch (unit["LoadState"], unit["ActiveState"]) {
    case ("masked", _): return finding(.fault, "It is masked.", "unmask \(name)")
    case (_, "failed"): return finding(.fault, "It failed: \(unit["Result"]).", "start \(name)")
    case (_, "active") where !opensAsTold(unit):
      let group = unit["SocketGroup"].isEmpty ? "" : " and group \(unit["SocketGroup"])"
      let mode = String(place.mode, radix: 8)
      return finding(
        .fault,
        "Its file says mode \(unit["SocketMode"])\(group); what listens has mode 0\(mode) and group "
          + "\(place.group), as it was made.",
        "restart \(name)"
      )
    case (_, "active") where unit["NeedDaemonReload"] == "yes":
      return finding(.note, "Its file has changed since systemd read it.", "daemon-reload")
    case (_, "active") where isEnabled:
      return finding(.good, "It listens, and will after the next boot.", nil)
    case (_, "active"):
      return finding(.note, "It listens, but not after the next boot.", "enable \(name)")
    default:
      let verb = isEnabled ? "start" : "enable --now"
      return finding(.fault, "It doesn't listen.", "\(verb) \(name)")
    }
  }

  /// Whether the socket is as open as its unit says; a socket that listens keeps its mode.
  private func opensAsTold(_ unit: Units.Unit) -> Bool {
    guard place.kind == .socket, let mode = UInt32(unit["SocketMode"], radix: 8) else {
      return true
    }
    let group = unit["SocketGroup"]
    return mode == place.mode && (group.isEmpty || group == place.group)
  }

  private func serviceUnit(_ units: Units) -> Finding {
    let name = "audiosessiond.service"
    let unit = units.service
    let journal =
      isUserInstance ? "journalctl --user -xeu \(name)" : "journalctl -xeu \(name)"
    let words = lastWords.map { "; it said: \($0.printable)" }
    func finding(_ state: Finding.State, _ sentence: String, _ command: String?) -> Finding {
      Finding(subject: name, state: state, sentence: sentence, commands: command.map { [$0] } ?? [])
    }
    switch unit["ActiveState"] {
    case _ where unit["LoadState"] == "masked":
      return finding(.fault, "It is masked.", systemctl("unmask \(name)"))
    case _ where unit["LoadState"] != "loaded":
      return finding(.fault, "systemd can't load it.", systemctl("status \(name)"))
    case "failed": return finding(.fault, "It failed: \(unit["Result"])\(words ?? "").", journal)
    case "active" where unit["NeedDaemonReload"] == "yes":
      let reload = systemctl("daemon-reload")
      return finding(.note, "Its file has changed since systemd read it.", reload)
    case "active" where unit["NRestarts"] != "0":
      let times = unit["NRestarts"]
      return finding(.note, "It runs; systemd had to start it again, \(times) times.", journal)
    case "active": return finding(.good, "It runs.", nil)
    case "inactive" where units.socket["ActiveState"] == "active":
      return finding(.good, "It starts with the first client.", nil)
    case "inactive": return finding(.note, "It doesn't run.", nil)
    default:
      let state = words ?? ", and is at \(unit["SubState"])"
      return finding(.fault, "It doesn't come up\(state).", journal)
    }
  }
}
