import AudioSessionWire

/// The change of a session, from its state before and after.
struct SessionChange {
  /// Nil if the session wasn't known before.
  let before: JSONValue?
  let after: JSONValue
  let isClosed: Bool

  /// The words that follow the session's name; empty if there is nothing to report.
  func words(_ history: History) -> [String] {
    if isClosed { return ["closed"] }
    guard let before else { return first(history) }
    return state(before, history) + flags(before) + gain(before, history) + rest(before)
  }

  private func first(_ history: History) -> [String] {
    var words = after.conditions
    if after["state"]?.string == "interrupted" { words[0] += blockers(history) }
    let duckers = after.numbers(in: "duckedBy").map(history.label)
    if !duckers.isEmpty { words.append("by \(duckers.joined(separator: ", "))") }
    return [after.useText] + after.applicationText + after.zoneText + after.leaseText + words
  }

  private func state(_ before: JSONValue, _ history: History) -> [String] {
    guard let old = before.text(of: "state"), let new = after.text(of: "state") else { return [] }
    if new == "interrupted", old != new {
      return ["\(old) -> \(after.conditions[0])\(blockers(history))"]
    }
    if old != new { return ["\(old) -> \(new)"] }
    if before["activation"] != after["activation"] { return ["activated again"] }
    if before["interruptedBy"] == after["interruptedBy"] { return [] }
    return ["still \(new)\(blockers(history))"]
  }

  private func blockers(_ history: History) -> String {
    let names = after.numbers(in: "interruptedBy").map(history.label)
    return names.isEmpty ? "" : " by \(names.joined(separator: ", "))"
  }

  /// A session that isn't active any more neither plays nor records: that isn't reported.
  private func flags(_ before: JSONValue) -> [String] {
    guard after["state"]?.string == "active" else { return [] }
    return ["playing", "recording"].compactMap { flag in
      before[flag] == after[flag] ? nil : after.isTrue(flag) ? flag : "not \(flag)"
    }
  }

  private func gain(_ before: JSONValue, _ history: History) -> [String] {
    if before["gain"] == after["gain"], before["duckedBy"] == after["duckedBy"] { return [] }
    guard after["state"]?.string == "active", let gain = after["gain"]?.double else { return [] }
    if gain == 1 { return before["gain"]?.double == 1 ? [] : ["no longer lowered"] }
    // No session has begun to lower it, so it is the silent switch (R62).
    if gain == 0, before["duckedBy"] == after["duckedBy"] { return ["silenced"] }
    let names = after.numbers(in: "duckedBy").map(history.label).joined(separator: ", ")
    return ["lowered \(gainText(gain)) by \(names)"]
  }

  /// Changes of the configuration and of other properties.
  private func rest(_ before: JSONValue) -> [String] {
    var words: [String] = []
    let names = [
      "name", "priority", "alertStyle", "category", "mode", "options", "routeSharingPolicy", "role",
      "kind",
    ]
    for name in names where before[name] != after[name] {
      words.append("\(name) \(plain(after[name]))")
    }
    if before["foreground"] != after["foreground"] {
      words.append(after.isTrue("foreground") ? "in the foreground" : "in the background")
    }
    if before["nowPlaying"] != after["nowPlaying"] {
      words.append(after.isTrue("nowPlaying") ? "now playing" : "no longer now playing")
    }
    return words
  }

  private func plain(_ value: JSONValue?) -> String {
    switch value {
    case .string(let text)?: return text.printable
    case .array(let elements)?:
      return elements.isEmpty ? "none" : elements.map { plain($0) }.joined(separator: " ")
    case .null?, nil: return "none"
    case .bool?, .number?, .object?: return value?.text.printable ?? "none"
    }
  }
}
