package import AudioSessionSchema
import AudioSessionTypes

extension SessionObject: DescribedObject {
  package static var component: String? { "Session" }
  package static var unsent: SessionObject? { SessionObject(session: 0, uid: 0, kind: "") }

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionObject?,
    of archive: inout A
  ) throws(A.Fault) -> SessionObject {
    var object = SessionObject(session: 0, uid: 0, kind: "")
    object.session = try archive.member(
      "session",
      it?.session,
      .imaginableSession,
      "The session's number, never reused within an epoch; 0 if it is only imagined."
    )
    var names = Names()
    try object.passOwner(it, &names, of: &archive)
    try object.passConfiguration(it, &names, of: &archive)
    try object.passState(it, of: &archive)
    try object.passLists(it, of: &archive)
    try object.passOthers(it, &names, of: &archive)
    object.identity = A.isReading ? names.identity(object) : it?.identity
    return object
  }

  /// The names, which are read one by one.
  private struct Names {
    var name: String?
    var comm: String?
    var unit: String?
    var userUnit: String?
    var application: String?
    var zone: String?
    var leaseName: String?

    func identity(_ object: SessionObject) -> SessionIdentity {
      SessionIdentity(
        name: name,
        leaseName: leaseName,
        application: application,
        zone: zone,
        peer: PeerIdentity(
          pid: object.pid,
          uid: object.uid,
          comm: comm,
          unit: unit,
          userUnit: userUnit
        )
      )
    }
  }

  private mutating func passOwner<A: Archive & ~Copyable>(
    _ it: SessionObject?,
    _ names: inout Names,
    of archive: inout A
  ) throws(A.Fault) {
    names.name = try archive.nullable(
      "name",
      it.map { $0.identity?.name },
      "Its name; null if the caller may not see it."
    )
    pid = try archive.nullable(
      "pid",
      it.map { $0.pid },
      .count,
      "The owner's process; null if it has ended, or the caller may not see it."
    )
    uid = try archive.member("uid", it?.uid, "The owner's user.")
    names.comm = try archive.nullable(
      "comm",
      it.map { $0.identity?.peer.comm },
      "The process's name in the kernel."
    )
    names.unit = try archive.nullable(
      "unit",
      it.map { $0.identity?.peer.unit },
      "The system's unit that it runs in."
    )
    names.userUnit = try archive.nullable(
      "userUnit",
      it.map { $0.identity?.peer.userUnit },
      "The user's unit that it runs in."
    )
  }

  private mutating func passConfiguration<A: Archive & ~Copyable>(
    _ it: SessionObject?,
    _ names: inout Names,
    of archive: inout A
  ) throws(A.Fault) {
    priority = try archive.member(
      "priority",
      it?.priority,
      "The priority in force: its own, or its role's."
    )
    alertStyle = try archive.member("alertStyle", it?.alertStyle, "How a ringtone is presented.")
    category = try archive.member("category", it?.category, "The category: how it uses sound.")
    mode = try archive.member("mode", it?.mode, "The mode, which refines the category.")
    options = try archive.member(
      "options",
      it.map { OptionNames(options: $0.options) },
      .list(.word(CategoryOptions.named.map { $0.name })),
      "The options in force, implied ones included."
    ).options
    routeSharingPolicy = try archive.member(
      "routeSharingPolicy",
      it?.routeSharingPolicy,
      "The route sharing policy."
    )
    role = try archive.nullable("role", it.map { $0.role }, "Its role, if it has one.")
    kind = try archive.member(
      "kind",
      it?.kind,
      "Its row and column in the pair table: a kind, or a role."
    )
    names.application = try archive.nullable(
      "application",
      it.map { $0.identity?.application },
      "The application it belongs to, if one was named; null if the caller may not see it."
    )
    names.zone = try archive.nullable(
      "zone",
      it.map { $0.identity?.zone },
      "Its zone; null if it has none, or the caller may not see it."
    )
  }

  private mutating func passState<A: Archive & ~Copyable>(
    _ it: SessionObject?,
    of archive: inout A
  ) throws(A.Fault) {
    state = try archive.member("state", it?.state, "Its state.")
    playing = try archive.member("playing", it?.playing, "Whether it plays; only while active.")
    recording = try archive.member(
      "recording",
      it?.recording,
      "Whether it records; only while active."
    )
    foreground = try archive.member(
      "foreground",
      it?.foreground,
      "Whether its owner reports it in the foreground."
    )
    mutedByProgram =
      try archive.optional(
        "mutedByProgram",
        it.flatMap { $0.mutedByProgram.isEmpty ? nil : $0.mutedByProgram },
        .list(.choice(of: SoundDirection.self)),
        "The ways of its sound that its program has muted, if any."
      ) ?? []
    mutedByUser =
      try archive.optional(
        "mutedByUser",
        it.flatMap { $0.mutedByUser.isEmpty ? nil : $0.mutedByUser },
        .list(.choice(of: SoundDirection.self)),
        "The ways of its sound that its user has muted in a mixer, if any."
      ) ?? []
    preferredInput = try archive.optional(
      "preferredInput",
      it?.preferredInput,
      "The `portID` of the input from which its program prefers to record, if any."
    )
    let override = try archive.optional(
      "outputOverride",
      it.flatMap { $0.overridesOutput ? OutputOverride.speaker : nil },
      .choice(of: OutputOverride.self),
      "Where its program wants what it plays to go, if not where the route leads."
    )
    overridesOutput = override == .speaker
    gain = try archive.member(
      "gain",
      it?.gain,
      .number(0...1),
      "The gain to apply to its output, linear."
    )
  }

  private mutating func passLists<A: Archive & ~Copyable>(
    _ it: SessionObject?,
    of archive: inout A
  ) throws(A.Fault) {
    duckedBy = try archive.member(
      "duckedBy",
      it?.duckedBy,
      .list(.imaginableSession),
      "The sessions that duck it; at most 32."
    )
    let duckedByLeftOut = try archive.optional(
      "duckedByLeftOut",
      it.flatMap { $0.duckedByLeftOut > 0 ? Int($0.duckedByLeftOut) : nil },
      "The number of further ones, if there are any."
    )
    self.duckedByLeftOut = Int32(clamping: duckedByLeftOut ?? 0)
    interruptedBy = try archive.member(
      "interruptedBy",
      it?.interruptedBy,
      .list(.imaginableSession),
      "The sessions that it waits for; at most 32."
    )
    let interruptedByLeftOut = try archive.optional(
      "interruptedByLeftOut",
      it.flatMap { $0.interruptedByLeftOut > 0 ? Int($0.interruptedByLeftOut) : nil },
      "The number of further ones, if there are any."
    )
    self.interruptedByLeftOut = Int32(clamping: interruptedByLeftOut ?? 0)
    interruptionReason = try archive.nullable(
      "interruptionReason",
      it.map { $0.interruptionReason },
      "The reason of its interruption."
    )
  }

  private mutating func passOthers<A: Archive & ~Copyable>(
    _ it: SessionObject?,
    _ names: inout Names,
    of archive: inout A
  ) throws(A.Fault) {
    isOtherAudioPlaying = try archive.member(
      "isOtherAudioPlaying",
      it?.isOtherAudioPlaying,
      "Whether another application plays."
    )
    secondaryAudioShouldBeSilencedHint = try archive.member(
      "secondaryAudioShouldBeSilencedHint",
      it?.secondaryAudioShouldBeSilencedHint,
      "Whether secondary audio should be silent."
    )
    promptStyle = try archive.member(
      "promptStyle",
      it?.promptStyle,
      "How long a voice prompt should be."
    )
    nowPlaying = try archive.member(
      "nowPlaying",
      it?.nowPlaying,
      "Whether it is the Now Playing session."
    )
    activation = try archive.member(
      "activation",
      it?.activation,
      "The number of its latest granted activation, or 0."
    )
    preferences = try archive.member(
      "preferences",
      it.map { PreferenceFlags(preferences: $0.preferences) },
      "Its behavioural preferences."
    ).preferences
    let lease = try archive.nullable(
      "lease",
      it.map { it in it.lease.map { NamedLease(name: it.identity?.leaseName, lease: $0) } },
      "Its lease, if it is one."
    )
    self.lease = lease?.lease
    names.leaseName = lease?.name
    seq = try archive.member("seq", it?.seq, "The decision as of which all this holds.")
  }
}
