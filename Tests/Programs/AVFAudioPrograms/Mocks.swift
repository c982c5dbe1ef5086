import AVFAudio
import Foundation

/// Subclasses and empty objects, as the tests of programs for iOS have them in Swift 5.
final class Mocks: Program {
  func obey(_ command: String) throws {
    let route = StubbedRoute(outputs: [StubbedPort(.headphones)])
    say("\(route.outputs.map(\.portType.rawValue)) \(route.inputs.count)")
    route.stubbedOutputs = []
    say("\(route == AVAudioSessionRouteDescription())")
  }
}

// Unchecked, as such mocks are: what it stores changes, in the main thread alone.
private final class StubbedPort: AVAudioSessionPortDescription, @unchecked Sendable {
  var stubbedPortType: AVAudioSession.Port

  init(_ portType: AVAudioSession.Port) { stubbedPortType = portType }

  override var portType: AVAudioSession.Port { stubbedPortType }
}

// Unchecked, as such mocks are: what it stores changes, in the main thread alone.
private final class StubbedRoute: AVAudioSessionRouteDescription, @unchecked Sendable {
  var stubbedOutputs: [AVAudioSessionPortDescription]

  init(outputs: [AVAudioSessionPortDescription]) { stubbedOutputs = outputs }

  override var outputs: [AVAudioSessionPortDescription] { stubbedOutputs }
}
