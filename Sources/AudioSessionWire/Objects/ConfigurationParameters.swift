package import AudioSessionTypes

/// What a client says of how it means to use sound; nil or empty is what it doesn't mention.
package struct ConfigurationParameters: Equatable, Sendable {
  package var category: Category?
  package var mode: Mode?
  package var options: CategoryOptions?
  package var routeSharingPolicy: RouteSharingPolicy?
  package var priority: Priority?
  package var alertStyle: AlertStyle?
  package var preferencesSet: Preferences = []
  package var preferencesCleared: Preferences = []
  /// A category, mode, option or policy was named that doesn't exist, which is illegal (R4).
  package var namesUnknownValue = false

  package init() {}
}

extension ConfigurationParameters {
  init(_ parameters: Parameters) {
    category = word("category", of: parameters)
    mode = word("mode", of: parameters)
    routeSharingPolicy = word("routeSharingPolicy", of: parameters)
    priority = parameters.word("priority")
    alertStyle = parameters.word("alertStyle")
    if parameters.contains("options") { options = options(of: parameters) }
    guard let preferences = parameters.object("preferences") else { return }
    for (name, preference) in Preferences.named {
      switch preferences.bool(name) {
      case true?: preferencesSet.insert(preference)
      case false?: preferencesCleared.insert(preference)
      case nil: break
      }
    }
  }

  private mutating func word<Word: RawRepresentable<String>>(
    _ name: String,
    of parameters: Parameters
  ) -> Word? {
    let word: Word? = parameters.word(name)
    if word == nil, parameters.contains(name) { namesUnknownValue = true }
    return word
  }

  private mutating func options(of parameters: Parameters) -> CategoryOptions {
    var options: CategoryOptions = []
    parameters.forEachElement("options") { element in
      let document = parameters.document
      let option =
        self.option(at: element, of: document, among: CategoryOptions.named)
        ?? self.option(at: element, of: document, among: CategoryOptions.aliases)
      if let option { options.insert(option) } else { namesUnknownValue = true }
    }
    return options
  }

  private func option(
    at index: Int,
    of document: JSONDocument,
    among options: [(name: String, option: CategoryOptions)]
  ) -> CategoryOptions? {
    for (name, option) in options where document.text(at: index, equals: name) { return option }
    return nil
  }

  /// The parameters that `session.open`, `session.configure` and `policy.simulate` have in common.
  static let members: [MemberDescription] = [
    .optional("category", .word(of: Category.self), "What the session does with sound."),
    .optional("mode", .word(of: Mode.self), "What its sound is, within the category."),
    .optional(
      "options",
      .list(.word((CategoryOptions.named + CategoryOptions.aliases).map(\.name))),
      "How it gets on with others; replaces what was set."
    ),
    .optional(
      "routeSharingPolicy",
      .word(RouteSharingPolicy.allCases.filter { $0 != .independent }.map(\.rawValue)),
      "Where its output may be sent."
    ),
    .optional("priority", .choice(of: Priority.self), "Above normal only with a grant."),
    .optional("alertStyle", .choice(of: AlertStyle.self), "How a ringtone shows itself."),
    .optional("preferences", preferences, "What it would rather have; merged with what was set."),
  ]

  private static let preferences = Shape.object(
    Preferences.named.map { .optional($0.name, .boolean, "A preference, on or off.") }
  )
}
