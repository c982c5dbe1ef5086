package import AudioSessionSchema

/// `server.decision`: a decision, its cause and the rules it rests on.
package struct ServerDecision: Notification {
  package var decision: DecisionObject

  package init(_ decision: DecisionObject) { self.decision = decision }

  package static let method = NotificationMethod.serverDecision

  package static let specification = NotificationSpecification(
    "A decision was made.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: ServerDecision?,
    of archive: inout A
  ) throws(A.Fault) -> ServerDecision {
    ServerDecision(try DecisionObject.members(it?.decision, of: &archive))
  }
}
