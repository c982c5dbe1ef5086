import AudioSessionArbitration
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

/// Describes what is illegal in a configuration (R4), for the error reply.
enum LegalityText {
  /// - Parameters:
  ///   - change: The requested change.
  ///   - configuration: The configuration to change.
  ///   - arbiter: The arbiter, which knows the roles.
  /// - Returns: The value found and the values expected; nil if the result is legal.
  static func fault(
    _ change: ConfigurationChange,
    of configuration: Configuration,
    in arbiter: Arbiter
  ) -> MemberFault? {
    let wanted = arbiter.applying(change, to: configuration)
    if let fault = wanted.fault {
      return self.fault(fault, of: wanted, hasCategory: change.category != nil)
    }
    guard let role = wanted.role, !wanted.hasFittingPriority else { return nil }
    let name = arbiter.kindNames[role.kind]
    guard change.role == nil else {
      let expected = "no role beside the priority \(wanted.ownPriority.rawValue), or normal as that"
      return MemberFault("role", expected: expected, found: .word(name))
    }
    return MemberFault(
      "priority",
      expected: "normal beside the role \(name)",
      found: .word(wanted.ownPriority.rawValue)
    )
  }

  /// Returns the fault for a role that doesn't exist.
  static func fault(ofRole name: String, in arbiter: Arbiter) -> MemberFault {
    let roles =
      [Kind.accessibility.builtInName].compactMap { $0 } + arbiter.policy.roles.map { $0.name }
    return MemberFault("role", expected: roles.alternatives, found: .word(name))
  }

  private static func fault(
    _ fault: Legality.Fault,
    of configuration: Configuration,
    hasCategory: Bool
  ) -> MemberFault {
    switch fault {
    case .mode(let mode, in: let category):
      let right = Category.allCases.filter { Legality.categories(of: mode).contains($0) }
      let names = right.map { $0.rawValue }.joined(separator: " or ")
      // The fault names a value from the request, not one that was set before.
      guard hasCategory else {
        let expected = "the category \(names) beside it"
        return MemberFault("mode", expected: expected, found: .word(mode.rawValue))
      }
      let expected = "\(names) with mode \(mode.rawValue)"
      return MemberFault("category", expected: expected, found: .word(category.rawValue))
    case .options(let options, in: let category, let mode):
      let accepted = Legality.acceptedOptions(of: category, mode)
      let legal = names(of: accepted.union(Legality.implied(by: category)))
      let all = legal.isEmpty ? "nothing" : "nothing but \(legal.joined(separator: " or "))"
      return MemberFault(
        "options",
        expected: "\(all) in \(category.rawValue), mode \(mode.rawValue)",
        found: .word(names(of: options).joined(separator: " "))
      )
    case .lacksHandsFree:
      return MemberFault(
        "options",
        expected: "allowBluetoothHFP beside farFieldInput or mode dualRoute",
        found: .word(names(of: configuration.options).joined(separator: " "))
      )
    case .policy(.independent):
      return MemberFault(
        "routeSharingPolicy",
        expected: RouteSharingPolicy.settable.alternatives,
        found: .word(RouteSharingPolicy.independent.rawValue)
      )
    case .policy(let policy):
      return MemberFault(
        "routeSharingPolicy",
        expected: "default, or playback without options in mode default, moviePlayback or "
          + "spokenAudio",
        found: .word(policy.rawValue)
      )
    }
  }

  /// Returns the options' names; of two options that share a bit, only the intended one.
  private static func names(of options: CategoryOptions) -> [String] {
    var names = CategoryOptions.named.filter { options.contains($0.option) }.map { $0.name }
    let interruptsSpoken = CategoryOptions.interruptSpokenAudioAndMixWithOthers
    if options.contains(.interruptSpokenBit), !options.contains(interruptsSpoken) {
      names.append("interruptSpokenAudioAndMixWithOthers")
    }
    return names
  }
}
