import AudioSessionTypes
import AudioSessionWire

/// The change of a session, from its state before and after.
struct SessionChange {
  /// Nil if the session wasn't known before.
  let before: SessionObject?
  let after: SessionObject
  let isClosed: Bool

  /// The words that follow the session's name; empty if there is nothing to report.
  func words(_ history: History) -> [String] {
    if isClosed { return ["closed"] }
    guard let before else { return first(history) }
    return state(before, history) + flags(before) + gain(before, history) + rest(before)
  }

  private func first(_ history: History) -> [String] {
    var words = after.conditions
    if after.state == .interrupted { words[0] += blockers(history) }
    let duckers = after.duckedBy.map(history.label)
    if !duckers.isEmpty { words.append("by \(duckers.joined(separator: ", "))") }
    return [after.useText] + after.applicationText + after.zoneText + after.leaseText + words
  }

  private func state(_ before: SessionObject, _ history: History) -> [String] {
    let (old, new) = (before.state, after.state)
    if new == .interrupted, old != new {
      return ["\(old.rawValue) -> \(after.conditions[0])\(blockers(history))"]
    }
    if old != new { return ["\(old.rawValue) -> \(new.rawValue)"] }
    if before.activation != after.activation { return ["activated again"] }
    if before.interruptedBy == after.interruptedBy { return [] }
    return ["still \(new.rawValue)\(blockers(history))"]
  }

  private func blockers(_ history: History) -> String {
    let names = after.interruptedBy.map(history.label)
    return names.isEmpty ? "" : " by \(names.joined(separator: ", "))"
  }

  /// A session that isn't active any more neither plays nor records: that isn't reported.
  private func flags(_ before: SessionObject) -> [String] {
    guard after.state == .active else { return [] }
    var words: [String] = []
    if before.playing != after.playing { words.append(after.playing ? "playing" : "not playing") }
    if before.recording != after.recording {
      words.append(after.recording ? "recording" : "not recording")
    }
    return words
  }

  private func gain(_ before: SessionObject, _ history: History) -> [String] {
    let isSame = before.gain == after.gain && before.duckedBy == after.duckedBy
    guard !isSame, after.state == .active else { return [] }
    if after.gain == 1 { return before.gain == 1 ? [] : ["no longer lowered"] }
    // No session has begun to lower it, so it is the silent switch (R62).
    if after.gain == 0, before.duckedBy == after.duckedBy { return ["silenced"] }
    let names = after.duckedBy.map(history.label).joined(separator: ", ")
    return ["lowered \(gainText(after.gain)) by \(names)"]
  }

  /// Changes of the configuration and of other properties.
  private func rest(_ before: SessionObject) -> [String] {
    var words = SessionChange.properties.compactMap { name, text in
      text(before) == text(after) ? nil : "\(name) \(text(after)?.printable ?? "none")"
    }
    if before.foreground != after.foreground {
      words.append(after.foreground ? "in the foreground" : "in the background")
    }
    if before.muteWords != after.muteWords {
      words += after.muteWords.isEmpty ? ["no longer muted"] : after.muteWords
    }
    if before.portWords != after.portWords {
      words += after.portWords.isEmpty ? ["no longer directed"] : after.portWords
    }
    if before.nowPlaying != after.nowPlaying {
      words.append(after.nowPlaying ? "now playing" : "no longer now playing")
    }
    return words
  }

  /// The properties of which the new value is told; nil for none.
  private static let properties: [(name: String, text: @Sendable (SessionObject) -> String?)] = [
    ("name", { $0.identity?.name }),
    ("priority", { $0.priority.rawValue }),
    ("alertStyle", { $0.alertStyle.rawValue }),
    ("category", { $0.category.rawValue }),
    ("mode", { $0.mode.rawValue }),
    (
      "options",
      { session in
        let named = CategoryOptions.named.filter { session.options.isSuperset(of: $0.option) }
        return named.isEmpty ? nil : named.map { $0.name }.joined(separator: " ")
      }
    ),
    ("routeSharingPolicy", { $0.routeSharingPolicy.rawValue }),
    ("role", { $0.role }),
    ("kind", { $0.kind }),
  ]
}
