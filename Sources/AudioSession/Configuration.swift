public import AudioSessionTypes

/// How a session means to use sound; what is nil isn't mentioned, and stays as it is.
///
/// A category without mode, options or policy sets these to their defaults, as on iOS.
public struct Configuration: Equatable, Sendable {
  /// What the session does with sound.
  public var category: Category?
  /// What its sound is, within the category.
  public var mode: Mode?
  /// How it gets on with others; replaces all that was set.
  public var options: CategoryOptions?
  /// Where its output may be sent.
  public var routeSharingPolicy: RouteSharingPolicy?
  /// How much it matters; anything above normal needs a grant (R3), and goes with no role.
  public var priority: Priority?
  /// How a ringtone shows itself.
  public var alertStyle: AlertStyle?
  /// What it would rather have; replaces all that was set.
  public var preferences: Preferences?
  /// What it is to others where the rest doesn't say so, or ``Role/noRole`` (R66).
  public var role: Role?

  /// A configuration that mentions what is given.
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
