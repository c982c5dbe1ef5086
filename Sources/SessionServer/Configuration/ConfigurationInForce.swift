import AudioSessionSystem
import ConfigurationFile

/// The configuration in force, how it came about, and the reading of the next one (R61).
final class ConfigurationInForce {
  private(set) var settings: Settings
  /// The settings with the files and the lines that they come from.
  private(set) var loaded: LoadedSettings
  /// When the files were read, in nanoseconds since 1970, UTC.
  private(set) var readingTime = SystemClock.realtime
  /// The faults found when the files were read last; a reload with faults changes nothing else.
  private(set) var faults: [ConfigurationFault]
  let options: ServerOptions

  private let loop: Loop
  private var reading: ConfigurationReading?
  /// Another reload was asked for during the reading.
  private var isReadingDue = false

  init(_ loaded: LoadedSettings, options: ServerOptions, loop: Loop) {
    settings = loaded.settings
    self.loaded = loaded
    faults = loaded.faults
    self.options = options
    self.loop = loop
  }

  /// Whether the files are being read.
  var isReading: Bool { reading != nil }

  /// Begins to read the files again, on a thread of its own.
  ///
  /// A request during a reading may mean a file that was read already, so it is followed by one
  /// more reading, however many requests there were.
  ///
  /// - Throws: That there is no descriptor or no thread for it.
  func read() throws(Errno) {
    guard reading == nil else {
      isReadingDue = true
      return
    }
    let reading = try ConfigurationReading(options)
    try loop.watch(reading.number, as: .configuration)
    self.reading = reading
  }

  /// The result of the reading, once there is one; the reading is over then.
  func takeReading() -> LoadedSettings? {
    guard let reading, let loaded = reading.take() else { return nil }
    // It is watched, so this can't fail; and what the kernel forgets with the close is the same.
    try? loop.forget(reading.number)
    self.reading = nil
    return loaded
  }

  /// Whether the files are to be read once more; asking takes the request back.
  func takeDueReading() -> Bool {
    defer { isReadingDue = false }
    return isReadingDue
  }

  /// Puts a configuration into force, unless part of it had to be left out.
  ///
  /// - Returns: The changes, for people; nil if the old configuration stays.
  func replace(by loaded: LoadedSettings) -> [String]? {
    faults = loaded.faults
    guard loaded.leftOut.isEmpty else { return nil }
    let changes = loaded.changes(since: self.loaded)
    self.loaded = loaded
    settings = loaded.settings
    readingTime = SystemClock.realtime
    return changes
  }

  /// What a peer may do.
  ///
  /// - Parameters:
  ///   - peer: The peer.
  ///   - groups: The peer's supplementary groups, as far as a grant names them.
  ///   - settings: The settings to judge by; nil: those in force.
  /// - Returns: The grants.
  func grants(of peer: PeerIdentity, groups: [UInt32], by settings: Settings? = nil) -> PeerGrants {
    (settings ?? self.settings)
      .grants(of: peer, groups: groups, byUserUnit: options.instanceUser != nil)
  }

  /// What a connection's peer may do.
  func grants(of peer: PeerIdentity, on socket: borrowing Socket) -> PeerGrants {
    grants(of: peer, groups: settings.namedGroups(of: socket))
  }
}
