import AudioSessionWire

/// Sends a session's notifications over the connection of its owner.
struct SessionOwner: SessionListener {
  let connection: Connection
  let transport: Transport
  /// The number of the latest decision.
  let seq: UInt64

  var viewer: Viewer { connection.viewer }
  var wantsLifecycle: Bool { connection.introduction.wantsLifecycle }

  var isBehind: Bool { connection.outbox.isCongested }

  func coalesce(_ change: Change) -> Change? { transport.coalesce(change, for: connection) }

  func hear(_ message: some Notification, _ change: Change?) {
    transport.tell(message, to: connection, seq: seq, change: change)
  }
}
