/// PipeWire's words for where sound leads, as Apple's types of ports on the wire.
enum PortTypes {
  /// What a sink's or source's node says of how it is connected.
  struct Connection: Equatable {
    /// `device.bus`: `pci`, `usb`, `firewire`, `bluetooth`.
    var bus: String?
    /// `api.bluez5.profile`: `a2dp-sink`, `headset-head-unit`, `bap-sink` and others.
    fileprivate var bluetoothProfile: String?
    /// It is a receiver of AirPlay.
    fileprivate var isAirPlay: Bool

    init(_ properties: PipeWireProperties) {
      self.init(
        bus: properties["device.bus"],
        bluetoothProfile: properties["api.bluez5.profile"],
        isAirPlay: properties["raop.ip"] != nil
      )
    }

    init(bus: String? = nil, bluetoothProfile: String? = nil, isAirPlay: Bool = false) {
      self.bus = bus
      self.bluetoothProfile = bluetoothProfile
      self.isAirPlay = isAirPlay
    }
  }

  /// The type of a sink's port, by the card's `port.type` of the active route too.
  static func output(_ connection: Connection, bus: String?, portType: String?) -> String {
    if connection.isAirPlay { return "AirPlay" }
    if let profile = connection.bluetoothProfile {
      return bluetooth(profile) ?? "BluetoothA2DPOutput"
    }
    return byBus[bus ?? ""] ?? outputs[portType ?? ""] ?? "LineOut"
  }

  /// The type of a source's port, by the active route's `port.type` and its name too, such as
  /// `analog-input-rear-mic`.
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

  /// Whether people know it by the device's name and not by the socket's.
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
