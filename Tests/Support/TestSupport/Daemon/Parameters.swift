import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

// What the scenarios' words are as parameters of requests.

extension Report {
  var parameters: JSONValue {
    let values = [
      ("playing", playing), ("recording", recording), ("foreground", foreground),
      ("inputMuted", inputMuted), ("outputMuted", outputMuted),
    ]
    var members = values.compactMap { name, value in
      value.map { JSONValue.Member(name, .bool($0)) }
    }
    if let preferredInput {
      let name = preferredInput == 0 ? JSONValue.null : .string(String(preferredInput))
      members.append(JSONValue.Member("preferredInput", name))
    }
    if let overridesOutput {
      members.append(JSONValue.Member("outputOverride", overridesOutput ? "speaker" : "none"))
    }
    return .object(members)
  }
}

extension DeclaredZone {
  /// What `session.open` and `alert.request` take.
  var parameter: JSONValue.Member? {
    switch self {
    case .byPolicy: nil
    case .none: JSONValue.Member("zone", .null)
    case .named(let name): JSONValue.Member("zone", .string(name))
    }
  }
}

extension DeclaredChange {
  /// What `session.open` and `session.configure` take.
  var parameters: JSONValue {
    var members = change.parameters.members ?? []
    switch role {
    case nil: break
    case .some(DeclaredRole.none): members.append(JSONValue.Member("role", .null))
    case .named(let name): members.append(JSONValue.Member("role", .string(name)))
    }
    return .object(members)
  }
}

extension ConfigurationChange {
  var parameters: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: String?) {
      if let value { members.append(JSONValue.Member(name, .string(value))) }
    }
    add("category", category?.rawValue)
    add("mode", namesUnknownValue ? "unknownValue" : mode?.rawValue)
    add("routeSharingPolicy", routeSharingPolicy?.rawValue)
    add("priority", priority?.rawValue)
    add("alertStyle", alertStyle?.rawValue)
    if let options {
      let names = CategoryOptions.named.filter { options.isSuperset(of: $0.option) }.map(\.name)
      members.append(JSONValue.Member("options", .array(names.map { .string($0) })))
    }
    let preferences = Preferences.named.compactMap { name, preference -> JSONValue.Member? in
      if preferencesSet.isSuperset(of: preference) { return JSONValue.Member(name, true) }
      return preferencesCleared.isSuperset(of: preference) ? JSONValue.Member(name, false) : nil
    }
    if !preferences.isEmpty {
      members.append(JSONValue.Member("preferences", .object(preferences)))
    }
    return .object(members)
  }
}

extension Duration {
  /// Seconds as a number on the wire.
  var inSeconds: JSONValue {
    let (seconds, attoseconds) = components
    return .number("\(Double(seconds) + Double(attoseconds) / 1e18)")
  }
}
