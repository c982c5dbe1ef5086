package import AudioSessionJSON
package import AudioSessionTypes
import AudioSessionWire

/// The options that describe a session, for all verbs that open or imagine one.
package enum SessionOptions {
  /// The properties of the session itself.
  static let properties: [Verb.Option] = [
    .init(name: "category", value: .word(of: Category.self), meaning: "The session's category."),
    .init(name: "mode", value: .word(of: Mode.self), meaning: "Its mode."),
    .init(
      name: "options",
      value: .word((CategoryOptions.named + CategoryOptions.aliases).map { $0.name }),
      isList: true,
      meaning: "Its category options: a list with commas."
    ),
    .init(name: "priority", value: .word(of: Priority.self), meaning: "Its priority."),
    .init(
      name: "alert-style",
      value: .word(of: AlertStyle.self),
      meaning: "How it is presented, if it is a ringtone."
    ),
    .init(
      name: "preference",
      value: .word(Preferences.named.map { $0.name }),
      meaning: "A preference to enable; repeatable."
    ),
    .init(
      name: "no-preference",
      value: .word(Preferences.named.map { $0.name }),
      meaning: "A preference to disable; repeatable."
    ),
    .init(name: "role", value: .text("NAME"), meaning: "Its role (R66)."),
    .init(name: "zone", value: .text("NAME"), meaning: "Its zone (R63)."),
    .init(name: "no-zone", meaning: "Put it in no zone, whatever the default zone is."),
  ]

  /// The application of the session's process, which `hello` tells the daemon, not `session.open`.
  package static let application = Verb.Option(
    name: "application",
    value: .text("NAME"),
    meaning: "Its application (R52)."
  )

  /// The session's name, for verbs whose argument it isn't.
  package static let name = Verb.Option(
    name: "name",
    value: .text("NAME"),
    meaning: "Its name, for lists and logs."
  )

  /// The properties that belong together for what people want, in one word.
  private static let shorthands = Shorthand.all.map {
    Verb.Option(name: $0.name, meaning: $0.meaning)
  }

  /// All options of a verb that opens a session: shorthands, properties and the application.
  package static let all = shorthands + properties + [application]

  /// The parameters of `hello`, for sessions of this application.
  package static func hello(application: String?, events: [String] = []) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("protocol", 1), .init("name", "audiosessionctl"),
      .init("events", .array(events.map { .string($0) })),
    ]
    if let application { members.append(.init("application", .string(application))) }
    return .object(members)
  }

  /// The first of these options that was given; nil if none was.
  package static func first(in invocation: Invocation) -> String? {
    all.map { $0.name }.first(where: invocation.has)
  }

  /// The parameters of `session.open`, or the description of an imagined session.
  ///
  /// - Parameters:
  ///   - invocation: The command line; what it says itself takes precedence over its shorthand.
  ///   - usual: The category if the line names none; nil leaves it to the daemon.
  /// - Returns: The parameters that the line gives.
  /// - Throws: ``Failure/usage(_:)`` if options contradict each other.
  package static func members(
    _ invocation: Invocation,
    usual: Category? = nil
  ) throws(Failure) -> [JSONValue.Member] {
    let shorthand = try Shorthand.chosen(by: invocation)
    var values: [(name: String, value: String?)] = [
      ("category", shorthand?.category.rawValue ?? usual?.rawValue),
      ("mode", shorthand?.mode?.rawValue),
      ("priority", shorthand?.priority?.rawValue),
      ("role", nil), ("zone", nil),
    ]
    for index in values.indices {
      values[index].value = invocation.value(values[index].name) ?? values[index].value
    }
    var members = values.compactMap { name, value in
      value.map { JSONValue.Member(name, .string($0)) }
    }
    if let style = invocation.value("alert-style") {
      members.append(.init("alertStyle", .string(style)))
    }
    if invocation.has("no-zone") {
      if invocation.has("zone") { throw .usage("--zone, --no-zone: expected only one of them") }
      members.append(.init("zone", .null))
    }
    let options = (shorthand?.options ?? []) + invocation.values("options")
    if !options.isEmpty { members.append(.init("options", .array(options.map { .string($0) }))) }
    let preferences = try preferences(invocation)
    return preferences.isEmpty ? members : members + [.init("preferences", .object(preferences))]
  }

  private static func preferences(
    _ invocation: Invocation
  ) throws(Failure) -> [JSONValue.Member] {
    let wanted = Set(invocation.values("preference"))
    let unwanted = Set(invocation.values("no-preference"))
    if let both = wanted.intersection(unwanted).min() {
      throw .usage("--preference \(both), --no-preference \(both): expected one of them")
    }
    return wanted.sorted().map { .init($0, .bool(true)) }
      + unwanted.sorted().map { .init($0, .bool(false)) }
  }

  /// A word for several properties.
  private struct Shorthand {
    let name: String
    let meaning: String
    var category = Category.playback
    var mode: Mode?
    var options: [String] = []
    var priority: Priority?

    static let all = [
      Shorthand(
        name: "duck",
        meaning: "Lower others: category playback, duckOthers.",
        options: ["duckOthers"]
      ),
      Shorthand(
        name: "speak",
        meaning: "Like --duck, and interrupt speech: voicePrompt.",
        mode: .voicePrompt,
        options: ["duckOthers", "interruptSpokenAudioAndMixWithOthers"]
      ),
      Shorthand(
        name: "mix",
        meaning: "Play beside others: playback, mixWithOthers.",
        options: ["mixWithOthers"]
      ),
      Shorthand(
        name: "alarm",
        meaning: "Category playback, priority alarm.",
        priority: .alarm
      ),
      Shorthand(name: "record", meaning: "Category record.", category: .record),
    ]

    static func chosen(by invocation: Invocation) throws(Failure) -> Shorthand? {
      let given = all.filter { invocation.has($0.name) }
      if given.count > 1 {
        let names = given.map { "--\($0.name)" }.joined(separator: ", ")
        throw .usage("\(names): expected only one of them")
      }
      return given.first
    }
  }
}

extension Verb.Value {
  /// The words of a type.
  package static func word<Word: RawRepresentable<String> & CaseIterable>(
    of type: Word.Type
  ) -> Verb.Value {
    .word(type.allCases.map { $0.rawValue })
  }
}
