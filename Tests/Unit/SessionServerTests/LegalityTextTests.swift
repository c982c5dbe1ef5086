import AudioSessionArbitration
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import AudioSessionServer

struct LegalityTextTests {
  @Test func `R4: what isn't legal is answered by what would be`() {
    let table: [(Category, Mode, CategoryOptions, RouteSharingPolicy, MemberFault?)] = [
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
      #expect(LegalityText.fault(change, of: Configuration(), in: Arbiter()) == fault)
    }
  }

  @Test func `R4: what is blamed is what was said, not what was so before`() {
    var change = ConfigurationChange()
    change.mode = .voiceChat
    #expect(
      LegalityText.fault(change, of: Configuration(), in: Arbiter())
        == fault("mode", "the category playAndRecord beside it", "voiceChat")
    )
    var music = Configuration()
    music.category = .playback
    music.options = .duckOthers
    change = ConfigurationChange()
    change.routeSharingPolicy = .longFormAudio
    #expect(LegalityText.fault(change, of: music, in: Arbiter())?.place == "routeSharingPolicy")
  }

  @Test func `R66: a role and a priority are blamed as they were said`() {
    var policy = Policy()
    policy.roles = [Policy.Role("siren", like: .alarm)]
    let arbiter = Arbiter(policy: policy)
    var alarm = Configuration()
    alarm.ownPriority = .alarm
    var change = ConfigurationChange()
    change.role = arbiter.kind(ofRole: "siren").map { .named($0) }
    #expect(
      LegalityText.fault(change, of: alarm, in: arbiter)
        == fault("role", "no role beside the priority alarm, or normal as that", "siren")
    )
    let siren = arbiter.applying(change, to: Configuration())
    change = ConfigurationChange()
    change.priority = .alarm
    #expect(
      LegalityText.fault(change, of: siren, in: arbiter)
        == fault("priority", "normal beside the role siren", "alarm")
    )
    change.role = ConfigurationChange.Role.none
    #expect(LegalityText.fault(change, of: siren, in: arbiter) == nil)
    #expect(
      LegalityText.fault(ofRole: "sirene", in: arbiter)
        == fault("role", "accessibility or siren", "sirene")
    )
  }

  private func fault(_ parameter: String, _ expected: String, _ found: String) -> MemberFault {
    MemberFault(parameter, expected: expected, found: .word(found))
  }
}
