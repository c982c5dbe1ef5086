import AudioSessionSystem

/// The state of the machine that the daemon is told of (R60): sleep, the foreground, the microphone
/// and the silent switch.
struct MachineState {
  /// Whether the silent switch is on (R62).
  private(set) var isSilenced: Bool
  /// Whether the machine sleeps or is about to, by logind.
  private(set) var isAsleep = false
  /// Whether the card mutes the microphone in hardware.
  var isMicrophoneMuted = false

  private let silentSwitch: SilentSwitch?
  /// Whether another user has the screen.
  private var isInBackground = false

  /// - Parameters:
  ///   - silentSwitch: The switch's file; nil if the user has no runtime folder.
  ///   - isSilenced: Whether the configuration turns it on.
  init(_ silentSwitch: SilentSwitch?, isSilenced: Bool) {
    self.silentSwitch = silentSwitch
    self.isSilenced = isSilenced || silentSwitch?.isOn == true
  }

  /// Takes over a change that logind told.
  mutating func take(_ event: LoginEvent) {
    switch event {
    case .preparesForSleep: isAsleep = true
    case .woke: isAsleep = false
    case .sessionIsActive(let isActive): isInBackground = !isActive
    // That is the enforcer's matter, and not the daemon's.
    case .sessionIsLocked: break
    }
  }

  /// Takes over the silent switch from its file, which has appeared or vanished.
  mutating func readSilentSwitch() { isSilenced = silentSwitch?.isOn ?? false }

  /// Takes over the silent switch from a changed configuration, without writing its file.
  mutating func configure(isSilenced: Bool) { self.isSilenced = isSilenced }

  /// Operates the silent switch.
  ///
  /// - Throws: Its file can't be written; the switch is turned all the same, until the agent ends.
  mutating func turn(_ wanted: Options.SilentSwitchCommand) throws(Errno) {
    switch wanted {
    case .on: isSilenced = true
    case .off: isSilenced = false
    case .toggle: isSilenced.toggle()
    case .status: return
    }
    try silentSwitch?.set(isSilenced)
  }

  /// Updates the reports to the daemon.
  ///
  /// - Parameters:
  ///   - reports: The last reports; those of other sources are kept.
  ///   - includesMicrophone: Whether a muted microphone is reported.
  func update(_ reports: inout SystemReports, includesMicrophone: Bool) {
    reports.isMicrophoneMuted = isMicrophoneMuted && includesMicrophone
    reports.isSleeping = isAsleep || isInBackground
    reports.isSilenced = isSilenced
  }
}
