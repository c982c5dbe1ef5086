import AudioSessionConfigurationFile
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import Enforcement

/// The contents of an `[Output NODE-NAME]` section.
struct OutputSection: Equatable {
  var node: String
  var zone: String?
}

/// The contents of a `[Rule NAME]` section.
struct RuleSection: Equatable {
  /// The treatment of matching streams.
  enum Action: String, CaseIterable, Sendable, BitwiseCopyable { case adopt, leave }

  let name: String
  let place: Place
  var patterns: [AdoptionRule.Property: [String]] = [:]
  var lasting: Duration?
  var conversing: Duration?
  var action = Action.adopt
  var adoption = Adoption()
  /// The place that last set each key.
  var setBy: [String: Place] = [:]
  /// Whether a line of it was reported; a missing key may have been meant there.
  var isFaulty = false

  init(_ name: String, at place: Place) {
    self.name = name
    self.place = place
  }

  /// Creates the section of a rule in effect, for printing.
  init(_ rule: AdoptionRule, at place: Place) {
    self.init(rule.name, at: place)
    for condition in rule.conditions {
      patterns[condition.property] = condition.patterns.map { $0.text }
    }
    lasting = rule.lasting
    conversing = rule.conversing
    action = rule.adoption == nil ? .leave : .adopt
    adoption = rule.adoption ?? Adoption()
  }

  /// Whether it is empty, which removes an earlier file's rule of this name.
  var isRemoval: Bool { setBy.isEmpty }

  var rule: AdoptionRule {
    AdoptionRule(
      name: name,
      conditions: AdoptionRule.Property.allCases.compactMap { property in
        patterns[property].map { AdoptionRule.Condition(property, $0) }
      },
      lasting: lasting,
      conversing: conversing,
      adoption: action == .leave ? nil : adoption
    )
  }

  /// The errors of the section as a whole.
  var faults: [ConfigurationFault] {
    if isRemoval { return [] }
    return [lackOfConditions, excess, roleBesidePriority, legalityFault, silentClaim]
      .compactMap { $0 }
  }

  /// A rule without conditions would take every stream.
  private var lackOfConditions: ConfigurationFault? {
    guard patterns.isEmpty, lasting == nil, conversing == nil, !isFaulty else { return nil }
    let keys = SectionKey<RuleSection>.conditions.map { "\($0.name)=" }
    return fault("[Rule \(name)]", expected: "one or more of \(keys.alternatives)", at: place)
  }

  private var excess: ConfigurationFault? {
    guard action == .leave else { return nil }
    let given = SectionKey<RuleSection>.given.first { setBy[$0] != nil }
    return given.flatMap { key in
      setBy[key].map { fault("\(key)=", expected: "nothing given beside Action=leave", at: $0) }
    }
  }

  /// R66.
  private var roleBesidePriority: ConfigurationFault? {
    guard adoption.priority != .normal, adoption.role != nil else { return nil }
    let expected = "no role beside the priority \(adoption.priority.rawValue)"
    return fault("Role=\(adoption.role ?? "")", expected: expected, at: setBy["Role"] ?? place)
  }

  /// A call is one though nobody speaks, and what only records is never heard.
  private var silentClaim: ConfigurationFault? {
    guard adoption.whileHeard else { return nil }
    let key = "WhileHeard=yes"
    let place = setBy["WhileHeard"] ?? place
    if adoption.priority != .normal {
      return fault(key, expected: "no Priority=\(adoption.priority.rawValue) beside it", at: place)
    }
    guard adoption.category == .record else { return nil }
    return fault(key, expected: "a Category= that plays beside it", at: place)
  }

  /// R4.
  private var legalityFault: ConfigurationFault? {
    let (category, mode) = (adoption.category, adoption.mode)
    switch Legality.fault(in: category, mode, adoption.options, .default) {
    case nil, .policy: return nil
    case .mode(let mode, in: _):
      let right = Category.allCases.filter { Legality.categories(of: mode).contains($0) }
      return fault(
        "Mode=\(mode.rawValue)",
        expected: "Category=\(right.map { $0.rawValue }.alternatives) beside it",
        at: setBy["Mode"] ?? place
      )
    case .options(let options, in: _, _):
      let legal = Legality.acceptedOptions(of: category, mode)
        .union(Legality.implied(by: category))
      return fault(
        "Options=\(options.names.joined(separator: " "))",
        expected: "\(CategoryOptions.names(within: legal).alternatives) in category "
          + "\(category.rawValue), mode \(mode.rawValue)",
        at: setBy["Options"] ?? place
      )
    case .lacksHandsFree:
      return fault(
        "Options=\(adoption.options.names.joined(separator: " "))",
        expected: "allowBluetoothHFP beside farFieldInput or mode dualRoute",
        at: setBy["Options"] ?? place
      )
    }
  }

  private func fault(
    _ found: String,
    expected: String,
    at place: Place
  ) -> ConfigurationFault {
    ConfigurationFault(at: place, found: found, expected: expected)
  }
}

extension SectionKey where Section == RuleSection {
  /// The names of the keys that configure the adoption.
  fileprivate static let given = rule.map { $0.name }.filter { name in
    !conditions.contains { $0.name == name } && name != "Action"
  }
}

extension CategoryOptions {
  /// Every option that lies within `self`'s bits, by name.
  fileprivate static func names(within options: CategoryOptions) -> [String] {
    named.filter { options.contains($0.option) }.map { $0.name }
  }
}
