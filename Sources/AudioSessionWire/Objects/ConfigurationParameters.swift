package import AudioSessionSchema
package import AudioSessionTypes

/// A change of how a session means to use sound, as a client gives it.
package struct ConfigurationParameters: Equatable, Sendable {
  /// The change but for the role, whose name is yet to be looked up.
  package var change = ConfigurationChange()
  package var role: NameParameter?
  /// The first category, mode, option or policy that was named and doesn't exist (R4).
  package var unknownValue: MemberFault?
}

extension ConfigurationParameters: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: ConfigurationParameters?,
    of archive: inout A
  ) throws(A.Fault) -> ConfigurationParameters {
    var given = ConfigurationParameters()
    let category = try archive.optional(
      "category",
      it?.change.category.map { GivenWord($0) },
      "The category: how the session uses sound."
    )
    let mode = try archive.optional(
      "mode",
      it?.change.mode.map { GivenWord($0) },
      "The mode, which refines the category."
    )
    let options = try archive.optional(
      "options",
      it?.change.options.map { GivenOptions($0) },
      .list(.word(CategoryOptions.wireNames)),
      "The category options; replaces the current set."
    )
    let routeSharingPolicy = try archive.optional(
      "routeSharingPolicy",
      it?.change.routeSharingPolicy.map { GivenWord($0) },
      .word(RouteSharingPolicy.settable),
      "The route sharing policy."
    )
    given.change.category = category?.word
    given.change.mode = mode?.word
    given.change.options = options?.options
    given.change.routeSharingPolicy = routeSharingPolicy?.word
    given.change.priority = try archive.optional(
      "priority",
      it?.change.priority,
      .choice(of: Priority.self),
      "The priority; above normal requires a grant."
    )
    given.change.alertStyle = try archive.optional(
      "alertStyle",
      it?.change.alertStyle,
      .choice(of: AlertStyle.self),
      "How a ringtone is presented."
    )
    given.role = try archive.optional(
      "role",
      it?.role,
      .nullable(.text),
      """
      The role: accessibility or a configured one, only with priority normal; null: none.
      """
    )
    let preferences = try archive.optional(
      "preferences",
      it?.change.preferences,
      "Behavioural preferences; merged with the current set."
    )
    given.change.preferencesSet = preferences?.set ?? []
    given.change.preferencesCleared = preferences?.cleared ?? []
    guard A.isReading else { return given }
    given.unknownValue =
      category?.fault("category", Category.allCases.map { $0.rawValue })
      ?? mode?.fault("mode", Mode.allCases.map { $0.rawValue })
      ?? routeSharingPolicy?.fault("routeSharingPolicy", RouteSharingPolicy.settable)
      ?? options?.fault
    return given
  }
}

/// A word that may be another than those of its type; that is judged later (R4).
private struct GivenWord<Word: DescribedWord>: Described {
  /// Nil if there is no such word.
  var word: Word?
  /// What was found instead.
  var other: MemberFault.Found?

  init(_ word: Word?, other: MemberFault.Found? = nil) {
    self.word = word
    self.other = other
  }

  static func passed<A: Archive & ~Copyable>(
    _ it: GivenWord?,
    through archive: inout A
  ) throws(A.Fault) -> GivenWord {
    let word = try archive.word(it?.word)
    return GivenWord(word, other: word == nil ? archive.found : nil)
  }

  /// The fault, if there is no such word.
  func fault(_ name: String, _ words: @autoclosure () -> [String]) -> MemberFault? {
    other.map { MemberFault(name, expected: words().alternatives, found: $0) }
  }
}

/// The category options by their names, the older ones too; another name is judged later (R4).
private struct GivenOptions: Described {
  var options: CategoryOptions
  /// The first name that no option has.
  var fault: MemberFault?

  init(_ options: CategoryOptions, fault: MemberFault? = nil) {
    self.options = options
    self.fault = fault
  }

  static func passed<A: Archive & ~Copyable>(
    _ it: GivenOptions?,
    through archive: inout A
  ) throws(A.Fault) -> GivenOptions {
    let named = CategoryOptions.named.filter { it?.options.isSuperset(of: $0.option) == true }
    let names = try archive.list(it.map { _ in named.map { GivenOption(name: $0.name) } })
    var given = GivenOptions([])
    for name in names {
      if let option = name.option {
        given.options.insert(option)
      } else if given.fault == nil {
        given.fault = name.fault
      }
    }
    return given
  }
}

/// The name of a category option.
private struct GivenOption: Described {
  var name: String
  var found = MemberFault.Found.nothing

  var option: CategoryOptions? {
    CategoryOptions.named.first { $0.name == name }?.option
      ?? CategoryOptions.aliases.first { $0.name == name }?.option
  }

  var fault: MemberFault {
    let expected = CategoryOptions.wireNames.alternatives
    return MemberFault("options", expected: expected, found: found)
  }

  static func passed<A: Archive & ~Copyable>(
    _ it: GivenOption?,
    through archive: inout A
  ) throws(A.Fault) -> GivenOption {
    var given = GivenOption(name: try archive.text(it?.name))
    if A.isReading, given.option == nil { given.found = archive.found }
    return given
  }
}

/// Preferences that are turned on or off.
private struct PreferenceChange: DescribedObject {
  var set: Preferences
  var cleared: Preferences

  static func members<A: Archive & ~Copyable>(
    _ it: PreferenceChange?,
    of archive: inout A
  ) throws(A.Fault) -> PreferenceChange {
    var change = PreferenceChange(set: [], cleared: [])
    for (name, preference) in Preferences.named {
      let isOn = it.flatMap { it in
        it.set.contains(preference) ? true : it.cleared.contains(preference) ? false : nil
      }
      switch try archive.optional(named: name, isOn, .boolean, "A preference, on or off.") {
      case true?: change.set.insert(preference)
      case false?: change.cleared.insert(preference)
      case nil: break
      }
    }
    return change
  }
}

extension ConfigurationChange {
  fileprivate var preferences: PreferenceChange? {
    guard !preferencesSet.isEmpty || !preferencesCleared.isEmpty else { return nil }
    return PreferenceChange(set: preferencesSet, cleared: preferencesCleared)
  }
}

extension CategoryOptions {
  fileprivate static let wireNames = (named + aliases).map { $0.name }
}

extension RouteSharingPolicy {
  /// The names of those that a client can set.
  package static let settable = allCases.filter { $0 != .independent }.map { $0.rawValue }
}
