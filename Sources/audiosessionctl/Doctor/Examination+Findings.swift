import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc

extension Examination {
  /// What is to be said: a cause before what comes of it, else in the order in which one thing
  /// depends on the other.
  var findings: [Finding] {
    let all: [Finding]
    switch contact {
    case .answer(let hello):
      all =
        [Finding(subject: "socket", state: .good, sentence: "\(path.printable) answers.")]
        + [daemon(hello)] + unitFindings + own + [configurationFinding].compactMap(\.self)
        + [caller(hello), grants(hello)] + agentFindings
    case .failure(let error):
      let units = unitFindings
      let faults = units.filter { $0.state == .fault }
      let configuration = [configurationFinding].compactMap(\.self).filter { $0.state != .good }
      // Of two units the service is the cause, if it fails: the socket goes with it.
      let causes = Array(faults.reversed())
      let isExplained = !causes.isEmpty && isConsequence(error)
      all =
        causes + (isExplained ? [] : [socket(error)]) + configuration
        + units.filter { $0.state != .fault }
    }
    // What somebody has to mend in an editor is nobody's consequence.
    let wrongFiles = all.filter { $0.subject == "configuration" && $0.state == .fault }
    return wrongFiles + all.filter { !wrongFiles.contains($0) }
  }

  /// Whether the error is what is met where a unit doesn't listen.
  private func isConsequence(_ error: ClientError) -> Bool {
    guard case .unavailable(_, let errno) = error else { return true }
    return [ENOENT, ENOTDIR, ECONNREFUSED].contains(errno.code) && place.kind != .hidden
      && !place.isOther
  }

  /// A daemon of the user's own that is meant to be, and isn't.
  private var own: [Finding] {
    guard let socket = ownUnits?.socket, socket["UnitFileState"].hasPrefix("enabled"),
      socket["ActiveState"] != "active"
    else { return [] }
    let how = socket["ActiveState"] == "failed" ? "failed: \(socket["Result"])" : "doesn't listen"
    return [
      Finding(
        subject: "own daemon",
        state: .fault,
        sentence: "Your own daemon is enabled, and its socket \(how). You talk to the system's.",
        commands: [
          "audiosessiond --user --check-config",
          "systemctl --user restart audiosessiond.socket audiosessiond.service",
        ]
      )
    ]
  }

  private func daemon(_ hello: JSONValue) -> Finding {
    let theirs = hello["server"]?.text(of: "version") ?? "?"
    if theirs == version {
      return Finding(
        subject: "daemon",
        state: .good,
        sentence: "audiosessiond \(version), as this program."
      )
    }
    return Finding(
      subject: "daemon",
      state: .note,
      sentence: "It is audiosessiond \(theirs), this program \(version).",
      commands: hasUnits ? [systemctl("restart audiosessiond.service")] : []
    )
  }

  private func caller(_ hello: JSONValue) -> Finding {
    let peer = hello["peer"] ?? [:]
    let user = "user \(peer["uid"]?.text ?? "?")"
    guard let process = peer["pid"]?.integer else {
      return Finding(
        subject: "caller",
        state: .note,
        sentence: "You are \(user); the daemon can't see your process, so no grant by unit holds."
      )
    }
    let names = [peer.text(of: "unit"), peer.text(of: "userUnit")].compactMap(\.self)
    let unit = names.isEmpty ? "no unit" : names.joined(separator: ", therein ")
    return Finding(
      subject: "caller",
      state: .good,
      sentence: "You are \(user), process \(process), in \(unit)."
    )
  }

  private func grants(_ hello: JSONValue) -> Finding {
    let names = (hello["grants"]?.array ?? []).compactMap { $0.string?.printable }
    if names.isEmpty {
      return Finding(
        subject: "grants",
        state: .good,
        sentence: "None. Whoever needs more than normal priority is named in the configuration.",
        commands: ["man 5 audiosessiond.conf"]
      )
    }
    return Finding(
      subject: "grants",
      state: .good,
      sentence: "You hold \(names.joined(separator: ", "))."
    )
  }
}
