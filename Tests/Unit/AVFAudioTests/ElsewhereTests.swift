import AVFAudio
import Foundation
import Synchronization
import TestSupport
import Testing

/// What only other systems have: it compiles, accepts and answers that there is nothing.
@Suite(.serialized) struct ElsewhereTests {
  private let session = AVAudioSession.sharedInstance()

  @Test func `a data source has no pattern, place or side, unless a subclass says so`() throws {
    let source = AVAudioSessionDataSourceDescription(dataSourceID: 1, dataSourceName: "Front")
    #expect(source.supportedPolarPatterns == nil && source.selectedPolarPattern == nil)
    #expect(source.preferredPolarPattern == nil && source.orientation == nil)
    #expect(source.location == nil)
    try source.setPreferredPolarPattern(nil)
    #expect(throws: NSError.self) { try source.setPreferredPolarPattern(.stereo) }
    let mock = StereoSource()
    try mock.setPreferredPolarPattern(.stereo)
    #expect(mock.supportedPolarPatterns?.contains(.stereo) == true)
    #expect(mock.orientation == .front && mock.location == .upper)
    #expect(AVAudioSessionPortDescription().bluetoothMicrophoneExtension == nil)
    let capability = AVAudioSessionCapability(isSupported: true, isEnabled: false)
    let microphone = AVAudioSessionPortExtensionBluetoothMicrophone(
      highQualityRecording: capability,
      farFieldCapture: AVAudioSessionCapability(isSupported: false, isEnabled: true)
    )
    #expect(microphone.highQualityRecording.isSupported && !capability.isEnabled)
    #expect(microphone.farFieldCapture.isEnabled && !microphone.farFieldCapture.isSupported)
  }

  @Test func `nobody may add audio to calls, and nobody is asked`() async {
    #expect(AVAudioApplication.shared.microphoneInjectionPermission == .serviceDisabled)
    var answers: [AVAudioApplication.MicrophoneInjectionPermission] = []
    AVAudioApplication.requestMicrophoneInjectionPermission { answers.append($0) }
    answers.append(await AVAudioApplication.requestMicrophoneInjectionPermission())
    #expect(answers == [.serviceDisabled, .serviceDisabled])
  }

  @Test func `without a bridge arbitration between machines begins at once`() async throws {
    let arbiter = AVAudioRoutingArbiter.shared
    let answers = Mutex<[String]>([])
    arbiter.begin(category: .playAndRecordVoice) { hasChanged, error in
      answers.withLock { $0.append("\(hasChanged) \(error == nil)") }
    }
    #expect(answers.withLock { $0 } == ["false true"])
    #expect(try await arbiter.begin(category: .playback) == false)
    arbiter.leave()
    #expect(arbiter === AVAudioRoutingArbiter.shared)
  }

  @Test func `a film may play here at once`() async {
    var answers: [String] = []
    session.prepareRouteSelectionForPlayback { answers.append("\($0) \($1)") }
    let (mayPlay, selection) = await session.prepareRouteSelectionForPlayback()
    answers.append("\(mayPlay) \(selection)")
    #expect(answers == ["true local", "true local"])
  }

  @Test func `the spatial experience is kept`() throws {
    typealias Tracked = AVAudioSession.HeadTrackedSpatialExperience
    let initial = session.intendedSpatialExperience as? Tracked
    #expect(initial?.soundStageSize == .automatic && initial?.anchoringStrategy == .automatic)
    try session.setIntendedSpatialExperience(.bypassed)
    #expect(session.intendedSpatialExperience is AVAudioSession.BypassedSpatialExperience)
    try session.setIntendedSpatialExperience(.fixed(soundStageSize: .small))
    let fixed = session.intendedSpatialExperience as? AVAudioSession.FixedSpatialExperience
    #expect(fixed == .fixed(soundStageSize: .small))
    let scene = AVAudioSession.AnchoringStrategy.scene(identifier: "s")
    try session.setIntendedSpatialExperience(
      .headTracked(soundStageSize: .large, anchoringStrategy: scene)
    )
    let tracked = session.intendedSpatialExperience as? Tracked
    #expect(tracked == .headTracked(soundStageSize: .large, anchoringStrategy: scene))
    try session.setIntendedSpatialExperience(
      .headTracked(soundStageSize: .automatic, anchoringStrategy: .automatic)
    )
  }

  @Test func `names of Swift 4 lead to those that have taken their place`() throws {
    let page = try Checkout.text("Sources/AVFAudio/Renamed.swift")
    let rows = page.matches(of: /renamed: "([^"]+)"\)\s+public (?:static )?(?:let|typealias) (\w+)/)
      .map { "\($0.output.2) \($0.output.1)" }
    #expect(rows.count == 56)
    let faults = rows.filter { row in
      let words = row.split(separator: " ").map(String.init)
      // What is new about the name is a dot, a small letter, and of a notification its last word.
      let plain = words[1].replacing("Notification", with: "").replacing(".", with: "")
      let old = words[0]
      return plain.lowercased() != old.lowercased()
    }
    #expect(faults == [])
  }
}

/// In the shape of a built-in microphone of iOS.
// Unchecked, as is said of the class above it: it stores nothing more.
private final class StereoSource: AVAudioSessionDataSourceDescription, @unchecked Sendable {
  override var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { [.cardioid, .stereo] }
  override var orientation: AVAudioSession.Orientation? { .front }
  override var location: AVAudioSession.Location? { .upper }

  override func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
    guard pattern.map({ supportedPolarPatterns?.contains($0) == true }) ?? true else {
      throw CocoaError(.featureUnsupported)
    }
  }
}
