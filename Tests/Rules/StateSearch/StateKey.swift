import AudioSessionArbitration
import AudioSessionSchema
import AudioSessionTypes
import ReferenceRules
import TestSupport

/// A state by all that decides what comes: two states with one key are the same but for names.
///
/// What the core stores, as a recording does, and what the reference keeps beside that. What follows
/// from the rest is left out, since every edge compares it with the reference. So are:
///
/// - the numbers and times of decisions, which only `policy.explain` gives; those that rules compare
///   (activations, interruptions, refusals, what was last told) are there by their order;
/// - the time itself: deadlines are there by what is left of them, and terms that are over not at all;
/// - names (P7): sessions are numbered in the order of their opening; processes, applications that
///   nobody named, zones and routes in the order in which these sessions and the machine have them;
/// - the causes of interruptions and claims, and the last refusal, which only `policy.explain` gives.
package struct StateKey: Hashable {
  package private(set) var high: UInt64 = 0x9E37_79B9_7F4A_7C15
  package private(set) var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// Takes in a value: 128 bits, so that two states of a search share a key with odds of 1 in 2⁸⁰.
  mutating func take(_ value: UInt64) {
    high = (high ^ value) &* 0xFF51_AFD7_ED55_8CCD
    high ^= high >> 32
    low = (low &+ value) &* 0xC4CE_B9FE_1A85_EC53
    low = (low << 31 | low >> 33) ^ high
  }

  /// Takes in the place of a number among those of its sort, the first seen first.
  mutating func take(_ number: UInt64, among known: inout [UInt64]) {
    if let place = known.firstIndex(of: number) { return take(UInt64(place)) }
    take(UInt64(known.count))
    known.append(number)
  }
}

/// Writes what the core stores into a key, by the descriptions that recordings are written by.
struct KeyWriter {
  private(set) var key = StateKey()
  private let play: CoreWorld
  /// What the numbers that come are the numbers of.
  private var subject = Subject.nothing
  /// Whether the moment that comes is one of an interruption, and is compared.
  private var isInterruption = false
  private var activations: [UInt64] = []
  private var interruptions: [UInt64] = []
  private var refusals: [UInt64] = []
  private var sessions: [UInt64] = []
  private var lastBegan: [UInt64] = []
  private var processes: [UInt64] = []
  private var applications: [UInt64] = []
  private var zones: [UInt64] = []
  private var routes: [UInt64] = []

  private enum Subject {
    case nothing, session, process, application, zone, route, deadline, term
    case activation, interruption, refusal, began
  }

  /// Writes the whole state of a world.
  ///
  /// - Parameter play: The world.
  init(_ play: CoreWorld) {
    self.play = play
    for id in play.arbiter.sessionIDs { sessions.append(id.number) }
    _ = Snapshot.members(play.arbiter.snapshot, of: &self)
    for value in activations.ranks + interruptions.ranks + refusals.ranks { key.take(value) }
    for (place, id) in play.arbiter.sessionIDs.enumerated() {
      // R33 asks whether the latest that it was told is older than its latest `began`.
      let began = lastBegan.indices.contains(place) ? lastBegan[place] : 0
      let hasMissed = (play.lastTold[id] ?? 1) <= began
      key.take((hasMissed ? 2 : 0) + (play.holdsNoGrants(id) ? 1 : 0))
    }
  }

  mutating func take(_ value: UInt64) { key.take(value) }

  mutating func take(word: String) {
    for byte in word.utf8 { key.take(UInt64(byte)) }
  }

  mutating func take(number: UInt64) {
    switch subject {
    case .nothing: key.take(number)
    case .session: key.take(number, among: &sessions)
    case .process: key.take(number, among: &processes)
    case .zone: key.take(number, among: &zones)
    case .route: key.take(number, among: &routes)
    case .application:
      if let name = play.name(of: ApplicationID(number)) { return take(word: name) }
      key.take(number, among: &applications)
    case .deadline: key.take(number &- UInt64(play.now.nanoseconds))
    case .term:
      // A term that is over is none (R11).
      guard number > UInt64(play.now.nanoseconds) else { return }
      key.take(number - UInt64(play.now.nanoseconds))
    case .activation: activations[activations.count - 1] = number
    case .refusal: refusals[refusals.count - 1] = number
    case .began: lastBegan[lastBegan.count - 1] = number
    case .interruption: interruptions[interruptions.count - 1] = number
    }
  }

  /// Notes which member comes; false: it is left out.
  mutating func begin(member name: String, isReason: Bool) -> Bool {
    if name == "session" {
      activations.append(0)
      interruptions.append(0)
      refusals.append(0)
      lastBegan.append(0)
    }
    if name == "interruption" { isInterruption = true }
    if name == "moment" { return isInterruption }
    if name == "seq" && isInterruption {
      (subject, isInterruption) = (.interruption, false)
      return true
    }
    if isReason || KeyWriter.leftOut.contains(name) { return false }
    subject = KeyWriter.subjects[name] ?? .nothing
    switch subject {
    case .term, .activation, .refusal, .began, .interruption: break
    default: take(word: name)
    }
    return true
  }

  /// What is left out, and why it can be: ``StateKey`` says so.
  private static let leftOut: Set<String> = [
    "policy", "seq", "activations", "policySince", "announcedDeadline", "contenderSince", "since",
    "silencedSince", "lastRefusal", "cause", "by", "at",
  ]

  private static let subjects: [String: Subject] = [
    "session": .session, "blocker": .session, "waiting": .session, "pending": .session,
    "formerTitles": .session, "process": .process, "application": .application, "zone": .zone,
    "number": .route, "deadline": .deadline, "mayResumeUntil": .term,
    "activation": .activation, "pendingSince": .refusal, "lastBegan": .began,
  ]
}
