import AudioSessionTypes
package import AudioSessionWire
import Glibc

/// A session in words. Text is made safe for a terminal here, and nowhere else.
extension SessionObject {
  /// The session's name, or else that of its lease or program.
  package var sessionName: String? {
    (identity?.name ?? identity?.leaseName ?? identity?.peer.comm)?.printable
  }

  /// The session in a sentence, in the daemon's own style: `mpd (session 7)`, or `session 7` if its
  /// name isn't known.
  package var sessionLabel: String {
    sessionName.map { "\($0) (session \(session))" } ?? "session \(session)"
  }

  package var applicationName: String? { identity?.application?.printable }
  package var zoneName: String? { identity?.zone?.printable }
  package var kindName: String { kind.printable }

  /// The session's owner, as reported by the kernel: the unit if that is a service, or else the
  /// program and its process id.
  package var ownerText: String {
    let peer = identity?.peer
    if let unit = peer?.userUnit { return unit.printable }
    if let unit = peer?.unit, unit.hasSuffix(".service"), !unit.hasPrefix("user@") {
      return unit.printable
    }
    let process = pid.map { "[\($0)]" } ?? ""
    guard let program = peer?.comm else { return process.isEmpty ? "-" : process }
    return program.printable + process
  }

  /// The session's use of audio: `playback, spokenAudio, ducks others`.
  package var useText: String {
    var words = [category.rawValue]
    if mode != .default { words.append(mode.rawValue) }
    let ducks = options.contains(.duckOthers)
    let interrupts = options.contains(.interruptSpokenAudioAndMixWithOthers)
    if ducks { words.append("ducks others") }
    if interrupts { words.append("interrupts speech") }
    let mixes = options.contains(.mixWithOthers) && category != .ambient
    if mixes && !ducks && !interrupts { words.append("mixes") }
    if let role { words.append("role \(role.printable)") }
    return words.joined(separator: ", ")
  }

  /// The session's state, in words that belong together: `active`, `playing`, ….
  package var conditions: [String] {
    var words = [state.rawValue]
    if let reason = interruptionReason, reason != .default { words[0] += " (\(reason.rawValue))" }
    if playing { words.append("playing") }
    if recording { words.append("recording") }
    if isSilenced {
      words.append("silenced")
    } else if gain != 1 {
      words.append("lowered \(gainText(gain))")
    }
    if !foreground { words.append("in the background") }
    return words + muteWords + portWords
  }

  /// What is muted of it, and by whom (R68).
  package var muteWords: [String] {
    mutedByProgram.words.map { "\($0.rawValue) muted" }
      + mutedByUser.words.map { "\($0.rawValue) muted by its user" }
  }

  /// Where its program wants its sound to go (R69).
  package var portWords: [String] {
    (preferredInput.map { ["prefers the input \($0.printable)"] } ?? [])
      + (overridesOutput ? ["output to the loudspeaker"] : [])
  }

  /// True if only the silent switch silences it (R62); otherwise the session that does is listed.
  package var isSilenced: Bool { gain == 0 && duckedBy.isEmpty }

  /// The session's kind, unless it is the name of its role.
  package var kindText: [String] { kind == role ? [] : ["kind \(kindName)"] }

  /// The session's application, if it has a name: `application radio`.
  package var applicationText: [String] { applicationName.map { ["application \($0)"] } ?? [] }

  /// True if it belongs to another user and the daemon doesn't show whose it is.
  package var isOfAnother: Bool {
    identity?.name == nil && pid == nil && identity?.peer.comm == nil
  }

  /// The session's zone, if it has one: `zone kitchen`.
  package var zoneText: [String] { zoneName.map { ["zone \($0)"] } ?? [] }

  /// The session's lease, unless the session is called by that name already: `lease radio`.
  package var leaseText: [String] {
    guard let name = identity?.leaseName?.printable, name != sessionName else { return [] }
    return ["lease \(name)"]
  }

  /// The style of the session's state.
  package var stateStyle: Colour.Style? {
    switch state {
    case .interrupted: .bad
    case .active: gain == 1 ? .good : .warning
    case .inactive: nil
    }
  }

  /// True if a word means this session: its number, or else its name or that of its lease.
  ///
  /// A number never means a name, or a session could be called by the number of another.
  package func isCalled(_ word: String) -> Bool {
    if let number = Int64(word), number > 0 { return session == number }
    return identity?.name == word || identity?.leaseName == word
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
