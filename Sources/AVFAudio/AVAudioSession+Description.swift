import AudioSession
import Foundation

/// What is printed of the session and of its options.
extension AVAudioSession {
  /// The form in which every object of this module is printed: its class and what it is made of.
  static func description(of object: NSObject, _ parts: [String]) -> String {
    "<\(type(of: object)) \(parts.joined(separator: "; "))>"
  }

  /// Category, mode, options and state.
  var summary: String {
    let names = categoryOptions.names.joined(separator: ", ")
    return AVAudioSession.description(
      of: self,
      [
        "category = \(category.rawValue)", "mode = \(mode.rawValue)", "options = [\(names)]",
        "state = \(status.state)",
      ]
    )
  }
}

// Programs for iOS make the type `CustomStringConvertible` themselves, to be able to read it. If it
// were so already, their own description wouldn't be printed, and the compiler would warn.
extension AVAudioSession.CategoryOptions: CustomReflectable {
  /// What is printed, unless the program describes the options itself: their names.
  public var customMirror: Mirror {
    Mirror(self, children: ["names": names], displayStyle: .struct)
  }

  /// The names of the options, each bit once; those that have none as a number.
  var names: [String] {
    var rest = self
    var names: [String] = []
    for (option, name) in Self.named where rest.isSuperset(of: option) {
      names.append(name)
      rest.subtract(option)
    }
    return rest.isEmpty ? names : names + ["0x\(String(rest.rawValue, radix: 16))"]
  }

  /// The option of two bits comes before that of one of them.
  private static let named: [(option: AVAudioSession.CategoryOptions, name: String)] = [
    (.interruptSpokenAudioAndMixWithOthers, "interruptSpokenAudioAndMixWithOthers"),
    (.mixWithOthers, "mixWithOthers"), (.duckOthers, "duckOthers"),
    (.allowBluetoothHFP, "allowBluetoothHFP"), (.allowBluetoothA2DP, "allowBluetoothA2DP"),
    (.allowAirPlay, "allowAirPlay"), (.defaultToSpeaker, "defaultToSpeaker"),
    (.overrideMutedMicrophoneInterruption, "overrideMutedMicrophoneInterruption"),
    (.farFieldInput, "farFieldInput"),
    (.bluetoothHighQualityRecording, "bluetoothHighQualityRecording"),
  ]
}
