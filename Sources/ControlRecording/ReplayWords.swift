import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionWire
import ControlCore

/// Recorded events and decisions in words.
struct ReplayWords {
  let names: [SessionID: RecordedNames]

  /// A line of a difference.
  struct Change: Equatable {
    var text: String
    var style: Colour.Style?
  }

  /// An event with the number of its decision: `#12 activate music (session 1)`.
  func line(_ recorded: RecordedEvent) -> String {
    let number = recorded.decision.numeral(of: "seq").map { "#\($0)" } ?? "-"
    return "\(number)  \(event(recorded.event.json))"
  }

  /// The event's name, its session, and everything else in it.
  private func event(_ event: JSONValue) -> String {
    let name = event.text(of: "event") ?? "?"
    let opening = event["opening"] ?? event["reopening"]
    let subject = (event["session"] ?? opening?["session"]).map { " \(session($0))" } ?? ""
    let rest = (event.members ?? []).filter { !["event", "session"].contains($0.name) }
    let details = rest.flatMap { member in
      // An opening is the event itself, so that its members need no prefix.
      let prefix = opening == member.value ? "" : member.name
      return ReplayWords.details(of: member.value, prefix)
    }
    return ([name + subject] + details).joined(separator: " ")
  }

  /// The value as words such as `change.category=playback`.
  private static func details(of value: JSONValue, _ name: String) -> [String] {
    switch value {
    case .object(let members):
      return members.filter { !name.isEmpty || $0.name != "session" }
        .flatMap { details(of: $0.value, name.isEmpty ? $0.name : "\(name).\($0.name)") }
    case .array(let elements):
      let words = elements.map { $0.string ?? $0.text }
      return ["\(name)=\(words.joined(separator: ","))".printable]
    case .null, .bool, .number, .string:
      return ["\(name)=\(value.string ?? value.text)".printable]
    }
  }

  /// The lines of two decisions: those of both, those only recorded, those only replayed.
  func difference(_ recorded: JSONValue, _ replayed: JSONValue) -> [Change] {
    let (old, new) = (lines(recorded), lines(replayed))
    var changes: [Change] = []
    var (left, right) = (old[...], new[...])
    for line in common(old, new) + [nil] {
      while let first = left.first, first != line { changes.append(removed(first, &left)) }
      while let first = right.first, first != line { changes.append(added(first, &right)) }
      guard let line else { continue }
      changes.append(Change(text: "  \(line)"))
      left.removeFirst()
      right.removeFirst()
    }
    return changes
  }

  private func removed(_ line: String, _ rest: inout ArraySlice<String>) -> Change {
    rest.removeFirst()
    return Change(text: "- \(line)", style: .bad)
  }

  private func added(_ line: String, _ rest: inout ArraySlice<String>) -> Change {
    rest.removeFirst()
    return Change(text: "+ \(line)", style: .good)
  }

  /// The longest list of lines that both have in the same order.
  private func common(_ old: [String], _ new: [String]) -> [String?] {
    var lengths = [[Int]](
      repeating: [Int](repeating: 0, count: new.count + 1),
      count: old.count + 1
    )
    for left in old.indices.reversed() {
      for right in new.indices.reversed() {
        lengths[left][right] =
          old[left] == new[right]
          ? lengths[left + 1][right + 1] + 1
          : max(lengths[left + 1][right], lengths[left][right + 1])
      }
    }
    var (left, right) = (0, 0)
    var common: [String?] = []
    while left < old.count && right < new.count {
      if old[left] == new[right] {
        common.append(old[left])
        left += 1
        right += 1
      } else if lengths[left + 1][right] >= lengths[left][right + 1] {
        left += 1
      } else {
        right += 1
      }
    }
    return common
  }

  /// A decision: a line for its number, for each effect, and for the rules and squares.
  private func lines(_ decision: JSONValue) -> [String] {
    var lines = [decision.numeral(of: "seq").map { "decision \($0)" } ?? "no decision"]
    lines += (decision["effects"]?.array ?? []).map(effect)
    for name in ["rules", "cells"] {
      let words = (decision[name]?.array ?? []).compactMap { $0.string?.printable }
      if !words.isEmpty { lines.append("\(name) \(words.joined(separator: " "))") }
    }
    if let expiry = decision["expiry"]?.members?.first {
      lines.append("the \(expiry.name.printable) of \(session(expiry.value)) ended")
    }
    return lines
  }

  private func effect(_ effect: JSONValue) -> String {
    let words = (effect.members ?? []).map { member in
      switch member.name {
      case "effect": member.value.string?.printable ?? "?"
      case "session": session(member.value)
      case "by": "by \(session(member.value))"
      case "rule", "cell": member.value.string?.printable ?? "?"
      default: "\(member.name)=\(member.value.string ?? member.value.text)".printable
      }
    }
    return words.joined(separator: " ")
  }

  private func session(_ value: JSONValue) -> String {
    let number = value.text.printable
    guard let id = value.integer.flatMap({ UInt64(exactly: $0) }) else { return number }
    let names = names[SessionID(id)]
    guard let name = names?.leaseName ?? names?.name ?? names?.program else {
      return "session \(number)"
    }
    return "\(name.printable) (session \(number))"
  }
}

extension JSONValue {
  /// The text of a member, safe to print.
  fileprivate func text(of member: String) -> String? { self[member]?.string?.printable }

  /// The number in a member, as it was written; nil if it is none, safe to print therefore.
  fileprivate func numeral(of member: String) -> String? {
    guard case .number(let text)? = self[member] else { return nil }
    return text
  }
}
