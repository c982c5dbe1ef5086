/// Maps PipeWire's properties of sinks and sources to Apple's port types, as on the wire.
enum PortTypes {
  /// The connection of a sink or source, from its node's properties.
  struct Connection: Equatable {
    /// `device.bus`: `pci`, `usb`, `firewire`, `bluetooth`.
    var bus: String?
    /// `api.bluez5.profile`: `a2dp-sink`, `headset-head-unit`, `bap-sink` and others.
    fileprivate var bluetoothProfile: String?
    /// Whether it is an AirPlay receiver.
    fileprivate var isAirPlay: Bool
    /// `device.form-factor`: `speaker`, `headphone` and others, where the device says so.
    fileprivate var formFactor: String?

    var isBluetooth: Bool { bluetoothProfile != nil }

    init(_ properties: PipeWireProperties) {
      self.init(
        bus: properties["device.bus"],
        bluetoothProfile: properties["api.bluez5.profile"],
        isAirPlay: properties["raop.ip"] != nil,
        formFactor: properties["device.form-factor"]
      )
    }

    init(
      bus: String? = nil,
      bluetoothProfile: String? = nil,
      isAirPlay: Bool = false,
      formFactor: String? = nil
    ) {
      self.bus = bus
      self.bluetoothProfile = bluetoothProfile
      self.isAirPlay = isAirPlay
      self.formFactor = formFactor
    }
  }

  /// The port type of a sink; `portType` is the `port.type` of its card's active route.
  static func output(_ connection: Connection, bus: String?, portType: String?) -> String {
    if connection.isAirPlay { return "AirPlay" }
    if let profile = connection.bluetoothProfile {
      return bluetooth(profile) ?? "BluetoothA2DPOutput"
    }
    // Only an output without any port, such as one of software, is what its form says.
    let form = portType == nil ? connection.formFactor : nil
    return byBus[bus ?? ""] ?? outputs[portType ?? ""] ?? forms[form ?? ""] ?? "LineOut"
  }

  /// The port type of a source; `portType` and `routeName` are the `port.type` and name of its
  /// card's active route, such as `analog-input-rear-mic`.
  static func input(
    _ connection: Connection,
    bus: String?,
    portType: String?,
    routeName: String?
  ) -> String {
    if let profile = connection.bluetoothProfile { return bluetooth(profile) ?? "LineIn" }
    if let type = byBus[bus ?? ""] { return type }
    if portType == "mic", wiredMicrophones.contains(routeName ?? "") { return "MicrophoneWired" }
    return inputs[portType ?? ""] ?? "LineIn"
  }

  /// Whether people know such a port by its device's name rather than by the socket's.
  static func isNamedByDevice(_ portType: String) -> Bool {
    portType.hasPrefix("Bluetooth") || ["USBAudio", "FireWire", "AirPlay"].contains(portType)
  }

  /// Nil for a profile that streams one way only, as A2DP does.
  private static func bluetooth(_ profile: String) -> String? {
    if profile.hasPrefix("headset-") || profile.hasPrefix("hfp") || profile.hasPrefix("hsp") {
      return "BluetoothHFP"
    }
    // LE Audio and the hearing aids' protocol.
    if profile.hasPrefix("bap-") || profile.hasPrefix("asha-") { return "BluetoothLE" }
    return nil
  }

  private static let byBus = ["usb": "USBAudio", "firewire": "FireWire"]

  private static let outputs = [
    "speaker": "Speaker",
    "headphones": "Headphones",
    "headset": "Headphones",
    "earpiece": "Receiver",
    "handset": "Receiver",
    "hdmi": "HDMIOutput",
    "tv": "HDMIOutput",
    "car": "CarAudio",
    "usb": "USBAudio",
    "bluetooth": "BluetoothA2DPOutput",
  ]

  private static let forms = [
    "speaker": "Speaker",
    "headphone": "Headphones",
    "headset": "Headphones",
    "handset": "Receiver",
    "car": "CarAudio",
    "tv": "HDMIOutput",
  ]

  private static let inputs = [
    "mic": "MicrophoneBuiltIn",
    "headset": "MicrophoneWired",
    "handset": "MicrophoneWired",
    "headphones": "MicrophoneWired",
    "car": "CarAudio",
    "usb": "USBAudio",
    "bluetooth": "BluetoothHFP",
  ]

  /// ALSA's names for sockets; a microphone without such a name is built in.
  private static let wiredMicrophones: Set<String> = [
    "analog-input-mic", "analog-input-front-mic", "analog-input-rear-mic",
    "analog-input-dock-mic", "analog-input-headphone-mic", "analog-input-headset-mic",
  ]
}
