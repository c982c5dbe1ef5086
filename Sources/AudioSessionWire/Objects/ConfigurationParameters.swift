package import AudioSessionTypes

/// A change of how a session means to use sound, as a client gives it.
package struct ConfigurationParameters: Equatable, Sendable {
  /// The change but for the role, whose name is yet to be looked up.
  package var change = ConfigurationChange()
  package var role: NameParameter?
  /// The first category, mode, option or policy that was named and doesn't exist (R4).
  package var unknownValue: ParameterFault?
}

extension ConfigurationParameters {
  init(_ parameters: borrowing Parameters) {
    change.category = word("category", Category.allCases.map(\.rawValue), of: parameters)
    change.mode = word("mode", Mode.allCases.map(\.rawValue), of: parameters)
    change.routeSharingPolicy = word(
      "routeSharingPolicy",
      RouteSharingPolicy.settable,
      of: parameters
    )
    change.priority = parameters.word("priority")
    change.alertStyle = parameters.word("alertStyle")
    change.options = options(of: parameters)
    role = parameters.nameOrNull("role")
    guard let preferences = parameters.index(of: "preferences") else { return }
    setPreferences(preferences, of: parameters.document)
  }

  private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString,
    _ words: @autoclosure () -> [String],
    of parameters: borrowing Parameters
  ) -> Word? {
    guard let index = parameters.index(of: name) else { return nil }
    let word: Word? = parameters.document.word(at: index)
    if word == nil { noteUnknown("\(name)", words(), index, parameters) }
    return word
  }

  private mutating func options(of parameters: borrowing Parameters) -> CategoryOptions? {
    guard let list = parameters.index(of: "options") else { return nil }
    var options: CategoryOptions = []
    parameters.document.forEachElement(of: list) { element in
      if let option = parameters.document.categoryOption(at: element) {
        options.insert(option)
      } else {
        noteUnknown("options", CategoryOptions.wireNames, element, parameters)
      }
    }
    return options
  }

  /// Remembers the first value that doesn't exist.
  private mutating func noteUnknown(
    _ name: String,
    _ words: [String],
    _ index: Int,
    _ parameters: borrowing Parameters
  ) {
    guard unknownValue == nil else { return }
    let found = parameters.document.found(at: index)
    unknownValue = ParameterFault(name, expected: words.alternatives, found: found)
  }

  private mutating func setPreferences(_ object: Int, of document: borrowing JSONDocument) {
    var key = object + 1
    while key < document.nodes[object].next {
      let isSet = document.nodes[key + 1].kind == .true
      for (name, preference) in Preferences.named where document.text(at: key, spells: name) {
        if isSet {
          change.preferencesSet.insert(preference)
        } else {
          change.preferencesCleared.insert(preference)
        }
      }
      key = document.nodes[key].next
    }
  }

  /// The parameters that `session.open`, `session.configure` and `policy.simulate` have in common.
  static let members: [MemberDescription] = [
    .optional("category", .word(of: Category.self), "The category: how the session uses sound."),
    .optional("mode", .word(of: Mode.self), "The mode, which refines the category."),
    .optional(
      "options",
      .list(.word(CategoryOptions.wireNames)),
      "The category options; replaces the current set."
    ),
    .optional(
      "routeSharingPolicy",
      .word(RouteSharingPolicy.settable),
      "The route sharing policy."
    ),
    .optional(
      "priority",
      .choice(of: Priority.self),
      "The priority; above normal requires a grant."
    ),
    .optional("alertStyle", .choice(of: AlertStyle.self), "How a ringtone is presented."),
    .optional(
      "role",
      .nullable(.text),
      "The role: accessibility or a configured one, only with priority normal; null: none."
    ),
    .optional("preferences", preferences, "Behavioural preferences; merged with the current set."),
  ]

  private static let preferences = Shape.object(
    Preferences.named.map { .optional($0.name, .boolean, "A preference, on or off.") }
  )
}

extension CategoryOptions {
  fileprivate static let wireNames = (named + aliases).map(\.name)
}

extension RouteSharingPolicy {
  /// The names of those that a client can set.
  package static let settable = allCases.filter { $0 != .independent }.map(\.rawValue)
}

extension JSONDocument {
  /// The option that the string at `index` names, by its older name too.
  fileprivate func categoryOption(at index: Int) -> CategoryOptions? {
    for (name, option) in CategoryOptions.named where text(at: index, spells: name) {
      return option
    }
    for (name, option) in CategoryOptions.aliases where text(at: index, spells: name) {
      return option
    }
    return nil
  }
}
