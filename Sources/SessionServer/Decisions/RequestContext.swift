import Arbitration
import AudioSessionWire

/// A request that is being carried out: who asked, by which method, and what to answer under.
struct RequestContext {
  let connection: Connection
  let method: Method
  /// Nil: a notification, which gets no answer.
  let id: RequestID?
  /// What the request named that doesn't exist (R4).
  var unknownValue: ParameterFault?

  var peer: PeerIdentity { connection.peer }
  var grants: PeerGrants { connection.grants }
  var viewer: Viewer { connection.viewer }

  /// The cause of the decision that the request leads to.
  func cause(_ session: SessionID? = nil, note: String? = nil) -> DecisionCause {
    DecisionCause(.method(method), session: session, peer: peer, note: note)
  }
}
