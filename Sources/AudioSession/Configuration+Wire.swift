import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

extension Configuration {
  /// The settings that aren't nil, as members of a request.
  var members: [JSONValue.Member] {
    var members = [
      ("category", category?.rawValue), ("mode", mode?.rawValue),
      ("routeSharingPolicy", routeSharingPolicy?.rawValue), ("priority", priority?.rawValue),
      ("alertStyle", alertStyle?.rawValue),
    ].compactMap { name, word in word.map { JSONValue.Member(name, .string($0)) } }
    if let options {
      let names = CategoryOptions.named.filter { options.asks(for: $0.option) }.map(\.name)
      members.append(.init("options", .array(names.map(JSONValue.string))))
    }
    switch role {
    case .named(let name)?: members.append(.init("role", .string(name)))
    case .noRole?: members.append(.init("role", .null))
    case nil: break
    }
    if let preferences {
      let all = Preferences.named.map { name, preference in
        JSONValue.Member(name, .bool(preferences.contains(preference)))
      }
      members.append(.init("preferences", .object(all)))
    }
    return members
  }

  /// True if the options contain bits that have no name in the protocol.
  var hasUnknownOption: Bool {
    guard let options else { return false }
    return !options.isSubset(of: CategoryOptions(CategoryOptions.named.map(\.option)))
  }
}

extension CategoryOptions {
  /// True if a request has to name the option.
  ///
  /// The one that interrupts speech counts by its own bit, with or without the bit for mixing.
  fileprivate func asks(for option: CategoryOptions) -> Bool {
    option == .interruptSpokenAudioAndMixWithOthers
      ? contains(.interruptSpokenBit) : contains(option)
  }
}
