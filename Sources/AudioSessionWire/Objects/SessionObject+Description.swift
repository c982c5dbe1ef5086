import AudioSessionTypes

extension SessionObject {
  /// The members, in the order in which they are written.
  static let members: [MemberDescription] = owner + configuration + current

  private static let owner: [MemberDescription] = [
    .required(
      "session",
      .imaginableSession,
      "The session's number, never reused within an epoch; 0 if it is only imagined."
    ),
    .required("name", .nullable(.text), "Its name; null if the caller may not see it."),
    .required(
      "pid",
      .nullable(.count),
      "The owner's process; null if it has ended, or the caller may not see it."
    ),
    .required("uid", .count, "The owner's user."),
    .required("comm", .nullable(.text), "The process's name in the kernel."),
    .required("unit", .nullable(.text), "The system's unit that it runs in."),
    .required("userUnit", .nullable(.text), "The user's unit that it runs in."),
  ]

  private static let configuration: [MemberDescription] = [
    .required(
      "priority",
      .word(of: Priority.self),
      "The priority in force: its own, or its role's."
    ),
    .required("alertStyle", .word(of: AlertStyle.self), "How a ringtone is presented."),
    .required("category", .word(of: Category.self), "The category: how it uses sound."),
    .required("mode", .word(of: Mode.self), "The mode, which refines the category."),
    .required(
      "options",
      .list(.word(CategoryOptions.named.map(\.name))),
      "The options in force, implied ones included."
    ),
    .required(
      "routeSharingPolicy",
      .word(of: RouteSharingPolicy.self),
      "The route sharing policy."
    ),
    .required("role", .nullable(.text), "Its role, if it has one."),
    .required("kind", .text, "Its row and column in the pair table: a kind, or a role."),
    .required(
      "application",
      .nullable(.text),
      "The application it belongs to, if one was named; null if the caller may not see it."
    ),
    .required(
      "zone",
      .nullable(.text),
      "Its zone; null if it has none, or the caller may not see it."
    ),
  ]

  private static let current: [MemberDescription] = [
    .required("state", .word(of: SessionState.self), "Its state."),
    .required("playing", .boolean, "Whether it plays; only while active."),
    .required("recording", .boolean, "Whether it records; only while active."),
    .required("foreground", .boolean, "Whether its owner reports it in the foreground."),
    .required("gain", .number(0...1), "The gain to apply to its output, linear."),
    .required("duckedBy", .list(.imaginableSession), "The sessions that duck it; at most 32."),
    .optional("duckedByLeftOut", .count, "The number of further ones, if there are any."),
    .required(
      "interruptedBy",
      .list(.imaginableSession),
      "The sessions that it waits for; at most 32."
    ),
    .optional("interruptedByLeftOut", .count, "The number of further ones, if there are any."),
    .required(
      "interruptionReason",
      .nullable(.word(of: InterruptionReason.self)),
      "The reason of its interruption."
    ),
    .required("isOtherAudioPlaying", .boolean, "Whether another application plays."),
    .required(
      "secondaryAudioShouldBeSilencedHint",
      .boolean,
      "Whether secondary audio should be silent."
    ),
    .required("promptStyle", .word(of: PromptStyle.self), "How long a voice prompt should be."),
    .required("nowPlaying", .boolean, "Whether it is the Now Playing session."),
    .required("activation", .count, "The number of its latest granted activation, or 0."),
    .required(
      "preferences",
      .object(Preferences.named.map { .required($0.name, .boolean, "On or off.") }),
      "Its behavioural preferences."
    ),
    .required(
      "lease",
      .nullable(
        .object([
          .required(
            "leaseName",
            .nullable(.text),
            "The lease's name; null if the caller may not see it."
          ),
          .required("ttlSeconds", .number(0...86_400), "Its duration."),
          .required("remainingSeconds", .number(0...86_400), "The time left."),
        ])
      ),
      "Its lease, if it is one."
    ),
    .required("seq", .count, "The decision as of which all this holds."),
  ]
}
