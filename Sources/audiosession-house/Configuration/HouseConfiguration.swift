import AudioSessionConfigurationFile
import AudioSessionSystem
import House

/// The bridge's settings, and where they came from.
struct HouseConfiguration: Equatable, Sendable {
  private(set) var choices = HouseChoices()
  /// The files in effect, in the order they were read.
  private(set) var files: [String] = []
  /// Files among the drop-ins that are ignored, since their names don't end in `.conf`.
  private(set) var ignored: [String] = []
  /// All errors, in the order of reading.
  ///
  /// With any, the bridge doesn't start: what a house is told of
  /// this machine isn't guessed.
  private(set) var faults: [ConfigurationFault] = []
  /// The place that last set each value, by section and key.
  private(set) var setBy: [String: Place] = [:]

  /// Reads the files of `source`; later files override earlier ones.
  init(_ source: ConfigurationSource) { self.init(ConfigurationFiles(source)) }

  /// Applies the files in order.
  init(_ found: ConfigurationFiles) {
    ignored = found.ignored
    for file in found.files {
      switch file.content {
      case .unreadable(let fault): faults.append(fault)
      case .text(let text):
        let reader = HouseFileReader(text, over: choices)
        choices = reader.choices
        faults += reader.faults
        files.append(file.path)
        for (key, place) in reader.setBy { setBy[key] = place }
      }
    }
  }

  /// Applies what the command line says, which overrides the files.
  mutating func apply(_ options: Options) {
    if let house = options.house { choices.house = house }
    if let node = options.node { choices.node = node }
    if let broker = options.broker { choices.broker.address = broker }
  }
}

/// What the configuration says, complete or not.
struct HouseChoices: Equatable, Sendable {
  var house: HouseName?
  /// Nil: after the machine's name.
  var node: HouseName?
  var zones: [String] = []
  var exported = HouseSettings.defaultExports
  var treatments = HouseSettings.defaultTreatments
  var broker = BrokerSettings()
  var device = DeviceSettings()
  /// How the topics begin by which Home Assistant finds devices; nil: it isn't told of this machine.
  var discovery: String?

  /// What is missing, a sentence; nil if nothing is.
  var lack: String? {
    if house == nil { return "the house has no name; expected House= below [House], or --house" }
    if broker.address == nil {
      return "no broker; expected Address= below [Broker], or --broker"
    }
    if settings == nil {
      let expected = "Node= below [House], or --node: \(HouseName.expected)"
      return "the machine's name can't be its name in the house; expected \(expected)"
    }
    return nil
  }

  /// The settings of the bridge; nil if something is missing.
  var settings: HouseSettings? {
    guard let house, let node = node ?? HouseName(hostName) else { return nil }
    var settings = HouseSettings(house: house, node: node)
    settings.zones = zones
    settings.exported = exported
    settings.treatments = treatments
    settings.device = device.name
    settings.discovery = discovery
    return settings
  }

  /// The machine's name, up to its first dot.
  private var hostName: Substring { HostName.current.prefix { $0 != "." } }
}
