import Arbitration
import AudioSessionTypes
import Foundation

extension Action {
  /// Reads what stands left of an arrow.
  ///
  /// - Parameter text: Who does what, as README.md lists it.
  /// - Throws: What isn't understood.
  package init(_ text: String) throws(ScenarioFault) {
    if let action = try Action.ofNobody(text) {
      self = action
      return
    }
    let (name, rest) = try Stage.nameAndRest(text)
    if let action = try Action.ofConfiguring(name, rest) {
      self = action
    } else if let action = try Action.ofSaying(name, rest) {
      self = action
    } else if let action = Action.inOneWord(name, rest) {
      self = action
    } else {
      self = .reports(name, try Report(words: rest))
    }
  }

  /// What no session does: the machine, time, policy.
  private static func ofNobody(_ text: String) throws(ScenarioFault) -> Action? {
    if let route = text.without(prefix: "the route changes: ") {
      guard let reason = RouteChangeReason(rawValue: String(route)) else {
        throw ScenarioFault("'\(route)' is no reason of a route change")
      }
      return .routeChanges(reason)
    }
    if let settings = text.without(prefix: "the policy becomes ") {
      return .policyBecomes(try PolicySetting.list(settings))
    }
    if let time = text.without(suffix: " pass") {
      return .timePasses(try Duration(text: time))
    }
    let (what, reporter) = saidBy(text[...])
    switch what {
    case "the microphone is muted": return .microphoneIsMuted(true, by: reporter)
    case "the microphone is unmuted": return .microphoneIsMuted(false, by: reporter)
    case "the machine sleeps": return .machineSleeps(true, by: reporter)
    case "the machine wakes": return .machineSleeps(false, by: reporter)
    case "the offer lapses": return .offerLapses
    case "the lease ends": return .leaseEnds
    case "the daemon stops": return .daemonStops
    case "the daemon restarts": return .daemonRestarts
    case "a system sound is asked for": return .systemSoundIsAskedFor
    default: return nil
    }
  }

  /// `…, says dock`: who reports, nil for the system itself.
  private static func saidBy(_ text: Substring) -> (Substring, String?) {
    guard let says = text.range(of: ", says ") else { return (text, nil) }
    return (text[..<says.lowerBound], String(text[says.upperBound...]))
  }

  private static func ofConfiguring(
    _ name: String,
    _ rest: Substring
  ) throws(ScenarioFault) -> Action? {
    if let words = rest.without(prefix: "opens as ") {
      return .opens(try DeclaredSession(name: name, words: words))
    }
    if let words = rest.without(prefix: "becomes ") {
      let change = try ConfigurationChange(words: words)
      guard change.category != nil else { throw ScenarioFault("expected a category in '\(words)'") }
      return .configures(name, change)
    }
    if let words = rest.without(prefix: "sets ") {
      let change = try ConfigurationChange(words: words)
      guard change.category == nil else { throw ScenarioFault("'becomes' sets a category") }
      return .configures(name, change)
    }
    if let again = rest.without(prefix: "opens "), let word = again.range(of: " again") {
      var session = DeclaredSession(name: String(again[..<word.lowerBound]))
      if let words = again[word.upperBound...].without(prefix: " as ") {
        session = try DeclaredSession(name: session.name, words: words)
      }
      return .opensAgain(by: name, session)
    }
    return nil
  }

  private static func ofSaying(_ name: String, _ rest: Substring) throws(ScenarioFault) -> Action? {
    if rest == "renews" { return .renews(name, nil) }
    if let time = rest.without(prefix: "renews for ") {
      return .renews(name, try Duration(text: time))
    }
    let (what, reporter) = saidBy(rest)
    switch what {
    case "is suspended": return .isSuspended(name, true, by: reporter)
    case "is resumed": return .isSuspended(name, false, by: reporter)
    default: return nil
    }
  }

  private static func inOneWord(_ name: String, _ rest: Substring) -> Action? {
    switch rest {
    case "activates": .activates(name, notifying: false, hasRead: nil)
    case "activates notifying": .activates(name, notifying: true, hasRead: nil)
    case "activates, having read everything":
      .activates(name, notifying: false, hasRead: .everything)
    case "activates, having missed the latest event":
      .activates(name, notifying: false, hasRead: .allButTheLatest)
    case "deactivates": .deactivates(name, notifying: false)
    case "deactivates notifying": .deactivates(name, notifying: true)
    case "closes": .closes(name)
    case "is evicted": .isEvicted(name)
    case "dies": .dies(name)
    case "disconnects": .disconnects(name)
    case "loses its grants": .losesGrants(name)
    case "gets its grants back": .getsGrantsBack(name)
    case "may speak for everybody": .maySpeak(name, forEverybody: true)
    case "may speak for its user only": .maySpeak(name, forEverybody: false)
    case "asks why": .asksWhy(name)
    default: nil
    }
  }
}

extension Report {
  /// Reads `plays and goes to the background`.
  fileprivate init(words: Substring) throws(ScenarioFault) {
    self.init()
    for word in words.components(separatedBy: " and ") {
      switch word {
      case "plays": playing = true
      case "pauses": playing = false
      case "records": recording = true
      case "stops recording": recording = false
      case "comes to the foreground": foreground = true
      case "goes to the background": foreground = false
      default: throw ScenarioFault("nobody can do '\(words)'")
      }
    }
  }
}
