package import AudioSessionConfigurationFile
package import AudioSessionSystem

/// The options that a server starts with, and the source of its configuration, also for reloads.
package struct ServerOptions: Sendable {
  package var socketPath: String
  package var source: ConfigurationSource
  /// The user of a per-user instance; nil in the system instance.
  package var instanceUser: UInt32?

  package init(socketPath: String, source: ConfigurationSource, instanceUser: UInt32?) {
    self.socketPath = socketPath
    self.source = source
    self.instanceUser = instanceUser
  }

  /// Reads the configuration, resolving user and group names with the system's accounts.
  ///
  /// - Parameter isFirst: Whether there is none yet. A directory of users that doesn't answer then is
  ///   no reason to do without the whole file.
  /// - Returns: The configuration, with its faults and warnings.
  package func loadSettings(isFirst: Bool) -> LoadedSettings {
    // New ones each time: a name may have been given to somebody since.
    let accounts = Accounts()
    let names = AccountIDs(
      userID: accounts.userID(named:),
      groupID: accounts.groupID(named:),
      failure: { accounts.failure.map { "getent: \($0)" } },
      mayFail: isFirst
    )
    return Settings.load(from: source, instanceUser: instanceUser, accounts: names)
  }
}

/// The reason why the daemon can't serve.
package enum ServerError: Error {
  /// The daemon's socket can't be obtained.
  case socket(SocketFileError)
  /// An indispensable system call failed.
  case failed(Errno)
}

extension ServerError: CustomStringConvertible {
  /// The message, for people.
  package var description: String {
    switch self {
    case .socket(let error): error.description
    case .failed(let error): error.description
    }
  }
}
