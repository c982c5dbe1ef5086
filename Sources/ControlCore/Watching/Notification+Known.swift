package import AudioSessionClient
import AudioSessionJSON
package import AudioSessionWire

/// A notification, as far as this version knows it.
extension ClientMachine.Notification {
  package var known: NotificationMethod? { NotificationMethod(rawValue: method) }

  /// Its parameters; nil if it is another notification.
  package func read<Parameters: AudioSessionWire.Notification>(
    as type: Parameters.Type = Parameters.self
  ) -> Parameters? {
    known == Parameters.method ? params.received() : nil
  }

  /// The decision that it tells; nil if it is another notification.
  package var decision: LogEntry? { known == .serverDecision ? params.received() : nil }

  /// The sessions that a decision changed, or that there are after decisions were left out.
  package var sessions: [Sent<SessionObject>] {
    switch known {
    case .serverDecision: params.sent(in: "changes")
    case .eventsLagged: params.sent(in: "sessions")
    default: []
    }
  }
}
