import Arbitration
import AudioSessionTypes
import Testing

@testable import SessionServer

struct LegalityTextTests {
  @Test func `R4: what isn't legal is answered by what would be`() {
    let table: [(Category, Mode, CategoryOptions, RouteSharingPolicy, String?)] = [
      (.playback, .default, [], .default, nil),
      (.playback, .voiceChat, [], .default, "playAndRecord with mode voiceChat, found playback"),
      (
        .soloAmbient, .default, .mixWithOthers, .default,
        "soloAmbient, mode default, without mixWithOthers"
      ),
      (
        .ambient, .default, .interruptSpokenAudioAndMixWithOthers, .default,
        "ambient, mode default, without interruptSpokenAudioAndMixWithOthers"
      ),
      (
        .record, .default, .farFieldInput, .default,
        "allowBluetoothHFP beside farFieldInput or mode dualRoute"
      ),
      (
        .playback, .default, [], .independent,
        "another routeSharingPolicy than independent, which is the system's own"
      ),
      (
        .playback, .voicePrompt, [], .longFormAudio,
        "playback without options, in mode default, moviePlayback or spokenAudio, "
          + "with routeSharingPolicy longFormAudio"
      ),
    ]
    for (category, mode, options, policy, expected) in table {
      var change = ConfigurationChange()
      change.category = category
      change.mode = mode
      change.options = options
      change.routeSharingPolicy = policy
      #expect(LegalityText.expectation(change, of: Configuration()) == expected)
    }
  }
}
