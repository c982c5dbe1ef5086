package import AudioSessionJSON

/// The socket at which a bridge says what it tells and hears.
package enum HouseSocket {
  /// The question that it answers, one line.
  package static let question = "report"
  /// What a program says that wants the shared device for as long as it is connected.
  ///
  /// Saying it again, it begins anew. It is told what comes of it, a ``DeviceNews`` a line.
  package static let begin = "begin"

  /// The service's, at which everybody may ask.
  private static let ofService = "/run/audiosession-house/socket"

  /// Where a bridge listens; nil if there is no place.
  ///
  /// The service manager names a folder for the service; without one it is the user's runtime folder.
  package static func ownPath(
    environment: (String) -> String? = SocketPath.environment
  ) -> String? {
    if let folder = environment("RUNTIME_DIRECTORY"), folder.hasPrefix("/") {
      return "\(folder)/socket"
    }
    return SocketPath.inRuntimeFolder("house", environment: environment)
  }

  /// The paths at which a bridge may be found, in the order in which they are tried.
  package static func candidates(
    environment: (String) -> String? = SocketPath.environment
  ) -> [String] {
    [SocketPath.inRuntimeFolder("house", environment: environment), ofService].compactMap { $0 }
  }

  /// Asks the bridge, and waits for its answer.
  ///
  /// - Parameters:
  ///   - paths: Where it may be.
  ///   - limit: How long to wait.
  /// - Returns: The answer, a report in JSON.
  /// - Throws: ``ClientError/unavailable(tried:_:)`` if there is no bridge, or any other but
  ///   ``ClientError/refused(_:)``.
  package static func ask(
    at paths: [String] = candidates(),
    by limit: TimeLimit
  ) throws(ClientError) -> JSONValue {
    try AnswerSocket.ask(question, atFirstOf: paths, by: limit)
  }
}
