import AudioSession
import AudioSessionTypes

/// Category, mode, options and route-sharing policy.
extension AVAudioSession {
  /// The category; ``Category-swift.struct/soloAmbient`` by default.
  public var category: Category { Category(status.category) }

  /// The mode; ``Mode-swift.struct/default`` by default.
  public var mode: Mode { Mode(status.mode) }

  /// The options that were set, and those that they and the mode imply.
  ///
  /// Options that the category implies are included only if the program named them, so that the
  /// value can be set again with another category.
  public var categoryOptions: CategoryOptions {
    let status = status
    let silent = Legality.implied(by: status.category).subtracting(lastNamedOptions)
    return CategoryOptions(status.options.subtracting(silent))
  }

  /// The route-sharing policy.
  public var routeSharingPolicy: RouteSharingPolicy { .init(status.routeSharingPolicy) }

  /// All categories that a session can have.
  public var availableCategories: [Category] {
    AudioSessionTypes.Category.allCases.map(Category.init)
  }

  /// The modes that are legal in the category.
  public var availableModes: [Mode] {
    let category = status.category
    return AudioSessionTypes.Mode.allCases
      .filter { mode in
        // The mode dualRoute requires the option for hands-free Bluetooth.
        Legality.allows(category, mode, [], .default)
          || Legality.allows(category, mode, .allowBluetoothHFP, .default)
      }
      .map(Mode.init)
  }

  /// Sets the category without options; see ``setCategory(_:options:)``.
  ///
  /// - Parameter category: The category.
  /// - Throws: ``ErrorCode/badParam`` if the combination isn't legal; while the session is active,
  ///   also the errors of an activation.
  public func setCategory(_ category: Category) throws {
    try setCategory(category, options: [])
  }

  /// Sets the category and its options, which replace the current set.
  ///
  /// The mode is kept if it is legal in the category, and otherwise becomes
  /// ``Mode-swift.struct/default``; the policy becomes ``RouteSharingPolicy-swift.enum/default``.
  /// Options that have no effect in the category are left out, as of
  /// ``setCategory(_:mode:policy:options:)``.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - options: The category options.
  /// - Throws: ``ErrorCode/badParam`` if the combination isn't legal; while the session is active,
  ///   also the errors of an activation.
  public func setCategory(_ category: Category, options: CategoryOptions) throws {
    let meaning = try AVAudioSession.meaning(of: category)
    try configure { status in
      let kept = IdleOptions.removed(from: options.meaning, in: meaning, status.mode)
      let stays = Legality.allows(meaning, status.mode, kept, .default)
      return AVAudioSession.configuring(
        meaning,
        stays ? status.mode : .default,
        options.meaning,
        .default,
        status.preferences,
        isCandidate: hardware.isNowPlayingCandidate,
        answersCommands: remote.answersCommands
      )
    }
  }

  /// Sets category, mode and options at once, and the default policy.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - mode: The mode.
  ///   - options: The category options.
  /// - Throws: ``ErrorCode/badParam`` if the combination isn't legal; while the session is active,
  ///   also the errors of an activation.
  public func setCategory(
    _ category: Category,
    mode: Mode,
    options: CategoryOptions = []
  ) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Sets category, mode, policy and options at once.
  ///
  /// Options that programs for iOS set without effect are left out instead of being refused, and so
  /// aren't among those that are read back: ``CategoryOptions-swift.struct/defaultToSpeaker`` outside
  /// `playAndRecord`; Bluetooth for `multiRoute` in any mode but `dualRoute`; stereo Bluetooth, AirPlay,
  /// and mixing without ducking, for `record`.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - mode: The mode.
  ///   - policy: The route-sharing policy.
  ///   - options: The category options.
  /// - Throws: ``ErrorCode/badParam`` if the combination isn't legal; while the session is active,
  ///   also the errors of an activation.
  public func setCategory(
    _ category: Category,
    mode: Mode,
    policy: RouteSharingPolicy,
    options: CategoryOptions = []
  ) throws {
    let category = try AVAudioSession.meaning(of: category)
    let mode = try AVAudioSession.meaning(of: mode)
    guard policy != .independent else {
      throw AVAudioSession.error(.badParam, "expected a policy other than independent")
    }
    try configure { status in
      AVAudioSession.configuring(
        category,
        mode,
        options.meaning,
        policy.meaning,
        status.preferences,
        isCandidate: hardware.isNowPlayingCandidate,
        answersCommands: remote.answersCommands
      )
    }
  }

  /// Sets the mode and keeps the other settings.
  ///
  /// - Parameter mode: The mode.
  /// - Throws: ``ErrorCode/badParam`` if it isn't legal in the category; while the session is active,
  ///   also the errors of an activation.
  public func setMode(_ mode: Mode) throws {
    let mode = try AVAudioSession.meaning(of: mode)
    try configure { _ in .configure(Configuration(mode: mode)) }
  }

  /// Makes a change of category, mode or options, and posts it if the session is active.
  private func configure(_ operation: (SessionStatus) -> AudioSession.Operation) throws {
    var before = SessionStatus()
    try perform { status in
      before = status
      return operation(status)
    }
    let after = status
    let isSame =
      (before.category, before.mode, before.options) == (after.category, after.mode, after.options)
    if after.state == .active && !isSame { post(.categoryChanged) }
  }

  /// Playback that doesn't mix is a candidate for Now Playing (R53), and whatever doesn't mix if the
  /// program answers remote commands, unless the program has set `isCandidate`.
  static func configuring(
    _ category: AudioSessionTypes.Category,
    _ mode: AudioSessionTypes.Mode,
    _ options: AudioSessionTypes.CategoryOptions,
    _ policy: AudioSessionTypes.RouteSharingPolicy,
    _ preferences: Preferences,
    isCandidate wish: Bool?,
    answersCommands: Bool
  ) -> AudioSession.Operation {
    let options = IdleOptions.removed(from: options, in: category, mode)
    let isCandidate =
      wish ?? isUsualCandidate(category, options, answersCommands: answersCommands)
    return .configure(
      Configuration(
        category: category,
        mode: mode,
        options: options,
        routeSharingPolicy: policy,
        preferences: preferences.candidate(isCandidate)
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
