package import AudioSessionSystem
package import ConfigurationFile

/// What a server is started with, and what it reads its configuration from again.
package struct ServerOptions: Sendable {
  package var socketPath: String
  package var source: ConfigurationSource
  /// The user of a per-user instance; nil in the system's.
  package var instanceUser: UInt32?

  package init(socketPath: String, source: ConfigurationSource, instanceUser: UInt32?) {
    self.socketPath = socketPath
    self.source = source
    self.instanceUser = instanceUser
  }

  /// Reads the configuration, with the names of users and groups that the system knows.
  package func loadSettings() -> LoadedSettings {
    let accounts = AccountNames(
      userID: { (try? Account.userID(named: $0)) ?? nil },
      groupID: { (try? Account.groupID(named: $0)) ?? nil }
    )
    return Settings.load(from: source, instanceUser: instanceUser, accounts: accounts)
  }
}

/// Why the daemon can't serve.
package enum ServerError: Error {
  /// Its socket can't be had.
  case socket(SocketFileError)
  /// A system call failed without which nothing goes.
  case failed(Errno)
}

extension ServerError: CustomStringConvertible {
  /// For people.
  package var description: String {
    switch self {
    case .socket(let error): error.description
    case .failed(let error): error.description
    }
  }
}
