import AudioSessionTypes

extension AVAudioSession {
  /// The kind of one end of the route.
  ///
  /// A report of the route may name kinds that aren't here; they are kept as they are.
  /// Source: Apple, `AVAudioSession.Port`.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// The value on the wire, which isn't the name of the constant.
    public let rawValue: String

    /// Makes the kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Line-level input.
    public static let lineIn = Port(rawValue: "LineIn")
    /// A built-in microphone.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a wired headset.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// The microphone of a device that is connected without a wire.
    public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
    /// Line-level output.
    public static let lineOut = Port(rawValue: "LineOut")
    /// Headphones.
    public static let headphones = Port(rawValue: "Headphones")
    /// A stereo Bluetooth device.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// The speaker held to the ear.
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
    /// A device that is none.
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

  /// Where the output is sent in spite of the category.
  ///
  /// Source: Apple, `AVAudioSession.PortOverride`.
  public enum PortOverride: UInt, CaseIterable, Sendable {
    /// Where the category says.
    case none = 0
    /// The loudspeaker.
    case speaker = 0x7370_6B72
  }

  /// Why the route changed.
  ///
  /// Source: Apple, `AVAudioSession.RouteChangeReason`.
  public enum RouteChangeReason: UInt, CaseIterable, Sendable {
    /// Nobody said why.
    case unknown = 0
    /// A device has come.
    case newDeviceAvailable = 1
    /// A device has gone (R44).
    case oldDeviceUnavailable = 2
    /// A category asked for another route; the daemon doesn't derive it from `setCategory` (R40).
    case categoryChange = 3
    /// Somebody chose another route.
    case override = 4
    /// The machine woke up (R50).
    case wakeFromSleep = 6
    /// No route fits the category.
    case noSuitableRouteForCategory = 7
    /// The same devices, otherwise configured.
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
