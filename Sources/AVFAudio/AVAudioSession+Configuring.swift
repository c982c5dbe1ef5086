import AudioSession
import AudioSessionTypes

/// Category, mode, options and policy, which belong together.
extension AVAudioSession {
  /// What the session does with sound; ``Category-swift.struct/soloAmbient`` at the start.
  public var category: Category { Category(status.category) }

  /// What its sound is; ``Mode-swift.struct/default`` at the start.
  public var mode: Mode { Mode(status.mode) }

  /// The options that were set, and those that they and the mode imply.
  ///
  /// What the category itself implies is among them only if the program named it, so that they may
  /// be set again with another category.
  public var categoryOptions: CategoryOptions {
    let status = status
    let silent = Legality.implied(by: status.category).subtracting(lastNamedOptions)
    return CategoryOptions(status.options.subtracting(silent))
  }

  /// Where the output may be sent.
  public var routeSharingPolicy: RouteSharingPolicy { .init(status.routeSharingPolicy) }

  /// Every category that a session can have.
  public var availableCategories: [Category] {
    AudioSessionTypes.Category.allCases.map(Category.init)
  }

  /// The modes that are legal in the category.
  public var availableModes: [Mode] {
    let category = status.category
    return AudioSessionTypes.Mode.allCases
      .filter { mode in
        // Two routes at once need hands-free Bluetooth beside them.
        Legality.allows(category, mode, [], .default)
          || Legality.allows(category, mode, .allowBluetoothHFP, .default)
      }
      .map(Mode.init)
  }

  /// Sets the category, without options; see ``setCategory(_:options:)``.
  ///
  /// - Parameter category: What the session does with sound.
  /// - Throws: ``ErrorCode/badParam`` for what isn't legal; while active also what activation throws.
  public func setCategory(_ category: Category) throws {
    try setCategory(category, options: [])
  }

  /// Sets the category and its options, which replace all that was set.
  ///
  /// The mode stays where it is legal in the category, else it becomes
  /// ``Mode-swift.struct/default``; the policy becomes ``RouteSharingPolicy-swift.enum/default``.
  ///
  /// - Parameters:
  ///   - category: What the session does with sound.
  ///   - options: How it gets on with others.
  /// - Throws: ``ErrorCode/badParam`` for what isn't legal; while active also what activation throws.
  public func setCategory(_ category: Category, options: CategoryOptions) throws {
    let meaning = try AVAudioSession.meaning(of: category)
    try perform { status in
      let stays = Legality.allows(meaning, status.mode, options.meaning, .default)
      return AVAudioSession.configuring(
        meaning,
        stays ? status.mode : .default,
        options.meaning,
        .default,
        status.preferences
      )
    }
  }

  /// Sets category, mode and options at once, and the default policy.
  ///
  /// - Parameters:
  ///   - category: What the session does with sound.
  ///   - mode: What its sound is.
  ///   - options: How it gets on with others.
  /// - Throws: ``ErrorCode/badParam`` for what isn't legal; while active also what activation throws.
  public func setCategory(
    _ category: Category,
    mode: Mode,
    options: CategoryOptions = []
  ) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Sets category, mode, policy and options at once.
  ///
  /// - Parameters:
  ///   - category: What the session does with sound.
  ///   - mode: What its sound is.
  ///   - policy: Where its output may be sent.
  ///   - options: How it gets on with others.
  /// - Throws: ``ErrorCode/badParam`` for what isn't legal; while active also what activation throws.
  public func setCategory(
    _ category: Category,
    mode: Mode,
    policy: RouteSharingPolicy,
    options: CategoryOptions = []
  ) throws {
    let category = try AVAudioSession.meaning(of: category)
    let mode = try AVAudioSession.meaning(of: mode)
    guard policy != .independent else {
      throw AVAudioSession.error(.badParam, "expected a policy other than the system's own")
    }
    try perform { status in
      AVAudioSession.configuring(
        category,
        mode,
        options.meaning,
        policy.meaning,
        status.preferences
      )
    }
  }

  /// Sets the mode, and leaves the rest.
  ///
  /// - Parameter mode: What the session's sound is.
  /// - Throws: ``ErrorCode/badParam`` if it isn't legal in the category; while active also what
  ///   activation throws.
  public func setMode(_ mode: Mode) throws {
    let mode = try AVAudioSession.meaning(of: mode)
    try perform { _ in .configure(Configuration(mode: mode)) }
  }

  /// What plays alone and for itself is what a listener calls "now playing" (R53).
  static func configuring(
    _ category: AudioSessionTypes.Category,
    _ mode: AudioSessionTypes.Mode,
    _ options: AudioSessionTypes.CategoryOptions,
    _ policy: AudioSessionTypes.RouteSharingPolicy,
    _ preferences: Preferences
  ) -> AudioSession.Operation {
    let isCandidate = category == .playback && !Legality.isMixable(category, options)
    let others = preferences.subtracting(.isNowPlayingCandidate)
    return .configure(
      Configuration(
        category: category,
        mode: mode,
        options: options,
        routeSharingPolicy: policy,
        preferences: isCandidate ? others.union(.isNowPlayingCandidate) : others
      )
    )
  }

  private static func meaning(of category: Category) throws -> AudioSessionTypes.Category {
    guard let meaning = category.meaning else {
      throw error(.badParam, "\(category.rawValue): expected a category that a session can have")
    }
    return meaning
  }

  private static func meaning(of mode: Mode) throws -> AudioSessionTypes.Mode {
    guard let meaning = mode.meaning else {
      throw error(.badParam, "\(mode.rawValue): expected a mode that a session can have")
    }
    return meaning
  }
}
