import AVFAudio
import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// What is printed of routes, sessions and options: something that a person can read.
struct DescriptionTests {
  @Test func `routes and ports are printed with type, name and identifier`() {
    let lid = AVAudioSessionPortDescription(portType: .builtInMic, portName: "Lid", uid: "l")
    let route = AVAudioSessionRouteDescription(inputs: [lid], outputs: [Chosen(), lid])
    let port = "<AVAudioSessionPortDescription type = MicrophoneBuiltIn; name = Lid; UID = l>"
    let chosen = "<Chosen type = ; name = ; UID = ; selectedDataSource = Front>"
    let expected =
      "<AVAudioSessionRouteDescription inputs = [\(port)]; outputs = [\(chosen), \(port)]>"
    #expect("\(route)" == expected)
    #expect(route.debugDescription == expected)
    #expect("\([lid])" == "[\(port)]")
    let empty = "<AVAudioSessionRouteDescription inputs = []; outputs = []>"
    #expect("\(AVAudioSessionRouteDescription())" == empty)
  }

  @Test func `channels, data sources and contexts are printed with what they hold`() {
    let rows: [(NSObject, String)] = [
      (
        AVAudioSessionChannelDescription(channelName: "L", channelNumber: 1, owningPortUID: "l"),
        "<AVAudioSessionChannelDescription name = L; number = 1; port = l>"
      ),
      (
        AVAudioSessionDataSourceDescription(dataSourceID: 7, dataSourceName: "Front"),
        "<AVAudioSessionDataSourceDescription ID = 7; name = Front>"
      ),
      (
        AVAudioSession.InterruptionContext(reason: .builtInMicMuted),
        "<InterruptionContext reason = builtInMicMuted>"
      ),
      (AVAudioSession.DeactivationContext(source: .app), "<DeactivationContext source = app>"),
      (
        AVAudioSession.DeactivationContext(
          source: .system,
          interruptionContext: .init(reason: .default)
        ),
        "<DeactivationContext source = system; reason = default>"
      ),
      (
        AVAudioSession.ResumptionContext(recommendation: .shouldResume),
        "<ResumptionContext recommendation = shouldResume>"
      ),
    ]
    for row in rows { #expect("\(row.0)" == row.1) }
  }

  /// The mirror is read, since a program that was linked to these tests describes options itself.
  @Test func `options are printed by name, and unknown bits as a number`() {
    let rows: [(AVAudioSession.CategoryOptions, [String])] = [
      ([], []), ([.mixWithOthers, .duckOthers], ["mixWithOthers", "duckOthers"]),
      (
        [.interruptSpokenAudioAndMixWithOthers, .allowAirPlay],
        ["interruptSpokenAudioAndMixWithOthers", "allowAirPlay"]
      ),
      (.init(rawValue: 0x4000_0010), ["0x40000010"]),
      (
        .init(rawValue: 0xC_00EC),
        [
          "allowBluetoothHFP", "allowBluetoothA2DP", "allowAirPlay", "defaultToSpeaker",
          "overrideMutedMicrophoneInterruption", "farFieldInput", "bluetoothHighQualityRecording",
        ]
      ),
    ]
    for row in rows {
      let mirror = row.0.customMirror
      #expect(mirror.displayStyle == .struct)
      #expect(mirror.children.map(\.label) == ["names"])
      #expect(mirror.children.map { $0.value as? [String] } == [row.1])
    }
  }

  @Test(.tags(.process))
  func `the session is printed with its settings, and a program may describe them itself`() throws {
    let others = try Others()
    let program = try RunningProgram("describing", others.daemon)
    let speaker: JSONValue = ["portType": "Speaker", "name": "Desk", "portID": "d"]
    try others.ask("system.setRoute", ["inputs": [], "outputs": [speaker]])
    let inactive =
      "<AVAudioSession category = AVAudioSessionCategorySoloAmbient;"
      + " mode = AVAudioSessionModeDefault; options = []; state = inactive>"
    let active =
      "<AVAudioSession category = AVAudioSessionCategoryPlayback;"
      + " mode = AVAudioSessionModeSpokenAudio; options = [mixWithOthers, duckOthers]; state = active>"
    let port = "<AVAudioSessionPortDescription type = Speaker; name = Desk; UID = d>"
    try program.told("session", says: inactive)
    try program.told("activate", says: active)
    try program.told(
      "route",
      says: "<AVAudioSessionRouteDescription inputs = []; outputs = [\(port)]>"
    )
    try program.told("options", says: "spoken playback, mixing")
    _ = try program.end()
  }
}

// Unchecked, as is said of the class above it: it stores nothing more.
private final class Chosen: AVAudioSessionPortDescription, @unchecked Sendable {
  override var selectedDataSource: AVAudioSessionDataSourceDescription? {
    AVAudioSessionDataSourceDescription(dataSourceID: 1, dataSourceName: "Front")
  }
}
