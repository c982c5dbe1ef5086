import Arbitration
import AudioSessionTypes

/// What would be right instead of a configuration that isn't legal (R4), for the error's sentence.
enum LegalityText {
  /// - Parameters:
  ///   - change: What was asked for.
  ///   - configuration: What it was asked of.
  /// - Returns: What to expect instead; nil if nothing is wrong.
  static func expectation(
    _ change: ConfigurationChange,
    of configuration: Configuration
  ) -> String? {
    guard !change.namesUnknownValue else {
      return "a category, mode, option and policy that exist; rpc.discover lists them"
    }
    return configuration.applying(change).fault.map(text)
  }

  private static func text(_ fault: Legality.Fault) -> String {
    switch fault {
    case .mode(let mode, in: let category):
      let right = Category.allCases.filter { Legality.categories(of: mode).contains($0) }
      let names = right.map(\.rawValue).joined(separator: " or ")
      return "\(names) with mode \(mode.rawValue), found \(category.rawValue)"
    case .options(let options, in: let category, let mode):
      return "\(category.rawValue), mode \(mode.rawValue), without \(names(of: options))"
    case .lacksHandsFree:
      return "allowBluetoothHFP beside farFieldInput or mode dualRoute"
    case .policy(.independent):
      return "another routeSharingPolicy than independent, which is the system's own"
    case .policy(let policy):
      return "playback without options, in mode default, moviePlayback or spokenAudio, "
        + "with routeSharingPolicy \(policy.rawValue)"
    }
  }

  /// The options' names; of two that share a bit, the one that was meant.
  private static func names(of options: CategoryOptions) -> String {
    var names = CategoryOptions.named.filter { options.contains($0.option) }.map(\.name)
    let interruptsSpoken = CategoryOptions.interruptSpokenAudioAndMixWithOthers
    if options.contains(.interruptSpokenBit), !options.contains(interruptsSpoken) {
      names.append("interruptSpokenAudioAndMixWithOthers")
    }
    return names.joined(separator: ", ")
  }
}
