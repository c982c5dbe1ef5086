import AudioSessionConfigurationFile

extension SimulatedDaemon {
  /// Creates a daemon with a configuration of its own, for programs that have to play by several.
  ///
  /// - Parameters:
  ///   - configuration: The text of an `audiosessiond.conf`, in which users are given by number.
  ///   - isRunning: False for a daemon that isn't there before ``start()``.
  /// - Throws: ``InvalidConfiguration`` if any line of it is wrong.
  public convenience init(
    configuration: String,
    isRunning: Bool = true
  ) throws(InvalidConfiguration) {
    let nobody = AccountIDs(userID: { _ in nil }, groupID: { _ in nil })
    let loaded = Settings.load(text: configuration, named: "configuration", accounts: nobody)
    let faults = loaded.faults + loaded.warnings
    guard faults.isEmpty else { throw InvalidConfiguration(faults: faults.map(\.description)) }
    self.init(settings: loaded.settings, isRunning: isRunning)
  }
}

/// What is wrong with a configuration.
public struct InvalidConfiguration: Error, Equatable, Sendable {
  /// A sentence for each fault, with its line.
  public let faults: [String]
}

extension InvalidConfiguration: CustomStringConvertible {
  /// The faults, one a line.
  public var description: String { faults.joined(separator: "\n") }
}
