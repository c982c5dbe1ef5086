import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

extension Examination {
  /// The findings: causes before their consequences, otherwise in the order of dependence.
  var findings: [Finding] {
    let all: [Finding]
    switch contact {
    case .answer(let hello):
      all =
        [Finding(subject: "socket", state: .good, sentence: "\(path.printable) answers.")]
        + [daemon(hello)] + unitFindings + own + [configurationFinding].compactMap { $0 }
        + [caller(hello.peer), grants(hello.grants)] + agentFindings + houseFindings
    case .failure(let error):
      let units = unitFindings
      let faults = units.filter { $0.state == .fault }
      let configuration = [configurationFinding].compactMap { $0 }.filter { $0.state != .good }
      // If both units fail, the service is the cause: its failure stops the socket.
      let causes = Array(faults.reversed())
      let isExplained = !causes.isEmpty && isConsequence(error)
      all =
        causes + (isExplained ? [] : [socket(error)]) + configuration
        + units.filter { $0.state != .fault }
    }
    // A fault in a file is never a consequence of something else.
    let wrongFiles = all.filter { $0.subject == "configuration" && $0.state == .fault }
    return wrongFiles + all.filter { !wrongFiles.contains($0) }
  }

  /// True if the error is the consequence of a unit that isn't listening.
  private func isConsequence(_ error: ClientError) -> Bool {
    guard case .unavailable(_, let errno) = error else { return true }
    return [ENOENT, ENOTDIR, ECONNREFUSED].contains(errno.code) && place.kind != .hidden
      && !place.isOther
  }

  /// The user's own daemon, if it is enabled but isn't there.
  private var own: [Finding] {
    guard let socket = ownUnits?.socket, socket["UnitFileState"].hasPrefix("enabled"),
      socket["ActiveState"] != "active"
    else { return [] }
    let how = socket["ActiveState"] == "failed" ? "failed: \(socket["Result"])" : "isn't listening"
    return [
      Finding(
        subject: "own daemon",
        state: .fault,
        sentence: "Your own daemon is enabled, but its socket \(how). The system-wide one answers.",
        commands: [
          "audiosessiond --user --check-config",
          "systemctl --user restart audiosessiond.socket audiosessiond.service",
        ]
      )
    ]
  }

  private func daemon(_ hello: HelloResult) -> Finding {
    let theirs = hello.server.version.printable
    if theirs == version {
      return Finding(
        subject: "daemon",
        state: .good,
        sentence: "audiosessiond \(version), the same as this program."
      )
    }
    return Finding(
      subject: "daemon",
      state: .note,
      sentence: "It is audiosessiond \(theirs); this program is \(version).",
      commands: hasUnits ? [systemctl("restart audiosessiond.service")] : []
    )
  }

  private func caller(_ peer: Peer) -> Finding {
    let user = "user \(peer.uid)"
    guard let process = peer.pid else {
      return Finding(
        subject: "caller",
        state: .note,
        sentence: "You are \(user); your process isn't visible, so grants by unit don't apply."
      )
    }
    let names = [peer.unit, peer.userUnit].compactMap { $0?.printable }
    let unit = names.isEmpty ? "no unit" : names.joined(separator: ", and within it ")
    return Finding(
      subject: "caller",
      state: .good,
      sentence: "You are \(user), process \(process), in \(unit)."
    )
  }

  private func grants(_ names: [String]) -> Finding {
    if names.isEmpty {
      return Finding(
        subject: "grants",
        state: .good,
        sentence: "None. Priorities above normal are granted in the configuration.",
        commands: ["man 5 audiosessiond.conf"]
      )
    }
    return Finding(
      subject: "grants",
      state: .good,
      sentence: "You hold \(names.map { $0.printable }.joined(separator: ", "))."
    )
  }
}
