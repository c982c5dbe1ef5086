import Arbitration
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import SessionServer

struct LegalityTextTests {
  @Test func `R4: what isn't legal is answered by what would be`() {
    let table: [(Category, Mode, CategoryOptions, RouteSharingPolicy, ParameterFault?)] = [
      (.playback, .default, [], .default, nil),
      (
        .playback, .voiceChat, [], .default,
        fault("category", "playAndRecord with mode voiceChat", "playback")
      ),
      (
        .soloAmbient, .default, .mixWithOthers, .default,
        fault(
          "options",
          "nothing but allowAirPlay or allowBluetoothA2DP in soloAmbient, mode default",
          "mixWithOthers"
        )
      ),
      (
        .ambient, .default, .interruptSpokenAudioAndMixWithOthers, .default,
        fault(
          "options",
          "nothing but allowAirPlay or allowBluetoothA2DP or duckOthers or mixWithOthers "
            + "in ambient, mode default",
          "interruptSpokenAudioAndMixWithOthers"
        )
      ),
      (
        .multiRoute, .measurement, .duckOthers, .default,
        fault("category", "playback or record or playAndRecord with mode measurement", "multiRoute")
      ),
      (
        .record, .default, .farFieldInput, .default,
        fault(
          "options",
          "allowBluetoothHFP beside farFieldInput or mode dualRoute",
          "farFieldInput"
        )
      ),
      (
        .playback, .default, [], .independent,
        fault("routeSharingPolicy", "default, longFormAudio or longFormVideo", "independent")
      ),
      (
        .playback, .voicePrompt, [], .longFormAudio,
        fault(
          "routeSharingPolicy",
          "default, or playback without options in mode default, moviePlayback or spokenAudio",
          "longFormAudio"
        )
      ),
    ]
    for (category, mode, options, policy, fault) in table {
      var change = ConfigurationChange()
      change.category = category
      change.mode = mode
      change.options = options
      change.routeSharingPolicy = policy
      #expect(LegalityText.fault(change, of: Configuration()) == fault)
    }
  }

  @Test func `R4: what is blamed is what was said, not what was so before`() {
    var change = ConfigurationChange()
    change.mode = .voiceChat
    #expect(
      LegalityText.fault(change, of: Configuration())
        == fault("mode", "the category playAndRecord beside it", "voiceChat")
    )
    var music = Configuration()
    music.category = .playback
    music.options = .duckOthers
    change = ConfigurationChange()
    change.routeSharingPolicy = .longFormAudio
    #expect(LegalityText.fault(change, of: music)?.parameter == "routeSharingPolicy")
  }

  private func fault(_ parameter: String, _ expected: String, _ found: String) -> ParameterFault {
    ParameterFault(parameter, expected: expected, found: .word(found))
  }
}
