package import AudioSessionTypes

/// Where a scenario is played: on the bare core, or over the socket of a real daemon.
///
/// A world answers in the scenarios' words, so that the same text holds in all of them.
package protocol ScenarioWorld {
  /// Which of the worlds this is.
  static var name: ScenarioWorldName { get }

  /// Whether the order of what different sessions are told can be seen, or only of each by itself.
  static var seesWholeOrder: Bool { get }

  /// Whether a fact of README.md's list can be seen here; one that can't isn't compared.
  static func sees(_ fact: String) -> Bool

  /// Sets the stage: the policy is in force and the declared sessions are open.
  init(_ stage: Stage) throws(ScenarioFault)

  /// Carries out a step and returns everything that anybody is told, in order.
  ///
  /// The first word of a line is the session's name, save for the reply, which is the requester's.
  mutating func perform(_ action: Action) throws(ScenarioFault) -> [String]

  /// All that can be seen of a session now, one fact an element; nil if it isn't open.
  mutating func facts(of session: String) throws(ScenarioFault) -> Set<String>?

  /// The rules on which any decision rested so far.
  var rules: RuleSet { get }
}
