import AudioSessionWire
import Glibc

/// A session object in words; names are made fit for a terminal here, and nowhere else.
extension JSONValue {
  /// The text of a member, fit to be printed.
  func text(of member: String) -> String? { self[member]?.string?.printable }

  /// Whether a member is there and true.
  func isTrue(_ member: String) -> Bool { self[member]?.bool ?? false }

  /// Session numbers in a member.
  func numbers(in member: String) -> [Int64] {
    (self[member]?.array ?? []).compactMap(\.integer)
  }

  /// The number of the session that this is or is about.
  var sessionNumber: Int64? { self["session"]?.integer }

  /// What people call the session: its name, else that of its lease or program.
  var sessionName: String? {
    text(of: "name") ?? self["lease"]?.text(of: "leaseName") ?? text(of: "comm")
  }

  /// The session in a sentence, as the daemon's own sentences have it: `mpd (session 7)`, or
  /// `session 7` if its name isn't to be seen.
  var sessionLabel: String {
    guard let number = sessionNumber else { return "a session" }
    return sessionName.map { "\($0) (session \(number))" } ?? "session \(number)"
  }

  /// Whose session it is, by the kernel rather than by its own word: the unit if that is a service
  /// of its own, else the program.
  var ownerText: String {
    if let unit = text(of: "userUnit") { return unit }
    if let unit = text(of: "unit"), unit.hasSuffix(".service"), !unit.hasPrefix("user@") {
      return unit
    }
    let process = self["pid"]?.integer.map { "[\($0)]" } ?? ""
    guard let program = text(of: "comm") else { return process.isEmpty ? "-" : process }
    return program + process
  }

  /// What the session does with sound, and as what: `playback, spokenAudio, ducks others`.
  var useText: String {
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

  /// Where the session stands, in words that belong together: `active`, `playing`, ….
  var conditions: [String] {
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

  /// Whether the silent switch alone takes the sound away (R62); a session that does is listed.
  var isSilenced: Bool { self["gain"]?.double == 0 && numbers(in: "duckedBy").isEmpty }

  /// What the session is to others, where its role doesn't say so.
  var kindText: [String] {
    guard let kind = text(of: "kind"), kind != text(of: "role") else { return [] }
    return ["kind \(kind)"]
  }

  /// What the session is a part of, where it has a name: `application radio`.
  var applicationText: [String] { text(of: "application").map { ["application \($0)"] } ?? [] }

  /// Whether it is another user's, of whom the daemon tells nothing but the number.
  var isOfAnother: Bool { ["name", "pid", "comm"].allSatisfy { self[$0] == .null } }

  /// The zone that it is in, if it is in one: `zone kitchen`.
  var zoneText: [String] { text(of: "zone").map { ["zone \($0)"] } ?? [] }

  /// The lease that it is, where it isn't called by its name already: `lease radio`.
  var leaseText: [String] {
    guard let name = self["lease"]?.text(of: "leaseName"), name != sessionName else { return [] }
    return ["lease \(name)"]
  }

  /// The style of the session's state.
  var stateStyle: Colour.Style? {
    switch self["state"]?.string {
    case "interrupted": .bad
    case "active": self["gain"]?.double == 1 ? .good : .warning
    default: nil
    }
  }
}

/// A gain as one hears it: `to -14 dB`.
func gainText(_ gain: Double) -> String {
  gain <= 0 ? "to silence" : "to \(Int((20 * log10(gain)).rounded())) dB"
}

/// A gain as configuration has it: a factor, or decibels where that is longer.
func depthText(_ gain: Double) -> String {
  let factor = Int(exactly: gain).map { "\($0)" } ?? "\(gain)"
  if factor.utf8.count <= 6 { return factor }
  let hundredths = (2000 * log10(gain)).rounded()
  let decibels = hundredths / 100
  return "\(Int(exactly: decibels).map { "\($0)" } ?? "\(decibels)")dB"
}

/// How many there are of something: `1 session`, `2 sessions`.
func counted(_ count: Int64, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
