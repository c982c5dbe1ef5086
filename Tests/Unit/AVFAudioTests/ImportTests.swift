import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// The module's other name.
@Suite(.tags(.process)) struct ImportTests {
  @Test func `a program that imports AVFoundation alone has the session and Foundation`() throws {
    let others = try Others()
    let lid: JSONValue = ["portType": "MicrophoneBuiltIn", "name": "Lid", "portID": "l"]
    try others.ask("system.setRoute", ["inputs": [lid], "outputs": []])
    let program = try RunningProgram(of: "avfoundation-program", socket: others.daemon.socketPath)
    try program.told("go", says: "active")
    // Options have no description of their own, but a mirror that `print` uses.
    let expected = [
      "no source of Lid",
      #"CategoryOptions(names: ["mixWithOthers", "duckOthers"])"#,
      #"Category(rawValue: "AVAudioSessionCategoryPlayback")"#
        + #" Mode(rawValue: "AVAudioSessionModeSpokenAudio")"#,
      "active",
    ]
    #expect(try program.end() == expected)
  }
}
