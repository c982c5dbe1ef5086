import AudioSessionTypes
import AudioSessionWire

extension SessionStatus {
  /// Updates the status from a session object; members that are missing or unknown are ignored.
  mutating func update(with object: JSONValue) {
    if let seq = object["seq"]?.integer { self.seq = max(self.seq, UInt64(clamping: seq)) }
    if let session = object["session"]?.integer { number = UInt64(exactly: session) }
    updateConfiguration(with: object)
    take(&state, object["state"])
    interruptionReason = object["interruptionReason"]?.string.flatMap(InterruptionReason.init)
    take(&promptStyle, object["promptStyle"])
    gain = object["gain"]?.double ?? gain
    isPlaying = object["playing"]?.bool ?? isPlaying
    isRecording = object["recording"]?.bool ?? isRecording
    isInForeground = object["foreground"]?.bool ?? isInForeground
    isOtherAudioPlaying = object["isOtherAudioPlaying"]?.bool ?? isOtherAudioPlaying
    secondaryAudioShouldBeSilencedHint =
      object["secondaryAudioShouldBeSilencedHint"]?.bool ?? secondaryAudioShouldBeSilencedHint
    isNowPlaying = object["nowPlaying"]?.bool ?? isNowPlaying
  }

  private mutating func updateConfiguration(with object: JSONValue) {
    take(&category, object["category"])
    take(&mode, object["mode"])
    take(&routeSharingPolicy, object["routeSharingPolicy"])
    take(&priority, object["priority"])
    take(&alertStyle, object["alertStyle"])
    take(&role, object["role"])
    take(&application, object["application"])
    take(&zone, object["zone"])
    kind = object["kind"]?.string ?? kind
    if let names = object["options"]?.array?.compactMap(\.string) {
      options = CategoryOptions(
        CategoryOptions.named.filter { names.contains($0.name) }.map(\.option)
      )
    }
    for (name, preference) in Preferences.named {
      switch object["preferences"]?[name]?.bool {
      case true?: preferences.insert(preference)
      case false?: preferences.remove(preference)
      case nil: break
      }
    }
  }

  private func take(_ name: inout String?, _ value: JSONValue?) {
    switch value {
    case .string(let text)?: name = text
    case .null?: name = nil
    case .array?, .bool?, .number?, .object?, nil: break
    }
  }

  private func take<Word: RawRepresentable<String>>(_ word: inout Word, _ value: JSONValue?) {
    if let known = value?.string.flatMap(Word.init) { word = known }
  }
}
