import AudioSessionWire
import Glibc

/// A session object in words. Text is made safe for a terminal here, and nowhere else.
extension JSONValue {
  /// The text of a member, safe to print.
  package func text(of member: String) -> String? { self[member]?.string?.printable }

  /// The number in a member, as it was written; nil if it is none, safe to print therefore.
  package func numeral(of member: String) -> String? {
    guard case .number(let text)? = self[member] else { return nil }
    return text
  }

  /// True if the member is present and true.
  package func isTrue(_ member: String) -> Bool { self[member]?.bool ?? false }

  /// The session numbers in a member.
  package func numbers(in member: String) -> [Int64] {
    (self[member]?.array ?? []).compactMap(\.integer)
  }

  /// The number of the session that this object is or refers to.
  package var sessionNumber: Int64? { self["session"]?.integer }

  /// The session's name, or else that of its lease or program.
  package var sessionName: String? {
    text(of: "name") ?? self["lease"]?.text(of: "leaseName") ?? text(of: "comm")
  }

  /// The session in a sentence, in the daemon's own style: `mpd (session 7)`, or `session 7` if its
  /// name isn't known.
  package var sessionLabel: String {
    guard let number = sessionNumber else { return "a session" }
    return sessionName.map { "\($0) (session \(number))" } ?? "session \(number)"
  }

  /// The session's owner, as reported by the kernel: the unit if that is a service, or else the
  /// program and its process id.
  package var ownerText: String {
    if let unit = text(of: "userUnit") { return unit }
    if let unit = text(of: "unit"), unit.hasSuffix(".service"), !unit.hasPrefix("user@") {
      return unit
    }
    let process = self["pid"]?.integer.map { "[\($0)]" } ?? ""
    guard let program = text(of: "comm") else { return process.isEmpty ? "-" : process }
    return program + process
  }

  /// The session's use of audio: `playback, spokenAudio, ducks others`.
  package var useText: String {
    var words = [text(of: "category") ?? "?"]
    if let mode = text(of: "mode"), mode != "default" { words.append(mode) }
    let options = (self["options"]?.array ?? []).compactMap(\.string)
    let ducks = options.contains("duckOthers")
    let interrupts = options.contains("interruptSpokenAudioAndMixWithOthers")
    if ducks { words.append("ducks others") }
    if interrupts { words.append("interrupts speech") }
    let mixes = options.contains("mixWithOthers") && text(of: "category") != "ambient"
    if mixes && !ducks && !interrupts { words.append("mixes") }
    if let role = text(of: "role") { words.append("role \(role)") }
    return words.joined(separator: ", ")
  }

  /// The session's state, in words that belong together: `active`, `playing`, ….
  package var conditions: [String] {
    var words = [text(of: "state") ?? "?"]
    if let reason = text(of: "interruptionReason"), reason != "default" {
      words[0] += " (\(reason))"
    }
    if isTrue("playing") { words.append("playing") }
    if isTrue("recording") { words.append("recording") }
    if isSilenced {
      words.append("silenced")
    } else if let gain = self["gain"]?.double, gain != 1 {
      words.append("lowered \(gainText(gain))")
    }
    if self["foreground"]?.bool == false { words.append("in the background") }
    return words
  }

  /// True if only the silent switch silences it (R62); otherwise the session that does is listed.
  package var isSilenced: Bool { self["gain"]?.double == 0 && numbers(in: "duckedBy").isEmpty }

  /// The session's kind, unless it is the name of its role.
  package var kindText: [String] {
    guard let kind = text(of: "kind"), kind != text(of: "role") else { return [] }
    return ["kind \(kind)"]
  }

  /// The session's application, if it has a name: `application radio`.
  package var applicationText: [String] {
    text(of: "application").map { ["application \($0)"] } ?? []
  }

  /// True if it belongs to another user and the daemon doesn't show whose it is.
  package var isOfAnother: Bool { ["name", "pid", "comm"].allSatisfy { self[$0] == .null } }

  /// The session's zone, if it has one: `zone kitchen`.
  package var zoneText: [String] { text(of: "zone").map { ["zone \($0)"] } ?? [] }

  /// The session's lease, unless the session is called by that name already: `lease radio`.
  package var leaseText: [String] {
    guard let name = self["lease"]?.text(of: "leaseName"), name != sessionName else { return [] }
    return ["lease \(name)"]
  }

  /// The style of the session's state.
  package var stateStyle: Colour.Style? {
    switch self["state"]?.string {
    case "interrupted": .bad
    case "active": self["gain"]?.double == 1 ? .good : .warning
    default: nil
    }
  }
}

/// A linear gain in decibels: `to -14 dB`.
package func gainText(_ gain: Double) -> String {
  wholeDecibels(gain).map { "to \($0) dB" } ?? "to silence"
}

/// A linear gain in whole decibels; nil for silence.
///
/// More than 1, which no daemon sends, counts as 1.
package func wholeDecibels(_ gain: Double) -> Int? {
  gain > 0 ? Int((20 * log10(min(gain, 1))).rounded()) : nil
}

/// A linear gain in the format of the configuration: a factor, or decibels if that is shorter.
package func depthText(_ gain: Double) -> String {
  let factor = Int(exactly: gain).map { "\($0)" } ?? "\(gain)"
  if factor.utf8.count <= 6 { return factor }
  let hundredths = (2000 * log10(gain)).rounded()
  let decibels = hundredths / 100
  return "\(Int(exactly: decibels).map { "\($0)" } ?? "\(decibels)")dB"
}

/// A number with its noun: `1 session`, `2 sessions`.
package func counted(_ count: Int64, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
