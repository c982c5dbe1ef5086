import AudioSessionSchema
import AudioSessionTypes

// The members of a session that aren't values of their own elsewhere.

/// Category options by their names, in alphabetical order.
struct OptionNames: Described {
  var options: CategoryOptions

  static func passed<A: Archive & ~Copyable>(
    _ it: OptionNames?,
    through archive: inout A
  ) throws(A.Fault) -> OptionNames {
    guard let it else {
      var options: CategoryOptions = []
      // A later version's options are passed over.
      for name in try archive.list(nil as [String]?) {
        options.formUnion(CategoryOptions.named.first { $0.name == name }?.option ?? [])
      }
      return OptionNames(options: options)
    }
    let named = CategoryOptions.named.filter { it.options.isSuperset(of: $0.option) }
    _ = try archive.list(named.map { $0.name })
    return it
  }
}

/// Preferences, each as a member.
struct PreferenceFlags: DescribedObject {
  var preferences: Preferences

  static var unsent: PreferenceFlags? { PreferenceFlags(preferences: .initial) }

  static func members<A: Archive & ~Copyable>(
    _ it: PreferenceFlags?,
    of archive: inout A
  ) throws(A.Fault) -> PreferenceFlags {
    var preferences: Preferences = []
    for (name, preference) in Preferences.named {
      let isOn = it?.preferences.contains(preference)
      if try archive.member(named: name, isOn, .boolean, "On or off.") {
        preferences.insert(preference)
      }
    }
    return PreferenceFlags(preferences: preferences)
  }
}

/// A lease with its name, which is among the session's.
struct NamedLease: DescribedObject {
  var name: String?
  var lease: LeaseObject

  static var unsent: NamedLease? {
    NamedLease(lease: LeaseObject(ttlSeconds: 0, remainingSeconds: 0))
  }

  static func members<A: Archive & ~Copyable>(
    _ it: NamedLease?,
    of archive: inout A
  ) throws(A.Fault) -> NamedLease {
    NamedLease(
      name: try archive.nullable(
        "leaseName",
        it.map { $0.name },
        "The lease's name; null if the caller may not see it."
      ),
      lease: LeaseObject(
        ttlSeconds: try archive.member(
          "ttlSeconds",
          it?.lease.ttlSeconds,
          .number(0...86_400),
          "Its duration."
        ),
        remainingSeconds: try archive.member(
          "remainingSeconds",
          it?.lease.remainingSeconds,
          .number(0...86_400),
          "The time left."
        )
      )
    )
  }
}
