import AudioSessionSchema
import AudioSessionWire

extension SettingsReader {
  /// The limits of which the first may not be above the second.
  private static let ascending = [
    ("SessionsPerConnection", "SessionsPerUser"), ("ConnectionsPerUser", "Connections"),
  ]

  /// Reports limits that don't fit together, once all files have been applied.
  ///
  /// The fault stands where the smaller one was set, or the greater one if that alone was.
  mutating func checkRelations() {
    for (smaller, greater) in SettingsReader.ascending {
      guard let low = limit(smaller), let high = limit(greater), low > high else { continue }
      if let place = place(ofLimit: smaller) {
        report("\(smaller)=\(low)", expected: "no more than \(greater)=\(high)", at: place)
      } else if let place = place(ofLimit: greater) {
        report("\(greater)=\(high)", expected: "no less than \(smaller)=\(low)", at: place)
      }
    }
  }

  private func place(ofLimit key: String) -> Place? {
    setBy["\(Setting.Section.limits.rawValue).\(key)"]
  }

  private func limit(_ key: String) -> Int? {
    Limit.all.first { $0.key == key }.map { $0.place.value(of: settings.limits) }
  }
}
