public import Foundation

/// A port of a route.
///
/// The class is open, so that a test can subclass it; `init()` is its only designated initializer.
/// Source: Apple, `AVAudioSessionPortDescription`.
// Unchecked, since a class that can be subclassed can't be checked: what it stores is set while it is
// made and never again, and a subclass that stores more has to say for itself that it may be shared.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  private var itsType = AVAudioSession.Port(rawValue: "")
  private var itsName = ""
  private var itsIdentifier = ""

  /// The type of port.
  open var portType: AVAudioSession.Port { itsType }

  /// The name to show to people.
  open var portName: String { itsName }

  /// The identifier of the port.
  open var uid: String { itsIdentifier }

  /// Creates a port whose type, name and identifier are empty, for subclasses that override them.
  public override init() {}

  /// Creates a port, for a program's own tests; an addition to Apple's interface.
  ///
  /// - Parameters:
  ///   - portType: The type of port.
  ///   - portName: The name to show to people.
  ///   - uid: The identifier of the port.
  public convenience init(portType: AVAudioSession.Port, portName: String, uid: String) {
    self.init()
    itsType = portType
    itsName = portName
    itsIdentifier = uid
  }

  /// Always nil on Linux: the daemon has no channels.
  open var channels: [AVAudioSessionChannelDescription]? { nil }

  /// Always nil on Linux: the daemon has no data sources.
  open var dataSources: [AVAudioSessionDataSourceDescription]? { nil }

  /// Always nil on Linux: the daemon has no data sources.
  open var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Always nil on Linux: the daemon has no data sources.
  open var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Always false on Linux; no device is queried.
  open var hasHardwareVoiceCallProcessing: Bool { false }

  /// Always false on Linux; no device is queried.
  open var isSpatialAudioEnabled: Bool { false }

  /// Always nil on Linux; no device is queried.
  open var bluetoothMicrophoneExtension: AVAudioSessionPortExtensionBluetoothMicrophone? { nil }

  /// No effect on Linux: there are no data sources, so only nil is accepted.
  ///
  /// - Parameter dataSource: Nil.
  /// - Throws: ``AVAudioSession/ErrorCode/badParam`` for any other value.
  open func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw AVAudioSession.error(.badParam, "expected no data source") }
  }

  /// Type, name and identifier, and the data source if there is one, in words.
  open override var description: String {
    let port = ["type = \(portType.rawValue)", "name = \(portName)", "UID = \(uid)"]
    let source = selectedDataSource.map { "selectedDataSource = \($0.dataSourceName)" }
    return AVAudioSession.description(of: self, port + [source].compactMap { $0 })
  }

  /// True for a port of the same type, name and identifier.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionPortDescription else { return false }
    return portType == other.portType && portName == other.portName && uid == other.uid
  }

  /// Equal for equal ports.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(portType)
    hasher.combine(portName)
    hasher.combine(uid)
    return hasher.finalize()
  }
}

/// A channel of a port; the session itself has none on Linux.
///
/// The class is open, so that a test can subclass it; `init()` is its only designated initializer.
/// Source: Apple, `AVAudioSessionChannelDescription`.
// Unchecked, since a class that can be subclassed can't be checked: what it stores is set while it is
// made and never again, and a subclass that stores more has to say for itself that it may be shared.
open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
  private var itsName = ""
  private var itsNumber = 0
  private var itsPort = ""

  /// The name to show to people.
  open var channelName: String { itsName }

  /// The number of the channel, from 1.
  open var channelNumber: Int { itsNumber }

  /// The ``AVAudioSessionPortDescription/uid`` of the port.
  open var owningPortUID: String { itsPort }

  /// Creates a channel whose names are empty and whose number is 0, for subclasses that override
  /// them.
  public override init() {}

  /// Creates a channel, for a program's own tests; an addition to Apple's interface.
  ///
  /// - Parameters:
  ///   - channelName: The name to show to people.
  ///   - channelNumber: The number of the channel, from 1.
  ///   - owningPortUID: The ``AVAudioSessionPortDescription/uid`` of the port.
  public convenience init(channelName: String, channelNumber: Int, owningPortUID: String) {
    self.init()
    itsName = channelName
    itsNumber = channelNumber
    itsPort = owningPortUID
  }

  /// Name, number and port, in words.
  open override var description: String {
    AVAudioSession.description(
      of: self,
      ["name = \(channelName)", "number = \(channelNumber)", "port = \(owningPortUID)"]
    )
  }
}
