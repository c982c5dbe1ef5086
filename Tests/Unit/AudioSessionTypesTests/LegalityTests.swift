import AudioSessionTypes
import Testing

/// R4: the tables of the documentation, written a second time and read without the code's help.
struct LegalityTests {
  /// Mode × category, then what must be named beside the mode for it to be legal.
  private static let modes = table(
    """
                    ambient soloAmbient playback record playAndRecord multiRoute
    default         Y       Y           Y        Y      Y             Y
    voiceChat       .       .           .        .      Y             .
    gameChat        .       .           .        .      Y             .
    videoRecording  .       .           .        Y      Y             .
    measurement     .       .           Y        Y      Y             .
    moviePlayback   .       .           Y        .      .             .
    videoChat       .       .           .        .      Y             .
    spokenAudio     Y       Y           Y        Y      Y             Y
    voicePrompt     Y       Y           Y        Y      Y             Y
    shortFormVideo  .       .           Y        .      .             .
    dualRoute       .       .           .        .      .             B
    """
  )

  /// Option × category.
  ///
  /// `Y` legal, `i` implied and so no error, `D` in mode `default` only, `R` in mode `dualRoute`
  /// only, `B` beside `allowBluetoothHFP`, `S` both, `d` beside `duckOthers`.
  private static let options = table(
    """
                                         ambient soloAmbient playback record playAndRecord multiRoute
    mixWithOthers                        i       .           Y        d      Y             D
    duckOthers                           Y       .           Y        Y      Y             D
    interruptSpokenAudioAndMixWithOthers .       .           Y        .      Y             D
    allowBluetoothHFP                    .       .           .        Y      Y             R
    defaultToSpeaker                     .       .           .        .      Y             .
    allowBluetoothA2DP                   i       i           i        .      Y             .
    allowAirPlay                         i       i           i        .      Y             .
    overrideMutedMicrophoneInterruption  .       .           .        Y      Y             Y
    farFieldInput                        .       .           .        B      B             S
    bluetoothHighQualityRecording        .       .           .        .      D             .
    """
  )

  /// The modes that bring hands-free Bluetooth with them.
  private static let handsFree: Set<String> = ["voiceChat", "gameChat", "videoChat"]

  @Test(arguments: Category.allCases)
  func `R4: every mode, policy and single option`(_ category: Category) {
    for mode in Mode.allCases {
      for policy in RouteSharingPolicy.allCases {
        expect(category, mode, [], policy)
        for (name, _) in CategoryOptions.named { expect(category, mode, [name], policy) }
      }
    }
  }

  @Test(arguments: Category.allCases)
  func `R4: every pair of options`(_ category: Category) {
    for mode in Mode.allCases {
      for (one, _) in CategoryOptions.named {
        for (other, _) in CategoryOptions.named {
          expect(category, mode, [one, other], .default)
        }
      }
    }
  }

  @Test(arguments: [0x100, 0x200, 0x20000, 1 << 20, 1 << 63] as [UInt])
  func `R4: a bit that no option has is illegal`(_ bit: UInt) {
    for category in Category.allCases {
      #expect(!Legality.allows(category, .default, CategoryOptions(rawValue: bit), .default))
    }
  }

  /// Category, options, and whether such a session plays beside others.
  @Test(
    arguments: [
      (.ambient, [], true), (.ambient, .duckOthers, true), (.soloAmbient, [], false),
      (.soloAmbient, .mixWithOthers, false), (.record, .mixWithOthers, false),
      (.record, .duckOthers, true),
      (.playback, [], false), (.playback, .mixWithOthers, true), (.playback, .duckOthers, true),
      (.playback, .interruptSpokenBit, true), (.playback, .allowAirPlay, false),
      (.playAndRecord, .defaultToSpeaker, false), (.playAndRecord, .duckOthers, true),
      (.multiRoute, [], false), (.multiRoute, .mixWithOthers, true),
    ] as [(Category, CategoryOptions, Bool)]
  )
  func `a category with options: mixable or not as the documentation says`(
    _ category: Category,
    _ options: CategoryOptions,
    _ isMixable: Bool
  ) {
    #expect(Legality.isMixable(category, options) == isMixable)
  }

  /// Category, mode, options named, options in force.
  @Test(
    arguments: [
      (.playback, .default, [], [.allowAirPlay, .allowBluetoothA2DP]),
      (
        .playback, .default, .duckOthers,
        [.allowAirPlay, .allowBluetoothA2DP, .duckOthers, .mixWithOthers]
      ),
      (
        .playback, .spokenAudio, .interruptSpokenBit,
        [.allowAirPlay, .allowBluetoothA2DP, .interruptSpokenAudioAndMixWithOthers]
      ),
      (.soloAmbient, .default, [], [.allowAirPlay, .allowBluetoothA2DP]),
      (.ambient, .default, [], [.allowAirPlay, .allowBluetoothA2DP, .mixWithOthers]),
      (.record, .default, [], []),
      (.record, .default, .duckOthers, [.duckOthers, .mixWithOthers]),
      (.playAndRecord, .voiceChat, [], [.allowBluetoothHFP]),
      (.playAndRecord, .gameChat, [], [.allowBluetoothHFP]),
      (.playAndRecord, .videoChat, [], [.allowBluetoothHFP, .defaultToSpeaker]),
      (.multiRoute, .dualRoute, .allowBluetoothHFP, .allowBluetoothHFP),
    ] as [(Category, Mode, CategoryOptions, CategoryOptions)]
  )
  func `the options in force: those named, and those that category and mode imply`(
    _ category: Category,
    _ mode: Mode,
    _ named: CategoryOptions,
    _ inForce: CategoryOptions
  ) {
    #expect(Legality.inForce(category, mode, named) == inForce)
  }

  private func expect(
    _ category: Category,
    _ mode: Mode,
    _ names: [String],
    _ policy: RouteSharingPolicy
  ) {
    let options = CategoryOptions.named.filter { names.contains($0.name) }
    let seen = Legality.allows(
      category,
      mode,
      CategoryOptions(options.map(\.option)),
      policy
    )
    let expected = LegalityTests.isLegal(category.rawValue, mode.rawValue, names, policy)
    guard seen != expected else { return }
    Issue.record("\(category) \(mode) \(names) \(policy): expected \(expected), is \(seen)")
  }

  /// The tables' word, by name alone.
  private static func isLegal(
    _ category: String,
    _ mode: String,
    _ names: [String],
    _ policy: RouteSharingPolicy
  ) -> Bool {
    let hasHandsFree = names.contains("allowBluetoothHFP") || handsFree.contains(mode)
    let letters = names.map { options[$0]?[category] ?? "?" }
    let areOptionsLegal = letters.allSatisfy { letter in
      switch letter {
      case "Y", "i": true
      case "D": mode == "default"
      case "R": mode == "dualRoute"
      case "d": names.contains("duckOthers")
      case "B": hasHandsFree
      case "S": hasHandsFree && mode == "dualRoute"
      default: false
      }
    }
    let modeLetter = modes[mode]?[category]
    let isModeLegal = modeLetter == "Y" || modeLetter == "B" && hasHandsFree
    guard isModeLegal && areOptionsLegal else { return false }
    switch policy {
    case .default: return true
    case .independent: return false
    case .longFormAudio, .longFormVideo:
      return category == "playback" && letters.allSatisfy { $0 == "i" }
        && ["default", "moviePlayback", "spokenAudio"].contains(mode)
    }
  }

  /// Rows by their first word, cells by the words of the first line.
  private static func table(_ text: String) -> [String: [String: String]] {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let columns = lines.first ?? []
    var rows: [String: [String: String]] = [:]
    for line in lines.dropFirst() {
      rows[line[0]] = Dictionary(uniqueKeysWithValues: zip(columns, line.dropFirst()))
    }
    return rows
  }
}
