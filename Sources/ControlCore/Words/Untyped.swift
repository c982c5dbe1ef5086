package import AudioSessionWire
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

/// The cause of a decision, in words.
extension JSONValue {
  /// A sentence without its full stop; `label` names the session.
  package func causeText(_ label: String?) -> String {
    let subject = label ?? self["pid"]?.integer.map { "process \($0)" } ?? "somebody"
    var sentence = event(subject) ?? request(subject)
    if let error = text(of: "error") { sentence += ": refused, \(error)" }
    if let note = text(of: "note") { sentence += " (\(note))" }
    return sentence
  }

  private func event(_ subject: String) -> String? {
    switch self["event"]?.string {
    case nil: nil
    case "started": "the daemon started"
    case "connectionEnded":
      "a connection ended" + (self["pid"]?.integer.map { " (process \($0))" } ?? "")
    case "leaseExpired": "the lease of \(subject) expired"
    case "offerLapsed": "\(subject) didn't resume in time"
    case "policyReloaded": "the configuration was reloaded"
    case let other?: other.printable
    }
  }

  private func request(_ subject: String) -> String {
    switch self["method"]?.string {
    case "session.open": "\(subject) opens"
    case "session.configure": "\(subject) configures"
    case "session.activate": "\(subject) activates"
    case "session.deactivate": "\(subject) deactivates"
    case "session.report": "\(subject) reports"
    case "session.renew": "\(subject) renews its lease"
    case "session.close": "\(subject) closes"
    case "session.evict": "\(subject) is evicted"
    case "system.setRoute": "the route changed"
    case "system.setMicrophoneMuted": "the microphone was muted or unmuted"
    case "system.setSleeping": "the machine went to sleep or woke up"
    case "system.setSilenced": "the silent switch was turned on or off"
    case "system.setProcessSuspended": "a process was suspended or resumed"
    case let method?: "\(subject): \(method.printable)"
    case nil: subject
    }
  }
}

/// The daemon's explanation, with times added by the reader's clock.
extension JSONValue {
  /// A sentence for each cause, with the time since which it applies.
  package func explanationLines(_ clock: Clock) -> [String] {
    let sentences = (self["text"]?.array ?? []).compactMap { $0.string?.printable }
    let causes = self["because"]?.array ?? []
    return sentences.enumerated().map { index, sentence in
      guard index < causes.count, let since = causes[index]["since"]?.string,
        let moment = Clock.moment(since)
      else { return sentence }
      let plain = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
      return "\(plain), \(clock.since(moment))."
    }
  }

  /// True if the explanation has a cause.
  package var hasCauses: Bool { !(self["because"]?.array ?? []).isEmpty }
}

/// The text that `explain` prints.
package enum UntypedExplainReport {
  package static func lines(
    _ explanation: JSONValue,
    of session: JSONValue,
    _ presentation: Presentation
  ) -> [String] {
    let state = presentation.colour.paint(
      session.conditions.joined(separator: ", "),
      session.stateStyle
    )
    let words =
      [session.sessionLabel, session.useText] + session.kindText + session.applicationText
      + session.zoneText + session.leaseText
    let heading = "\(words.joined(separator: ", ")): \(state)."
    let causes = explanation.explanationLines(presentation.clock)
    return [heading] + (causes.isEmpty ? ["Nothing holds it back."] : causes)
  }
}

extension JSONValue {
  /// The basis of a decision: its rules, and with R59 the cells of the pair table.
  package var sourcesText: String {
    let cells = (self["cells"]?.array ?? []).compactMap { $0.string?.printable }
    let rules = (self["rules"]?.array ?? []).compactMap { $0.string?.printable }
    if cells.isEmpty || !rules.contains("R59") { return (rules + cells).joined(separator: " ") }
    let others = rules.filter { $0 != "R59" }
    return (others + ["R59 " + cells.joined(separator: " R59 ")]).joined(separator: " ")
  }
}

extension JSONValue {
  package func isCalled(_ word: String) -> Bool {
    self.received(as: SessionObject.self)?.isCalled(word) ?? false
  }
}

extension SessionFilter {
  package func matches(_ session: JSONValue) -> Bool {
    session.received(as: SessionObject.self).map { matches($0) } ?? false
  }

  package func matches(decision: JSONValue, _ before: UntypedHistory) -> Bool {
    if isEmpty { return true }
    let changes = decision["changes"]?.array ?? []
    return changes.contains { matches($0) }
      || decision.touchedSessions.contains { before[$0].map { matches($0) } ?? false }
  }
}
