import AudioSessionWire

/// What a decision came of, as the end of a sentence about its session.
extension JSONValue {
  /// A sentence without its full stop; `label` is what the session is called.
  func causeText(_ label: String?) -> String {
    let subject = label ?? self["pid"]?.integer.map { "process \($0)" } ?? "somebody"
    var sentence = event(subject) ?? request(subject)
    if let error = text(of: "error") { sentence += ": refused, \(error)" }
    if let note = text(of: "note") { sentence += " (\(note))" }
    return sentence
  }

  private func event(_ subject: String) -> String? {
    switch self["event"]?.string {
    case nil: nil
    case "started": "the daemon started"
    case "connectionEnded":
      "a connection ended" + (self["pid"]?.integer.map { " (process \($0))" } ?? "")
    case "leaseExpired": "the lease of \(subject) ran out"
    case "offerLapsed": "\(subject) didn't take up its sound in time"
    case "policyReloaded": "the configuration was read anew"
    case let other?: other.printable
    }
  }

  private func request(_ subject: String) -> String {
    switch self["method"]?.string {
    case "session.open": "\(subject) opened"
    case "session.configure": "\(subject) configured"
    case "session.activate": "\(subject) activates"
    case "session.deactivate": "\(subject) deactivates"
    case "session.report": "\(subject) reports"
    case "session.renew": "\(subject) renews its lease"
    case "session.close": "\(subject) closes"
    case "session.evict": "\(subject) is evicted"
    case "system.setRoute": "the route changes"
    case "system.setMicrophoneMuted": "the microphone's switch"
    case "system.setSleeping": "the machine falls asleep or wakes"
    case "system.setSilenced": "the silent switch"
    case "system.setProcessSuspended": "a process is suspended or runs again"
    case let method?: "\(subject): \(method.printable)"
    case nil: subject
    }
  }
}
