import AudioSessionArbitration
import AudioSessionTypes
import Foundation
import ReferenceRules
import RuleInvariants
import TestSupport

/// The way to a fault, as a scenario.
struct Counterexample {
  private let world: World
  private var node: Node
  private var names: Set<String> = []
  /// What happens, and what is told of it.
  private var steps: [(words: String, told: [String])] = []

  /// Plays the moves once more.
  ///
  /// - Parameters:
  ///   - world: The world.
  ///   - moves: From its beginning to the fault.
  ///   - endsInTrap: Whether the core ends the program at the last of them, which isn't made then.
  /// - Throws: What of it isn't understood.
  init(_ world: World, _ moves: [Move], endsInTrap: Bool = false) throws(ScenarioFault) {
    self.world = world
    node = try Node(world)
    for (place, move) in moves.enumerated() {
      guard let words = node.words(of: move) else { continue }
      let isMade = !endsInTrap || place < moves.count - 1
      steps.append((words, isMade ? try node.tell(try Action(words)) : []))
      names.formUnion(words.components(separatedBy: " "))
    }
  }

  /// The scenario of a fault of the core alone: it goes as it is written.
  func text(_ fault: String) -> String { text(fault, checks: []) }

  /// The scenario of a difference: its last step is told as the reference has it, and fails.
  func text(_ difference: Difference) -> String {
    var other = self
    let told = node.play.told(difference.told, difference.refusal)
    if let last = steps.indices.last {
      let isEviction = steps[last].words.hasSuffix("is evicted")
      other.steps[last].told = isEviction ? told.filter { $0 != "granted" } : told
    }
    return other.text(difference.fault, checks: checks(difference.views))
  }

  private func text(_ fault: String, checks: [String]) -> String {
    let comments = fault.split(separator: "\n").map { "# \($0)" }
    let title = fault.prefix { $0 != "\n" && $0 != ":" }
    var lines = comments + ["scenario \(world.name) breaks \(title)"]
    lines += world.declarations(of: names).map { "  \($0)" }
    let width = (steps.map(\.words.count).max() ?? 0) + 1
    for step in steps {
      let told = step.told.isEmpty ? ["nothing"] : step.told
      let words = step.words.padding(toLength: width, withPad: " ", startingAt: 0)
      lines.append("  \(words)-> \(told[0])")
      let margin = String(repeating: " ", count: width + 5)
      lines += told.dropFirst().map { "\(margin)\($0)" }
    }
    return (lines + checks.map { "  \($0)" }).joined(separator: "\n") + "\n"
  }

  /// What can be seen of the sessions in which the core and the reference differ, as the reference
  /// has it.
  private func checks(_ views: [NaiveView]) -> [String] {
    let core = node.play.arbiter.naiveViews
    return views.compactMap { view -> String? in
      guard let found = core.first(where: { $0.id == view.id }) else { return nil }
      let differing = zip(facts(found), facts(view)).filter { $0 != $1 }.map(\.1)
      return differing.isEmpty
        ? nil : "\(node.play.name(of: view.id)) is \(differing.joined(separator: ", "))"
    }
  }

  private func facts(_ view: NaiveView) -> [String] {
    func names(_ ids: [SessionID]) -> String {
      ids.isEmpty ? "nobody" : ids.map(node.play.name).joined(separator: " ")
    }
    func whether(_ holds: Bool, _ fact: String) -> String { holds ? fact : "not \(fact)" }
    return [
      view.state.rawValue, "gain \(view.gain.asGain)", "blocked by \(names(view.blockers))",
      "ducked by \(names(view.duckers))", view.isPlaying ? "playing" : "silent",
      whether(view.isRecording, "recording"), whether(view.isPending, "pending"),
      whether(view.isOffered, "offered"), whether(view.isNowPlaying, "now playing"),
      whether(view.secondaryAudioShouldBeSilencedHint, "hinted"),
      view.isOtherAudioPlaying ? "hearing others" : "hearing nobody",
      "prompt \(view.promptStyle.rawValue)", "activation \(view.activation)",
    ]
  }
}
