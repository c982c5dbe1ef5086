import AVFAudio
import AudioSessionJSON
import Foundation
import TestSupport
import TestTraits
import Testing

/// Routes and ports that a program's own tests make, and subclasses of them as iOS tests have.
struct MockTests {
  private static let lid = AVAudioSessionPortDescription(
    portType: .builtInMic,
    portName: "Lid",
    uid: "lid"
  )

  @Test func `without arguments all are empty`() {
    #expect(AVAudioSessionRouteDescription().inputs == [])
    #expect(AVAudioSessionRouteDescription().outputs == [])
    let port = AVAudioSessionPortDescription()
    #expect([port.portType.rawValue, port.portName, port.uid] == ["", "", ""])
    #expect(port.channels == nil && port.dataSources == nil)
    let channel = AVAudioSessionChannelDescription()
    #expect(channel.channelName.isEmpty && channel.owningPortUID.isEmpty)
    #expect(channel.channelNumber == 0)
    let source = AVAudioSessionDataSourceDescription()
    #expect(source.dataSourceID == 0 && source.dataSourceName.isEmpty)
  }

  @Test func `routes, channels and data sources made with arguments: have the given values`() {
    let route = AVAudioSessionRouteDescription(inputs: [Self.lid], outputs: [])
    #expect(route.inputs.map(\.portName) == ["Lid"] && route.outputs == [])
    #expect(route.inputs.map(\.portType) == [.builtInMic] && route.inputs.map(\.uid) == ["lid"])
    let channel = AVAudioSessionChannelDescription(
      channelName: "Left",
      channelNumber: 1,
      owningPortUID: "lid"
    )
    #expect(channel.channelName == "Left" && channel.owningPortUID == "lid")
    #expect(channel.channelNumber == 1)
    let source = AVAudioSessionDataSourceDescription(dataSourceID: 7, dataSourceName: "Front")
    #expect(source.dataSourceID == 7 && source.dataSourceName == "Front")
  }

  @Test func `a subclass answers for itself, in comparisons too`() {
    let mock = MockPort(.bluetoothHFP, dataSource: MockDataSource())
    #expect(mock.isEqual(MockPort(.bluetoothHFP, dataSource: nil)))
    #expect(mock.hash == MockPort(.bluetoothHFP, dataSource: nil).hash)
    #expect(!mock.isEqual(MockPort(.headphones, dataSource: nil)))
    let same = AVAudioSessionPortDescription(
      portType: .bluetoothHFP,
      portName: "Mock BluetoothHFP",
      uid: "mock"
    )
    #expect(mock.isEqual(same) && same.isEqual(mock) && same.hash == mock.hash)
    #expect(mock.selectedDataSource?.dataSourceName == "Mock")
    let route = MockRoute([mock])
    #expect(route.outputs == [same] && route.inputs == [])
    #expect(route == AVAudioSessionRouteDescription(inputs: [], outputs: [same]))
    #expect(route != AVAudioSessionRouteDescription())
  }

  @Test(.tags(.process))
  func `subclasses as in Swift 5, which call no initializer and change, work as on iOS`() throws {
    let folder = try TemporaryDirectory()
    let program = try RunningProgram("mocks", socket: folder.path(of: "nobody"))
    try program.told("route", says: "true")
    #expect(try program.end() == [#"["Headphones"] 0"#, "true"])
  }

  @Test func `the contexts of notifications can be made`() throws {
    let interruption = AVAudioSession.InterruptionContext(reason: .routeDisconnected)
    let context = AVAudioSession.DeactivationContext(
      source: .system,
      interruptionContext: interruption
    )
    #expect(context.source == .system && context.interruptionContext === interruption)
    #expect(AVAudioSession.DeactivationContext(source: .app).interruptionContext == nil)
    let advice = AVAudioSession.ResumptionContext(recommendation: .shouldResume)
    #expect(advice.recommendation == .shouldResume)
  }
}

/// In the shape of stream-video's mocks: some properties are overridden, others are as they were.
private final class MockPort: AVAudioSessionPortDescription, @unchecked Sendable {
  // Unchecked, as is said of the class above it: both are constant.
  private let type: AVAudioSession.Port
  private let dataSource: AVAudioSessionDataSourceDescription?

  init(_ type: AVAudioSession.Port, dataSource: AVAudioSessionDataSourceDescription?) {
    self.type = type
    self.dataSource = dataSource
    super.init()
  }

  override var portType: AVAudioSession.Port { type }
  override var portName: String { "Mock \(type.rawValue)" }
  override var uid: String { "mock" }
  override var selectedDataSource: AVAudioSessionDataSourceDescription? { dataSource }
}

// Unchecked, as is said of the class above it: what it stores is constant.
private final class MockRoute: AVAudioSessionRouteDescription, @unchecked Sendable {
  private let ports: [AVAudioSessionPortDescription]

  init(_ ports: [AVAudioSessionPortDescription]) {
    self.ports = ports
    super.init()
  }

  override var outputs: [AVAudioSessionPortDescription] { ports }
}

// Unchecked, as is said of the class above it: it stores nothing more.
private final class MockDataSource: AVAudioSessionDataSourceDescription, @unchecked Sendable {
  override var dataSourceName: String { "Mock" }
}
