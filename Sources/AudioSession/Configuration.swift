public import AudioSessionTypes

/// The settings of a session that say how it uses audio; those that are nil keep their values.
///
/// A category that is set without mode, options or policy resets those to their defaults, as on iOS.
public struct Configuration: Equatable, Sendable {
  /// The category: whether the session plays or records, and whether it mixes with others.
  public var category: Category?
  /// The mode, which refines the category.
  public var mode: Mode?
  /// The category options; they replace the current set.
  public var options: CategoryOptions?
  /// The route-sharing policy: where the output may be sent.
  public var routeSharingPolicy: RouteSharingPolicy?
  /// The arbitration priority; above `normal` it requires a grant (R3) and excludes a role.
  public var priority: Priority?
  /// How a ringtone is presented: on the full screen, or as a banner.
  public var alertStyle: AlertStyle?
  /// The behavioural preferences; they replace the current set.
  public var preferences: Preferences?
  /// The role, where category, options and priority don't describe the session; ``Role/noRole``
  /// removes it (R66).
  public var role: Role?

  /// Creates a configuration that changes the given settings only.
  public init(
    category: Category? = nil,
    mode: Mode? = nil,
    options: CategoryOptions? = nil,
    routeSharingPolicy: RouteSharingPolicy? = nil,
    priority: Priority? = nil,
    alertStyle: AlertStyle? = nil,
    preferences: Preferences? = nil,
    role: Role? = nil
  ) {
    self.category = category
    self.mode = mode
    self.options = options
    self.routeSharingPolicy = routeSharingPolicy
    self.priority = priority
    self.alertStyle = alertStyle
    self.preferences = preferences
    self.role = role
  }
}
