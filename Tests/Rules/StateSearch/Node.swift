import AudioSessionArbitration
import AudioSessionTypes
import Foundation
import ReferenceRules
import RuleInvariants
import TestSupport

/// A state of a world: the core, the reference and the core with other names, after the same events.
struct Node {
  private(set) var play: CoreWorld
  private(set) var reference: NaiveArbiter
  private var renamed: Arbiter
  private var alternation = Alternation()
  private var reporters: [ConnectionID] = []
  private var wake: Instant?
  /// By actor, the number of the latest name taken.
  private var named: [Int]
  private let world: World

  private static let renaming = Renaming(seed: 1)

  /// The beginning, with nobody there.
  ///
  /// - Parameter world: The world.
  /// - Throws: What its declarations say that isn't understood.
  init(_ world: World) throws(ScenarioFault) {
    self.world = world
    var stage = Stage()
    for line in world.declarations(of: nil) { try stage.declare(line) }
    play = try CoreWorld(stage)
    reference = NaiveArbiter(policy: play.arbiter.policy)
    renamed = Arbiter(policy: play.arbiter.policy)
    named = world.actors.map { _ in 0 }
  }

  /// The names of the open sessions, in the order of their opening.
  var names: [String] { play.arbiter.sessionIDs.map(play.name) }

  /// What a move is in the notation; nil: it can't be made here.
  mutating func words(of move: Move) -> String? {
    switch move {
    case .open(let actor, let kind, let place, let isPaired):
      guard let name = nextName(Int(actor), isPaired) else { return nil }
      let words = world.actors[Int(actor)].opens[Int(kind)]
      let parts = words.components(separatedBy: " with a lease")
      let lease = parts.count > 1 ? " with a lease\(parts[1])" : ""
      return "\(name) opens as \(parts[0])\(world.places[Int(place)])\(lease)"
    case .act(let session, let act):
      return words(Int(session), world.acts[Int(act)])
    case .own(let session, let act):
      let name = names[Int(session)]
      return words(Int(session), world.actor(named: name).acts[Int(act)])
    case .event(let event): return world.events[Int(event)]
    }
  }

  private func words(_ session: Int, _ act: String) -> String? {
    let id = play.arbiter.sessionIDs[session]
    // A process that has ended does nothing more.
    let isOver = play.arbiter.view(of: id)?.isOrphaned == true
    if isOver && World.needsProcess(act) { return nil }
    let name = play.name(of: id)
    return act.contains("@") ? act.replacingOccurrences(of: "@", with: name) : "\(name) \(act)"
  }

  /// Odd names begin a process, and even ones join it while its first session is open.
  private mutating func nextName(_ actor: Int, _ isPaired: Bool) -> String? {
    let it = world.actors[actor]
    var number = named[actor] + 1
    if it.isPaired {
      let joins = number.isMultiple(of: 2)
      if isPaired && !(joins && names.contains(it.name(number - 1))) { return nil }
      if !isPaired && joins { number += 1 }
    }
    guard number <= World.names else { return nil }
    named[actor] = number
    return it.name(number)
  }

  /// Carries out an action, and checks every step of it.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - views: What the core shows before.
  ///   - plant: Changes what the reference says, so that a test sees it found.
  /// - Returns: What is wrong; nil: nothing.
  /// - Throws: That it can't happen here.
  mutating func perform(
    _ action: Action,
    _ views: [NaiveView],
    _ plant: (inout NaiveArbiter.Result) -> Void
  ) throws(ScenarioFault) -> Difference? {
    var (before, views, decision) = (play.arbiter, views, Decision())
    var told: [Effect] = []
    _ = try play.perform(action)
    for (place, happened) in play.events.enumerated() {
      var after = before
      if place == play.events.count - 1 {
        (after, decision) = (play.arbiter, play.decision)
      } else {
        after.apply(happened.event, at: happened.now, into: &decision)
      }
      let moment = Moment(event: happened.event, now: happened.now)
      let step = Transition(moment, from: before, showing: views, to: after, decision)
      var expected = reference.apply(step.event, at: step.now)
      plant(&expected)
      told += expected.effects
      if let fault = fault(of: step, expected) {
        return Difference(
          fault: fault,
          told: told,
          refusal: expected.refusal,
          views: reference.views
        )
      }
      (before, views) = (after, step.viewsAfter)
    }
    return nil
  }

  /// Carries out an action without a look at what comes of it.
  ///
  /// - Parameter action: The action.
  /// - Returns: What is told.
  /// - Throws: That it can't happen here.
  mutating func tell(_ action: Action) throws(ScenarioFault) -> [String] {
    try play.perform(action)
  }

  private mutating func fault(of step: Transition, _ expected: NaiveArbiter.Result) -> String? {
    if let reporter = step.event.reporter, !reporters.contains(reporter) {
      reporters.append(reporter)
    }
    let faults: [(name: String, fault: String?)] = [
      ("P1", step.difference(from: expected, reference)),
      ("P2", alternation.fault(of: step)),
      ("P3", world.keepsBuiltInTable ? step.faultOfExclusiveness : nil),
      ("P5", step.faultOfRefusal),
      ("P6", step.faultOfReply),
      ("P7", faultOfRenaming(step)),
      ("P8", step.faultOfWaiting),
      ("the wake", step.faultOfWake(&wake)),
      ("what observers hear", step.faultOfObservers),
    ]
    return Node.first(of: faults)
  }

  private static func first(of faults: [(name: String, fault: String?)]) -> String? {
    for (name, fault) in faults {
      if let fault { return "\(name): \(fault)" }
    }
    return nil
  }

  private mutating func faultOfRenaming(_ step: Transition) -> String? {
    var decision = Decision()
    renamed.apply(Node.renaming.event(step.event), at: step.now, into: &decision)
    let expected = step.decision.effects.map { Node.renaming.effect($0.effect) }
    return firstDifference("effects", core: decision.effects.map(\.effect), reference: expected)
  }

  /// What is wrong with the state itself; each state is asked once.
  func fault(_ views: [NaiveView]) -> String? {
    let end = play.now.advanced(by: .seconds(86_400))
    let farewell = Farewell(of: reporters, by: end, wake: wake)
    let expected = views.map(Node.renaming.view)
    return Node.first(of: [
      ("P4", farewell.fault(of: play.arbiter)),
      ("P7", firstDifference("sessions", core: renamed.naiveViews, reference: expected)),
      ("what is stored", play.arbiter.faultOfRestoring),
    ])
  }

  /// The state's key.
  ///
  /// - Parameter policy: The number of the policy in force among those of the search.
  /// - Returns: The key.
  func key(policy: Int) -> StateKey {
    var writer = KeyWriter(play)
    writer.take(UInt64(policy))
    for id in play.arbiter.sessionIDs {
      writer.take(alternation.awaits[id].map { $0 ? 2 : 1 } ?? 0)
    }
    reference.hidden(at: play.now) { writer.take($0) }
    return writer.key
  }
}

/// What is wrong after a step, and what the reference has instead.
struct Difference {
  var fault: String
  /// What the reference tells of the events of the action so far.
  var told: [Effect]
  var refusal: Reason?
  var views: [NaiveView]
}
