import AudioSessionClient
import AudioSessionWire
import ControlCore

extension Examination {
  /// The findings about the units.
  var unitFindings: [Finding] {
    let hasAnswer = if case .answer = contact { true } else { false }
    switch units {
    case .failure(.chosen): return []
    case .failure(.otherManager):
      return [
        Finding(
          subject: "units",
          state: .note,
          sentence: "systemd isn't running: nothing restarts the daemon if it ends."
        )
      ]
    case .failure(.silent):
      return [
        Finding(
          subject: "units",
          state: .note,
          sentence: "systemd reports nothing about them.",
          commands: [systemctl("status audiosessiond.socket audiosessiond.service")]
        )
      ]
    case .success(let units) where units.socket["LoadState"] == "not-found":
      return [
        Finding(
          subject: "units",
          state: hasAnswer ? .note : .fault,
          sentence: "systemd doesn't know audiosessiond.socket.",
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
        "Its unit file says mode \(unit["SocketMode"])\(group); the socket has mode 0\(mode) and "
          + "group \(place.group).",
        "restart \(name)"
      )
    case (_, "active") where unit["NeedDaemonReload"] == "yes":
      return finding(.note, "Its unit file has changed since systemd read it.", "daemon-reload")
    case (_, "active") where isEnabled:
      return finding(.good, "It is listening, and will after the next boot.", nil)
    case (_, "active"):
      return finding(.note, "It is listening, but won't after the next boot.", "enable \(name)")
    default:
      let verb = isEnabled ? "start" : "enable --now"
      return finding(.fault, "It isn't listening.", "\(verb) \(name)")
    }
  }

  /// True if the socket has the mode and group of its unit, which change only at a restart.
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
      isUserInstance ? "journalctl --user -xeu \(name)" : "sudo journalctl -xeu \(name)"
    let words = lastWords.map { "; its last message: \($0.printable)" }
    func finding(_ state: Finding.State, _ sentence: String, _ command: String?) -> Finding {
      Finding(subject: name, state: state, sentence: sentence, commands: command.map { [$0] } ?? [])
    }
    switch unit["ActiveState"] {
    case _ where unit["LoadState"] == "masked":
      return finding(.fault, "It is masked.", systemctl("unmask \(name)"))
    case _ where unit["LoadState"] != "loaded":
      return finding(.fault, "systemd can't load it.", systemctl("status \(name)"))
    case "failed": return finding(.fault, "It failed: \(unit["Result"])\(words ?? "").", journal)
    case "active" where contact == .failure(.timedOut):
      return finding(.fault, "It runs, but doesn't reply.", systemctl("restart \(name)"))
    // In stop-post the process has ended; that state is also the pause before the next start.
    case "deactivating" where unit["SubState"] != "stop-post":
      return finding(.fault, "It is ending: \(unit["SubState"]).", journal)
    case "active" where unit["NeedDaemonReload"] == "yes":
      let reload = systemctl("daemon-reload")
      return finding(.note, "Its unit file has changed since systemd read it.", reload)
    case "active" where unit["NRestarts"] != "0":
      let restarts = counted(Int64(unit["NRestarts"]) ?? 0, "restart")
      return finding(.note, "It is running, after \(restarts) by systemd.", journal)
    case "active": return finding(.good, "It is running.", nil)
    case "inactive" where units.socket["ActiveState"] == "active":
      return finding(.good, "It starts with the first client.", nil)
    case "inactive": return finding(.note, "It isn't running.", nil)
    default:
      let state = words ?? "; its state is \(unit["SubState"])"
      return finding(.fault, "It doesn't start\(state).", journal)
    }
  }
}
