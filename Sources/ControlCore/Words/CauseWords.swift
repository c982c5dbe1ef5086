import AudioSessionSchema
import AudioSessionTypes
package import AudioSessionWire

/// The cause of a decision, in words.
extension Cause {
  /// The name of the error, if the decision is a refusal.
  package var errorName: String? { error?.text.printable }

  /// A sentence without its full stop; `label` names the session.
  package func causeText(_ label: String?) -> String {
    let subject = label ?? pid.map { "process \($0)" } ?? "somebody"
    var sentence = sentence(subject)
    if let errorName { sentence += ": refused, \(errorName)" }
    if let note { sentence += " (\(note.printable))" }
    return sentence
  }

  private func sentence(_ subject: String) -> String {
    switch trigger {
    case .event(.started): "the daemon started"
    case .event(.connectionEnded):
      "a connection ended" + (pid.map { " (process \($0))" } ?? "")
    case .event(.leaseExpired): "the lease of \(subject) expired"
    case .event(.offerLapsed): "\(subject) didn't resume in time"
    case .event(.policyReloaded): "the configuration was reloaded"
    case .otherEvent(let name): name.printable
    case .method(let method): Cause.request(method, subject)
    case .otherMethod(let name): "\(subject): \(name.printable)"
    case nil: subject
    }
  }

  private static func request(_ method: Method, _ subject: String) -> String {
    switch method {
    case .sessionOpen: "\(subject) opens"
    case .sessionConfigure: "\(subject) configures"
    case .sessionActivate: "\(subject) activates"
    case .sessionDeactivate: "\(subject) deactivates"
    case .sessionReport: "\(subject) reports"
    case .sessionRenew: "\(subject) renews its lease"
    case .sessionClose: "\(subject) closes"
    case .sessionEvict: "\(subject) is evicted"
    case .systemSetRoute: "the route or its hardware changed"
    case .systemSetMicrophoneMuted: "the microphone was muted or unmuted"
    case .systemSetSleeping: "the machine went to sleep or woke up"
    case .systemSetSilenced: "the silent switch was turned on or off"
    case .policySetDuckGain: "the depth of ducking was set"
    case .systemSetSessionMuted: "the user of \(subject) muted or unmuted it"
    case .systemSetProcessSuspended: "a process was suspended or resumed"
    default: "\(subject): \(method.rawValue)"
    }
  }
}
