public import Foundation

/// The input and output ports of a route.
///
/// Empty until a route has been reported to the daemon.
/// Source: Apple, `AVAudioSessionRouteDescription`.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
  /// The ports from which audio is recorded.
  public let inputs: [AVAudioSessionPortDescription]
  /// The ports on which audio is played.
  public let outputs: [AVAudioSessionPortDescription]

  init(inputs: [AVAudioSessionPortDescription] = [], outputs: [AVAudioSessionPortDescription] = [])
  {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// True for a route with equal ports in the same order.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionRouteDescription else { return false }
    return inputs == other.inputs && outputs == other.outputs
  }

  /// Equal for equal routes.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(inputs)
    hasher.combine(outputs)
    return hasher.finalize()
  }
}

/// A port of a route.
///
/// Source: Apple, `AVAudioSessionPortDescription`.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
  /// The type of port.
  public let portType: AVAudioSession.Port
  /// The name to show to people.
  public let portName: String
  /// The identifier of the port.
  public let uid: String

  init(portType: AVAudioSession.Port, portName: String, uid: String) {
    self.portType = portType
    self.portName = portName
    self.uid = uid
  }

  /// Always nil on Linux: the daemon has no channels.
  public var channels: [AVAudioSessionChannelDescription]? { nil }

  /// Always nil on Linux: the daemon has no data sources.
  public var dataSources: [AVAudioSessionDataSourceDescription]? { nil }

  /// Always nil on Linux: the daemon has no data sources.
  public var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Always nil on Linux: the daemon has no data sources.
  public var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Always false on Linux; no device is queried.
  public var hasHardwareVoiceCallProcessing: Bool { false }

  /// Always false on Linux; no device is queried.
  public var isSpatialAudioEnabled: Bool { false }

  /// No effect on Linux: there are no data sources, so only nil is accepted.
  ///
  /// - Parameter dataSource: Nil.
  /// - Throws: ``AVAudioSession/ErrorCode/badParam`` for any other value.
  public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw AVAudioSession.error(.badParam, "expected no data source") }
  }

  /// True for a port of the same type, name and identifier.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionPortDescription else { return false }
    return portType == other.portType && portName == other.portName && uid == other.uid
  }

  /// Equal for equal ports.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(portType)
    hasher.combine(portName)
    hasher.combine(uid)
    return hasher.finalize()
  }
}

/// A channel of a port; never used on Linux.
///
/// Source: Apple, `AVAudioSessionChannelDescription`.
public final class AVAudioSessionChannelDescription: NSObject, Sendable {
  /// The name to show to people.
  public let channelName: String
  /// The number of the channel, from 1.
  public let channelNumber: Int
  /// The ``AVAudioSessionPortDescription/uid`` of the port.
  public let owningPortUID: String

  init(channelName: String, channelNumber: Int, owningPortUID: String) {
    self.channelName = channelName
    self.channelNumber = channelNumber
    self.owningPortUID = owningPortUID
  }
}

/// A data source of a port, such as one of several microphones; never used on Linux.
///
/// Source: Apple, `AVAudioSessionDataSourceDescription`.
public final class AVAudioSessionDataSourceDescription: NSObject, Sendable {
  /// The number of the data source.
  public let dataSourceID: NSNumber
  /// The name to show to people.
  public let dataSourceName: String

  init(dataSourceID: NSNumber, dataSourceName: String) {
    self.dataSourceID = dataSourceID
    self.dataSourceName = dataSourceName
  }
}
