import AudioSessionTypes

extension AVAudioSession {
  /// The type of a port, which is an input or output device of a route.
  ///
  /// A reported route may have types that aren't listed here; they are passed on unchanged.
  /// Source: Apple, `AVAudioSession.Port`.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// The value on the wire, which differs from the name of the constant.
    public let rawValue: String

    /// Creates a port type by name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Line-level input.
    public static let lineIn = Port(rawValue: "LineIn")
    /// A built-in microphone.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a wired headset.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// The microphone of a nearby device, connected wirelessly.
    public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
    /// Line-level output.
    public static let lineOut = Port(rawValue: "LineOut")
    /// Headphones.
    public static let headphones = Port(rawValue: "Headphones")
    /// A stereo Bluetooth device.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// The receiver of a telephone, held to the ear.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    /// The built-in loudspeaker.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// HDMI.
    public static let HDMI = Port(rawValue: "HDMIOutput")
    /// AirPlay.
    public static let airPlay = Port(rawValue: "AirPlay")
    /// A Bluetooth low-energy device.
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    /// A hands-free Bluetooth device.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// A USB device.
    public static let usbAudio = Port(rawValue: "USBAudio")
    /// A car.
    public static let carAudio = Port(rawValue: "CarAudio")
    /// A virtual device.
    public static let virtual = Port(rawValue: "Virtual")
    /// A PCI device.
    public static let PCI = Port(rawValue: "PCI")
    /// A FireWire device.
    public static let fireWire = Port(rawValue: "FireWire")
    /// DisplayPort.
    public static let displayPort = Port(rawValue: "DisplayPort")
    /// Audio video bridging.
    public static let AVB = Port(rawValue: "AVB")
    /// Thunderbolt.
    public static let thunderbolt = Port(rawValue: "Thunderbolt")
  }

  /// An override of the output port that follows from the category.
  ///
  /// Source: Apple, `AVAudioSession.PortOverride`.
  public enum PortOverride: UInt, CaseIterable, Sendable {
    /// No override.
    case none = 0
    /// The loudspeaker.
    case speaker = 0x7370_6B72
  }

  /// The reason for a route change.
  ///
  /// Source: Apple, `AVAudioSession.RouteChangeReason`.
  public enum RouteChangeReason: UInt, CaseIterable, Sendable {
    /// The reason is unknown.
    case unknown = 0
    /// A device became available.
    case newDeviceAvailable = 1
    /// A device became unavailable (R44).
    case oldDeviceUnavailable = 2
    /// The program changed category, mode or options of its active session; the route stays as it is,
    /// since the daemon never derives another from them (R40).
    case categoryChange = 3
    /// The route was overridden.
    case override = 4
    /// The machine woke from sleep (R50).
    case wakeFromSleep = 6
    /// No route suits the category.
    case noSuitableRouteForCategory = 7
    /// The same devices were reconfigured.
    case routeConfigurationChange = 8

    init(_ reason: AudioSessionTypes.RouteChangeReason) {
      switch reason {
      case .unknown: self = .unknown
      case .newDeviceAvailable: self = .newDeviceAvailable
      case .oldDeviceUnavailable: self = .oldDeviceUnavailable
      case .categoryChange: self = .categoryChange
      case .override: self = .override
      case .wakeFromSleep: self = .wakeFromSleep
      case .noSuitableRouteForCategory: self = .noSuitableRouteForCategory
      case .routeConfigurationChange: self = .routeConfigurationChange
      }
    }
  }
}
