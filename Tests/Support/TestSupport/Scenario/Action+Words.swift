import AudioSessionArbitration
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
    if let settings = text.without(prefix: "the policy becomes ") {
      return .policyBecomes(try PolicySetting.list(settings))
    }
    if let time = text.without(suffix: " pass") {
      return .timePasses(try Duration(text: time))
    }
    let (what, reporter) = saidBy(text[...])
    if let route = try ofRoute(what, reporter) { return route }
    if let volume = what.description.without(prefix: "the volume becomes ").flatMap({ Double($0) })
    {
      return .volumeChanges(volume, by: reporter)
    }
    switch what {
    case "the microphone is muted": return .microphoneIsMuted(true, by: reporter)
    case "the microphone is unmuted": return .microphoneIsMuted(false, by: reporter)
    case "the machine sleeps": return .machineSleeps(true, by: reporter)
    case "the machine wakes": return .machineSleeps(false, by: reporter)
    case "the silent switch is on": return .silentSwitchIs(on: true, by: reporter)
    case "the silent switch is off": return .silentSwitchIs(on: false, by: reporter)
    case "the offer lapses": return .offerLapses
    case "the lease ends": return .leaseEnds
    case "the daemon stops": return .daemonStops
    case "the daemon restarts": return .daemonRestarts
    case "a system sound is asked for":
      return .systemSoundIsAskedFor(by: nil, .byPolicy)
    default: return nil
    }
  }

  /// `…, says dock`: who reports, nil for the system itself.
  private static func saidBy(_ text: Substring) -> (Substring, String?) {
    guard let says = text.range(of: ", says ") else { return (text, nil) }
    return (text[..<says.lowerBound], String(text[says.upperBound...]))
  }

  /// `the route changes: override`, `the route becomes Speaker with USBAudio: override`.
  private static func ofRoute(
    _ text: Substring,
    _ reporter: String?
  ) throws(ScenarioFault) -> Action? {
    let parts = text.components(separatedBy: ": ")
    let reason = parts.count > 1 ? RouteChangeReason(rawValue: parts[1]) : nil
    guard parts.count == 1 || reason != nil else {
      throw ScenarioFault("'\(parts[1])' is no reason of a route change")
    }
    if parts[0] == "the route changes" { return .routeChanges(nil, reason, by: reporter) }
    guard let ports = parts[0].without(prefix: "the route becomes ") else { return nil }
    let lists = ports.components(separatedBy: " with ").map { list in
      list == "nothing" ? [] : list.components(separatedBy: " and ")
    }
    let route = DeclaredRoute(outputs: lists[0], inputs: lists.count > 1 ? lists[1] : [])
    return .routeChanges(route, reason, by: reporter)
  }

  private static func ofConfiguring(
    _ name: String,
    _ rest: Substring
  ) throws(ScenarioFault) -> Action? {
    if let words = rest.without(prefix: "opens as ") {
      return .opens(try DeclaredSession(name: name, words: words))
    }
    if let words = rest.without(prefix: "becomes ") {
      let change = try DeclaredChange(words: words)
      guard change.change.category != nil else {
        throw ScenarioFault("expected a category in '\(words)'")
      }
      return .configures(name, change)
    }
    if let words = rest.without(prefix: "sets ") {
      let change = try DeclaredChange(words: words)
      guard change.change.category == nil else { throw ScenarioFault("'becomes' sets a category") }
      return .configures(name, change)
    }
    if let again = rest.without(prefix: "opens "), let word = again.range(of: " again") {
      let words = again[word.upperBound...]
      let session = try DeclaredSession(
        name: String(again[..<word.lowerBound]),
        words: words.without(prefix: " as ") ?? words
      )
      return .opensAgain(by: name, session)
    }
    return nil
  }

  private static func ofSaying(_ name: String, _ rest: Substring) throws(ScenarioFault) -> Action? {
    if rest == "renews" { return .renews(name, nil) }
    if let time = rest.without(prefix: "renews for ") {
      return .renews(name, try Duration(text: time))
    }
    if let application = rest.without(prefix: "names the application ") {
      return .namesApplication(name, String(application))
    }
    let (sound, zone) = DeclaredZone.behind(rest)
    if sound == "asks for a system sound" { return .systemSoundIsAskedFor(by: name, zone) }
    let (what, reporter) = saidBy(rest)
    switch what {
    case "is suspended": return .isSuspended(name, true, by: reporter)
    case "is resumed": return .isSuspended(name, false, by: reporter)
    case "is muted by its user":
      return .isMutedByUser(name, .output, wantsUnmute: false, by: reporter)
    case "is muted by its user altogether":
      return .isMutedByUser(name, [.input, .output], wantsUnmute: false, by: reporter)
    case "is unmuted by its user":
      return .isMutedByUser(name, [], wantsUnmute: false, by: reporter)
    case "is turned up by its user":
      return .isMutedByUser(name, [], wantsUnmute: true, by: reporter)
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
    case "names no application": .namesApplication(name, nil)
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
      case "mutes its input": inputMuted = true
      case "unmutes its input": inputMuted = false
      case "mutes its output": outputMuted = true
      case "unmutes its output": outputMuted = false
      case "overrides its output": overridesOutput = true
      case "overrides its output no longer": overridesOutput = false
      case "prefers no input": preferredInput = 0
      case "prefers input 1": preferredInput = 1
      case "prefers input 2": preferredInput = 2
      default: throw ScenarioFault("nobody can do '\(words)'")
      }
    }
  }
}
