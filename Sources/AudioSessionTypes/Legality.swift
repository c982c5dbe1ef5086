/// The legal combinations of category, mode, options and route sharing policy (R4), as tables.
///
/// A configuration that isn't legal is refused with ``ArbitrationError/badParam`` when it is set,
/// and so never reaches an activation.
package enum Legality {
  /// The part of a combination that makes it illegal.
  package enum Fault: Equatable, Sendable, BitwiseCopyable {
    /// The category doesn't allow the mode.
    case mode(Mode, in: Category)
    /// The category and mode don't allow these options.
    case options(CategoryOptions, in: Category, Mode)
    /// The option `farFieldInput` or the mode `dualRoute` without the option `allowBluetoothHFP`.
    case lacksHandsFree
    /// No client may set the policy, or the category, mode and options don't allow it.
    case policy(RouteSharingPolicy)
  }

  /// Whether the combination may be set.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - mode: The mode.
  ///   - options: The options that were named; those that the category implies may be among them.
  ///   - policy: The route sharing policy.
  /// - Returns: False if `setCategory` has to fail.
  package static func allows(
    _ category: Category,
    _ mode: Mode,
    _ options: CategoryOptions,
    _ policy: RouteSharingPolicy
  ) -> Bool {
    fault(in: category, mode, options, policy) == nil
  }

  /// The first fault of a combination; nil if it may be set.
  package static func fault(
    in category: Category,
    _ mode: Mode,
    _ options: CategoryOptions,
    _ policy: RouteSharingPolicy
  ) -> Fault? {
    guard categories(of: mode).contains(category) else { return .mode(mode, in: category) }
    let beyondImplied = options.subtracting(implied(by: category))
    var accepted = acceptedOptions(of: category, mode)
    // A reply lists it with `duckOthers`, and a client may set again what a reply lists.
    if category == .record && options.contains(.duckOthers) { accepted.insert(.mixWithOthers) }
    let unacceptable = beyondImplied.subtracting(accepted)
    guard unacceptable.isEmpty else { return .options(unacceptable, in: category, mode) }
    guard hasHandsFree(mode, inForce(category, mode, options)) else { return .lacksHandsFree }
    guard allows(policy, category, mode, beyondImplied) else { return .policy(policy) }
    return nil
  }

  /// The options in force: those named, and those that category, mode and other options imply.
  package static func inForce(
    _ category: Category,
    _ mode: Mode,
    _ options: CategoryOptions
  ) -> CategoryOptions {
    var all = options.union(implied(by: category)).union(implied(by: mode))
    if !all.isDisjoint(with: .mixing) { all.insert(.mixWithOthers) }
    return all
  }

  /// Whether a session of the category and options mixes with others; `soloAmbient` never does, and
  /// `record` only with `duckOthers`.
  package static func isMixable(_ category: Category, _ options: CategoryOptions) -> Bool {
    switch category {
    case .ambient: true
    case .playback, .playAndRecord, .multiRoute: !options.isDisjoint(with: .mixing)
    case .record: options.contains(.duckOthers)
    case .soloAmbient: false
    }
  }

  /// The options that a category implies; naming them is legal and changes nothing.
  package static func implied(by category: Category) -> CategoryOptions {
    switch category {
    case .ambient: [.mixWithOthers, .allowBluetoothA2DP, .allowAirPlay]
    case .soloAmbient, .playback: [.allowBluetoothA2DP, .allowAirPlay]
    case .record, .playAndRecord, .multiRoute: []
    }
  }

  private static func implied(by mode: Mode) -> CategoryOptions {
    switch mode {
    case .voiceChat, .gameChat: [.allowBluetoothHFP]
    case .videoChat: [.allowBluetoothHFP, .defaultToSpeaker]
    case .default, .videoRecording, .measurement, .moviePlayback, .spokenAudio, .voicePrompt,
      .shortFormVideo, .dualRoute:
      []
    }
  }

  /// Mode × category: the categories that allow a mode.
  ///
  /// Apple names `playback` alone for `spokenAudio`.
  package static func categories(of mode: Mode) -> Set<Category> {
    switch mode {
    case .default, .spokenAudio, .voicePrompt: Set(Category.allCases)
    case .voiceChat, .gameChat, .videoChat: [.playAndRecord]
    case .videoRecording: [.record, .playAndRecord]
    case .measurement: [.playback, .record, .playAndRecord]
    case .moviePlayback, .shortFormVideo: [.playback]
    case .dualRoute: [.multiRoute]
    }
  }

  /// Option × category: the options that a category and mode allow, besides those that the category
  /// implies.
  ///
  /// Apple's page on `duckOthers` names `playback`, `playAndRecord` and `multiRoute` alone. In practice
  /// it is accepted for `record`, too: Apple's own sample for speech recognition sets it, and so do
  /// most programs that record speech.
  package static func acceptedOptions(of category: Category, _ mode: Mode) -> CategoryOptions {
    let mixing: CategoryOptions = [
      .mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers,
    ]
    switch category {
    case .ambient: return [.duckOthers]
    case .soloAmbient: return []
    case .playback: return mixing
    case .record:
      return [
        .duckOthers, .allowBluetoothHFP, .overrideMutedMicrophoneInterruption, .farFieldInput,
      ]
    case .playAndRecord:
      let always: CategoryOptions = [
        .allowBluetoothHFP, .allowBluetoothA2DP, .allowAirPlay, .defaultToSpeaker,
        .overrideMutedMicrophoneInterruption, .farFieldInput,
      ]
      let withDefaultMode: CategoryOptions = mode == .default ? .bluetoothHighQualityRecording : []
      return mixing.union(always).union(withDefaultMode)
    case .multiRoute:
      let byMode: CategoryOptions =
        switch mode {
        case .default: mixing
        case .dualRoute: [.allowBluetoothHFP, .farFieldInput]
        default: []
        }
      return byMode.union(.overrideMutedMicrophoneInterruption)
    }
  }

  /// False if `farFieldInput` or `dualRoute` lacks `allowBluetoothHFP`.
  private static func hasHandsFree(_ mode: Mode, _ inForce: CategoryOptions) -> Bool {
    let needsHandsFree = mode == .dualRoute || inForce.contains(.farFieldInput)
    return !needsHandsFree || inForce.contains(.allowBluetoothHFP)
  }

  /// The long-form policies are legal for `playback` without options, in three modes (Apple).
  private static func allows(
    _ policy: RouteSharingPolicy,
    _ category: Category,
    _ mode: Mode,
    _ options: CategoryOptions
  ) -> Bool {
    switch policy {
    case .default: true
    case .independent: false
    case .longFormAudio, .longFormVideo:
      category == .playback && options.isEmpty
        && [.default, .moviePlayback, .spokenAudio].contains(mode)
    }
  }
}
