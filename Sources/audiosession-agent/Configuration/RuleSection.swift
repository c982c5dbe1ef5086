import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile
import Enforcement

/// What an `[Output NODE-NAME]` says.
struct OutputSection: Equatable {
  var node: String
  var zone: String?
}

/// What a `[Rule NAME]` says, line by line.
struct RuleSection: Equatable {
  /// What becomes of the streams that fit.
  enum Action: String, CaseIterable, Sendable, BitwiseCopyable { case adopt, leave }

  let name: String
  let place: Place
  var patterns: [AdoptionRule.Property: [String]] = [:]
  var action = Action.adopt
  var adoption = Adoption()
  /// Where each key was set last.
  var setBy: [String: Place] = [:]
  /// A line of it was reported; what is missing may be what was meant there.
  var isFaulty = false

  init(_ name: String, at place: Place) {
    self.name = name
    self.place = place
  }

  /// A rule as it is in force, to be written.
  init(_ rule: AdoptionRule, at place: Place) {
    self.init(rule.name, at: place)
    for condition in rule.conditions {
      patterns[condition.property] = condition.patterns.map(\.text)
    }
    action = rule.adoption == nil ? .leave : .adopt
    adoption = rule.adoption ?? Adoption()
  }

  /// Nothing stands in it: the rule of an earlier file of this name is to go.
  var isRemoval: Bool { setBy.isEmpty }

  var rule: AdoptionRule {
    AdoptionRule(
      name: name,
      conditions: AdoptionRule.Property.allCases.compactMap { property in
        patterns[property].map { AdoptionRule.Condition(property, $0) }
      },
      adoption: action == .leave ? nil : adoption
    )
  }

  /// What is wrong with the section as a whole.
  var faults: [ConfigurationFault] {
    if isRemoval { return [] }
    return [lackOfConditions, excess, roleBesidePriority, legalityFault].compactMap(\.self)
  }

  /// A condition that was forgotten would take every stream.
  private var lackOfConditions: ConfigurationFault? {
    guard patterns.isEmpty, !isFaulty else { return nil }
    let keys = AdoptionRule.Property.allCases.map { "\($0.rawValue)=" }
    return fault("[Rule \(name)]", expected: "one or more of \(keys.alternatives)", at: place)
  }

  private var excess: ConfigurationFault? {
    guard action == .leave else { return nil }
    let given = AgentKey<RuleSection>.given.first { setBy[$0] != nil }
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

  /// R4.
  private var legalityFault: ConfigurationFault? {
    let (category, mode) = (adoption.category, adoption.mode)
    switch Legality.fault(in: category, mode, adoption.options, .default) {
    case nil, .policy: return nil
    case .mode(let mode, in: _):
      let right = Category.allCases.filter { Legality.categories(of: mode).contains($0) }
      return fault(
        "Mode=\(mode.rawValue)",
        expected: "Category=\(right.map(\.rawValue).alternatives) beside it",
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

extension AgentKey where Section == RuleSection {
  /// The names of the keys that say what a rule gives.
  fileprivate static let given = rule.map(\.name).filter {
    AdoptionRule.Property(rawValue: $0) == nil && $0 != "Action"
  }
}

extension CategoryOptions {
  /// Every option that lies within `self`'s bits, by name.
  fileprivate static func names(within options: CategoryOptions) -> [String] {
    named.filter { options.contains($0.option) }.map(\.name)
  }
}
