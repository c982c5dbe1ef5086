package import AudioSessionTypes

/// How a session means to use sound; what a client says of it, and nothing derived.
package struct Configuration: Equatable, Sendable, BitwiseCopyable {
  package var category = Category.soloAmbient
  package var mode = Mode.default
  /// The options that were named, without those that the category implies anyway.
  package var options: CategoryOptions = []
  package var routeSharingPolicy = RouteSharingPolicy.default
  package var priority = Priority.normal
  package var alertStyle = AlertStyle.fullScreen
  package var preferences = Preferences.initial

  package init() {}

  /// The options in force, implied ones included.
  package var optionsInForce: CategoryOptions { Legality.inForce(category, mode, options) }

  /// Whether the tables of R4 allow it.
  package var isLegal: Bool { fault == nil }

  /// What the tables of R4 say against it.
  package var fault: Legality.Fault? {
    Legality.fault(in: category, mode, options, routeSharingPolicy)
  }

  /// The configuration after `change`: a category given alone resets mode, options and policy.
  package func applying(_ change: ConfigurationChange) -> Configuration {
    var new = self
    if let category = change.category {
      new.category = category
      new.mode = .default
      new.options = []
      new.routeSharingPolicy = .default
    }
    if let mode = change.mode { new.mode = mode }
    if let options = change.options { new.options = options }
    new.options.subtract(Legality.implied(by: new.category))
    if let policy = change.routeSharingPolicy { new.routeSharingPolicy = policy }
    if let priority = change.priority { new.priority = priority }
    if let style = change.alertStyle { new.alertStyle = style }
    new.preferences.formUnion(change.preferencesSet)
    new.preferences.subtract(change.preferencesCleared)
    return new
  }
}

/// What `session.open` and `session.configure` may give; nil or empty is what wasn't given.
package struct ConfigurationChange: Equatable, Sendable, BitwiseCopyable {
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

/// The priorities that a peer may claim, as the shell found them (R3).
package struct Grants: OptionSet, Sendable, BitwiseCopyable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let assistant = Grants(rawValue: 1 << 0)
  package static let alarm = Grants(rawValue: 1 << 1)
  package static let ringtone = Grants(rawValue: 1 << 2)
  package static let phoneCall = Grants(rawValue: 1 << 3)
  package static let all: Grants = [.assistant, .alarm, .ringtone, .phoneCall]

  /// Whether `priority` may be claimed; `normal` needs no grant.
  package func allow(_ priority: Priority) -> Bool {
    switch priority {
    case .normal: true
    case .assistant: contains(.assistant)
    case .alarm: contains(.alarm)
    case .ringtone: contains(.ringtone)
    case .phoneCall: contains(.phoneCall)
    }
  }
}
