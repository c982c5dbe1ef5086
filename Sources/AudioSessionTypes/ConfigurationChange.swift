/// A change of how a session means to use sound, as `session.open` and `session.configure` give it;
/// what is nil or empty stays as it was.
package struct ConfigurationChange: Equatable, Sendable, BitwiseCopyable {
  /// The session's role from now on.
  package enum Role: Equatable, Sendable, BitwiseCopyable {
    case none
    /// A role in force, by its kind; `accessibility` is built in.
    case named(Kind)
  }

  package var category: Category?
  package var mode: Mode?
  package var options: CategoryOptions?
  package var routeSharingPolicy: RouteSharingPolicy?
  package var priority: Priority?
  package var alertStyle: AlertStyle?
  package var preferencesSet: Preferences = []
  package var preferencesCleared: Preferences = []
  package var role: Role?
  /// The request names a category, mode, option, policy or role that doesn't exist, which is
  /// illegal (R4).
  package var namesUnknownValue = false

  package init() {}
}
