import AudioSessionTypes

extension SessionObject {
  /// The members, in the order in which they are written.
  static let members: [MemberDescription] = owner + configuration + current

  private static let owner: [MemberDescription] = [
    .required(
      "session",
      .imaginableSession,
      "The number, never used again within an epoch; 0 if it is only imagined."
    ),
    .required("name", .nullable(.text), "What the client calls it; null as one isn't told it."),
    .required("pid", .nullable(.count), "The owner's process; null as one isn't told it, or gone."),
    .required("uid", .count, "The owner's user."),
    .required("comm", .nullable(.text), "The process's name, by the kernel."),
    .required("unit", .nullable(.text), "The system's unit that it runs in."),
    .required("userUnit", .nullable(.text), "The user's unit that it runs in."),
  ]

  private static let configuration: [MemberDescription] = [
    .required(
      "priority",
      .word(of: Priority.self),
      "How much it matters; a role's, if it has one."
    ),
    .required("alertStyle", .word(of: AlertStyle.self), "How a ringtone shows itself."),
    .required("category", .word(of: Category.self), "What it does with sound."),
    .required("mode", .word(of: Mode.self), "What its sound is."),
    .required(
      "options",
      .list(.word(CategoryOptions.named.map(\.name))),
      "The options in force, implied ones included."
    ),
    .required("routeSharingPolicy", .word(of: RouteSharingPolicy.self), "Where it may be sent."),
    .required("role", .nullable(.text), "The role that it took, if any."),
    .required("kind", .text, "Its row and column in the pair table: a kind, or a role."),
    .required(
      "application",
      .nullable(.text),
      "The application that it is a part of, if one was named; null as one isn't told it."
    ),
    .required(
      "zone",
      .nullable(.text),
      "The zone that it is in; null: none, or one isn't told it."
    ),
  ]

  private static let current: [MemberDescription] = [
    .required("state", .word(of: SessionState.self), "Where it stands."),
    .required("playing", .boolean, "Whether it plays; only while active."),
    .required("recording", .boolean, "Whether it records; only while active."),
    .required("foreground", .boolean, "Whether its owner says that it is in the foreground."),
    .required("gain", .number(0...1), "What its output is to be multiplied by."),
    .required("duckedBy", .list(.imaginableSession), "Who lowers it; 32 sessions at most."),
    .optional("duckedByLeftOut", .count, "How many more lower it, if there are more."),
    .required(
      "interruptedBy",
      .list(.imaginableSession),
      "What it waits for; 32 sessions at most."
    ),
    .optional("interruptedByLeftOut", .count, "How many more it waits for, if there are more."),
    .required(
      "interruptionReason",
      .nullable(.word(of: InterruptionReason.self)),
      "Why it was interrupted."
    ),
    .required("isOtherAudioPlaying", .boolean, "Whether another application plays."),
    .required(
      "secondaryAudioShouldBeSilencedHint",
      .boolean,
      "Whether sound that can be spared should be."
    ),
    .required("promptStyle", .word(of: PromptStyle.self), "How long a voice prompt should be."),
    .required("nowPlaying", .boolean, "Whether it has the title of Now Playing."),
    .required("activation", .count, "The number of its latest granted activation, or 0."),
    .required(
      "preferences",
      .object(Preferences.named.map { .required($0.name, .boolean, "On or off.") }),
      "What it would rather have."
    ),
    .required(
      "lease",
      .nullable(
        .object([
          .required("leaseName", .nullable(.text), "The lease's name; null as one isn't told it."),
          .required("ttlSeconds", .number(0...86_400), "Its length."),
          .required("remainingSeconds", .number(0...86_400), "What is left of it."),
        ])
      ),
      "The lease that keeps it open, if one does."
    ),
    .required("seq", .count, "The decision as of which all this holds."),
  ]
}
