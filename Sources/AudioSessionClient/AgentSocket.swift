package import AudioSessionJSON

/// The socket at which a user's `audiosession-agent` answers questions.
package enum AgentSocket {
  /// The socket's path; nil if the user has no runtime folder.
  package static func path(
    environment: (String) -> String? = SocketPath.environment
  ) -> String? {
    SocketPath.inRuntimeFolder("agent", environment: environment)
  }

  /// Asks the agent, and waits for its answer.
  ///
  /// - Parameters:
  ///   - question: One line, such as `report`.
  ///   - path: The agent's socket.
  ///   - limit: How long to wait.
  /// - Returns: The answer.
  /// - Throws: ``ClientError/unavailable(tried:_:)`` if there is no agent, or any other but
  ///   ``ClientError/refused(_:)``.
  package static func ask(
    _ question: String,
    at path: String,
    by limit: TimeLimit
  ) throws(ClientError) -> JSONValue {
    try AnswerSocket.ask(question, atFirstOf: [path], by: limit)
  }
}
