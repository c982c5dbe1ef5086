import AudioSessionWire

/// The cause of a decision, in words.
extension JSONValue {
  /// A sentence without its full stop; `label` names the session.
  package func causeText(_ label: String?) -> String {
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
    case "leaseExpired": "the lease of \(subject) expired"
    case "offerLapsed": "\(subject) didn't resume in time"
    case "policyReloaded": "the configuration was reloaded"
    case let other?: other.printable
    }
  }

  private func request(_ subject: String) -> String {
    switch self["method"]?.string {
    case "session.open": "\(subject) opens"
    case "session.configure": "\(subject) configures"
    case "session.activate": "\(subject) activates"
    case "session.deactivate": "\(subject) deactivates"
    case "session.report": "\(subject) reports"
    case "session.renew": "\(subject) renews its lease"
    case "session.close": "\(subject) closes"
    case "session.evict": "\(subject) is evicted"
    case "system.setRoute": "the route changed"
    case "system.setMicrophoneMuted": "the microphone was muted or unmuted"
    case "system.setSleeping": "the machine went to sleep or woke up"
    case "system.setSilenced": "the silent switch was turned on or off"
    case "system.setProcessSuspended": "a process was suspended or resumed"
    case let method?: "\(subject): \(method.printable)"
    case nil: subject
    }
  }
}
