import AudioSessionArbitration
import AudioSessionWire

/// The context of a request that is being carried out: its connection, its method and the id to
/// reply to.
struct RequestContext {
  let connection: Connection
  let method: Method
  /// Nil for a notification, which gets no reply.
  let id: RequestID?

  var peer: PeerIdentity { connection.peer }
  var grants: PeerGrants { connection.grants }
  var viewer: Viewer { connection.viewer }

  /// The cause of the decision that the request leads to.
  func cause(_ intent: Intent) -> DecisionCause {
    DecisionCause(.method(method), session: intent.session, peer: peer, note: intent.note)
  }
}
