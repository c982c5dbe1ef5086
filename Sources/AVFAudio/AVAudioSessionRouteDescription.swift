public import Foundation

/// The ends of a route: where sound comes from, and where it goes.
///
/// Empty until somebody has told the daemon of a route.
/// Source: Apple, `AVAudioSessionRouteDescription`.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
  /// Where sound comes from.
  public let inputs: [AVAudioSessionPortDescription]
  /// Where sound goes.
  public let outputs: [AVAudioSessionPortDescription]

  init(inputs: [AVAudioSessionPortDescription] = [], outputs: [AVAudioSessionPortDescription] = [])
  {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// Whether another route has equal ends in the same order.
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

/// One end of a route.
///
/// Source: Apple, `AVAudioSessionPortDescription`.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
  /// The kind of device.
  public let portType: AVAudioSession.Port
  /// Its name, for people.
  public let portName: String
  /// Its name, for programs.
  public let uid: String

  init(portType: AVAudioSession.Port, portName: String, uid: String) {
    self.portType = portType
    self.portName = portName
    self.uid = uid
  }

  /// Inert on Linux, nil: the daemon knows of no channels.
  public var channels: [AVAudioSessionChannelDescription]? { nil }

  /// Inert on Linux, nil: the daemon knows of no data sources.
  public var dataSources: [AVAudioSessionDataSourceDescription]? { nil }

  /// Inert on Linux, nil: the daemon knows of no data sources.
  public var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Inert on Linux, nil: the daemon knows of no data sources.
  public var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Inert on Linux, false: the daemon knows of no voice processing in devices.
  public var hasHardwareVoiceCallProcessing: Bool { false }

  /// Inert on Linux, false: the daemon knows of no rendering in space.
  public var isSpatialAudioEnabled: Bool { false }

  /// Inert on Linux: there are no data sources, so that only nil is accepted.
  ///
  /// - Parameter dataSource: Nil.
  /// - Throws: ``AVAudioSession/ErrorCode/badParam`` for a data source.
  public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw AVAudioSession.error(.badParam, "expected no data source") }
  }

  /// Whether another end is of the same kind and name.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionPortDescription else { return false }
    return portType == other.portType && portName == other.portName && uid == other.uid
  }

  /// Equal for equal ends.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(portType)
    hasher.combine(portName)
    hasher.combine(uid)
    return hasher.finalize()
  }
}

/// Never seen on Linux: a channel of a device.
///
/// Source: Apple, `AVAudioSessionChannelDescription`.
public final class AVAudioSessionChannelDescription: NSObject, Sendable {
  /// Its name, for people.
  public let channelName: String
  /// Its place on the device, from 1.
  public let channelNumber: Int
  /// The device's ``AVAudioSessionPortDescription/uid``.
  public let owningPortUID: String

  init(channelName: String, channelNumber: Int, owningPortUID: String) {
    self.channelName = channelName
    self.channelNumber = channelNumber
    self.owningPortUID = owningPortUID
  }
}

/// Never seen on Linux: one of several microphones of a device.
///
/// Source: Apple, `AVAudioSessionDataSourceDescription`.
public final class AVAudioSessionDataSourceDescription: NSObject, Sendable {
  /// Its number.
  public let dataSourceID: NSNumber
  /// Its name, for people.
  public let dataSourceName: String

  init(dataSourceID: NSNumber, dataSourceName: String) {
    self.dataSourceID = dataSourceID
    self.dataSourceName = dataSourceName
  }
}
