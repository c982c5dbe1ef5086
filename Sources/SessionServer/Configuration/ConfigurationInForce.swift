import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// The configuration in force, where it came from, and the reading of the next one (R61).
final class ConfigurationInForce {
  private(set) var settings: Settings
  /// The limits among the settings, as `server.status` shows them.
  private(set) var writtenLimits: WrittenValue
  /// The settings, with the files and the lines that they come from.
  private(set) var loaded: LoadedSettings
  /// When the files were read, in nanoseconds since 1970, UTC.
  private(set) var readingTime = SystemClock.realtime
  /// The faults found in the last reading of the files; a reload with faults changes nothing else.
  private(set) var faults: [ConfigurationFault]
  let options: ServerOptions

  private let loop: Loop
  private var reading: ConfigurationReading?
  /// Whether another reload was requested during the reading.
  private var isReadingDue = false

  init(_ loaded: LoadedSettings, options: ServerOptions, loop: Loop) {
    settings = loaded.settings
    writtenLimits = WrittenValue(settings.limits)
    self.loaded = loaded
    faults = loaded.faults
    self.options = options
    self.loop = loop
  }

  /// Whether the files are being read.
  var isReading: Bool { reading != nil }

  /// Begins to read the files again, on a separate thread.
  ///
  /// A request during a reading may concern a file that was already read, so one more reading
  /// follows, however many requests there were.
  ///
  /// - Throws: An error if there is no descriptor or no thread for it.
  func read() throws(Errno) {
    guard reading == nil else {
      isReadingDue = true
      return
    }
    let reading = try ConfigurationReading(options)
    try loop.watch(reading.number, as: .configuration)
    self.reading = reading
  }

  /// Returns the result of the reading, once there is one; the reading is over then.
  func takeReading() -> LoadedSettings? {
    guard let reading, let loaded = reading.take() else { return nil }
    // Can't fail, since the descriptor is watched; besides, the close makes the kernel forget it.
    try? loop.forget(reading.number)
    self.reading = nil
    return loaded
  }

  /// Returns whether the files are to be read once more, and clears that request.
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
    writtenLimits = WrittenValue(settings.limits)
    readingTime = SystemClock.realtime
    return changes
  }

  /// Sets the depth of ducking until the files are read again.
  ///
  /// - Parameter duckGain: The gain, linear, 0…1.
  /// - Returns: The policy that is in force by it.
  func adjust(duckGain: Double) -> Policy {
    settings.policy.duckGain = duckGain
    return settings.policy
  }

  /// The place that set each value, by `Section.Key`.
  var setBy: [String: String] {
    var places = loaded.setBy.mapValues { "\($0)" }
    if settings.policy.duckGain != loaded.settings.policy.duckGain {
      places["Policy.DuckGain"] = Method.policySetDuckGain.rawValue
    }
    return places
  }

  /// Returns the grants of a peer.
  ///
  /// - Parameters:
  ///   - peer: The peer.
  ///   - groups: Those of the peer's supplementary groups that a grant names.
  ///   - settings: The settings to judge by; nil for those in force.
  /// - Returns: The grants.
  func grants(of peer: PeerIdentity, groups: [UInt32], by settings: Settings? = nil) -> PeerGrants {
    (settings ?? self.settings)
      .grants(of: peer, groups: groups, byUserUnit: options.instanceUser != nil)
  }

  /// Returns the grants of a connection's peer.
  func grants(of peer: PeerIdentity, on socket: borrowing Socket) -> PeerGrants {
    grants(of: peer, groups: settings.namedGroups(of: socket))
  }
}
