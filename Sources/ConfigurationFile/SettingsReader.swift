import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// Applies the lines of configuration files to settings, one after the other; the last one counts.
///
/// It never stops at a fault: who mends a file wants to know all of them.
struct SettingsReader {
  private(set) var settings: Settings
  private(set) var warnings: [ConfigurationFault] = []
  private(set) var faults: [ConfigurationFault] = []
  /// Where each value was set last, by section and key.
  private(set) var setBy: [String: Place] = [:]
  private let accounts: AccountNames

  init(settings: Settings, accounts: AccountNames) {
    self.settings = settings
    self.accounts = accounts
  }

  /// What the header above a line says.
  private enum Heading {
    /// There is none yet in this file.
    case missing
    /// It was reported; what stands below it isn't looked at.
    case unknown
    case single(Setting.Section)
    case grant(Grant)
  }

  /// Applies a file.
  mutating func apply(_ file: UnitFile) {
    var heading = Heading.missing
    for line in file.lines {
      switch line.content {
      case .malformed(let found, let expected):
        report(found, expected: expected, at: line.place)
      case .section(let name):
        heading = SettingsReader.heading(name)
        if case .unknown = heading {
          let guess = SettingsReader.guess("[\(name)]", among: SettingsReader.headers)
          let expected = Setting.list(SettingsReader.headers) + guess
          report("[\(name)]", expected: expected, at: line.place)
        }
      case .assignment(let key, let value):
        assign(Assignment(key: key, value: value, place: line.place), below: heading)
      }
    }
  }

  /// Reports what can't be read at all.
  mutating func report(_ found: String, expected: String, at place: Place) {
    faults.append(ConfigurationFault(at: place, found: found, expected: expected))
  }

  /// One `Key=Value` and where it stands.
  private struct Assignment {
    var key: String
    var value: String
    var place: Place

    var words: [String] {
      value.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    }
  }

  private static func heading(_ name: String) -> Heading {
    let words = name.split(separator: " ")
    guard let section = words.first.flatMap({ Setting.Section(rawValue: String($0)) }) else {
      return .unknown
    }
    switch section {
    case .policy, .interactions, .limits: return words.count == 1 ? .single(section) : .unknown
    case .grant:
      guard words.count == 2, let grant = Grant(rawValue: String(words[1])) else { return .unknown }
      return .grant(grant)
    }
  }

  private static let headers =
    ["[Policy]", "[Interactions]"] + Grant.allCases.map { "[Grant \($0.rawValue)]" } + ["[Limits]"]

  private mutating func assign(_ assignment: Assignment, below heading: Heading) {
    switch heading {
    case .missing: report(assignment, expected: "a [Section] above it")
    case .unknown: break
    case .single(.interactions): setOutcome(assignment)
    case .single(let section): setSingle(assignment, in: section)
    case .grant(let grant): extend(grant, by: assignment)
    }
  }

  private mutating func setSingle(_ assignment: Assignment, in section: Setting.Section) {
    guard let setting = Setting.named(assignment.key, in: section) else {
      return report(
        assignment,
        expected: SettingsReader.keys(of: section, insteadOf: assignment.key)
      )
    }
    do throws(Setting.Unexpected) {
      try setting.store(assignment.value, in: &settings)
      note(assignment, in: section.rawValue)
    } catch {
      report(assignment, expected: error.expected)
    }
  }

  /// R59: `phoneCall.mixable=duck`.
  private mutating func setOutcome(_ assignment: Assignment) {
    let names = assignment.key.split(separator: ".", omittingEmptySubsequences: false)
    guard
      names.count == 2, let newcomer = Kind(name: names[0]), let current = Kind(name: names[1])
    else {
      let kinds = Setting.list(Kind.allCases.map(\.name))
      return report(assignment, expected: "NEWCOMER.CURRENT=OUTCOME, where both are \(kinds)")
    }
    guard let outcome = Outcome(rawValue: assignment.value) else {
      let words = Outcome.allCases.map(\.rawValue)
      let guess = SettingsReader.guess(assignment.value, among: words)
      return report(assignment, expected: Setting.list(words) + guess)
    }
    settings.policy.interactions[Cell(newcomer, current)] = outcome
    note(assignment, in: Setting.Section.interactions.rawValue)
  }

  /// Adds to a list of the grant, or clears it by an empty value.
  private mutating func extend(_ grant: Grant, by assignment: Assignment) {
    guard let setting = Setting.named(assignment.key, in: .grant) else {
      return report(
        assignment,
        expected: SettingsReader.keys(of: .grant, insteadOf: assignment.key)
      )
    }
    var rules = settings.grants[grant, default: GrantRules()]
    switch setting.value {
    case .users:
      let named = numbers(assignment, of: "user", by: accounts.userID)
      rules.users = assignment.value.isEmpty ? [] : rules.users.union(named)
    case .groups:
      let named = numbers(assignment, of: "group", by: accounts.groupID)
      rules.groups = assignment.value.isEmpty ? [] : rules.groups.union(named)
    default:
      if let expected = setting.fault(inUnits: assignment.words) {
        return report(assignment, expected: expected)
      }
      let list = setting.key == "Units" ? \GrantRules.units : \GrantRules.userUnits
      let former = rules[keyPath: list]
      rules[keyPath: list] = assignment.value.isEmpty ? [] : former.union(assignment.words)
    }
    settings.grants[grant] = rules
    note(assignment, in: "\(Setting.Section.grant.rawValue) \(grant.rawValue)")
  }

  private mutating func note(_ assignment: Assignment, in section: String) {
    setBy["\(section).\(assignment.key)"] = assignment.place
  }

  /// The numbers behind the names of a list; one that is nobody's is a warning.
  private mutating func numbers(
    _ assignment: Assignment,
    of noun: String,
    by lookUp: (String) -> UInt32?
  ) -> [UInt32] {
    var numbers: [UInt32] = []
    for word in assignment.words {
      if let number = UInt32(word) ?? lookUp(word) {
        numbers.append(number)
      } else {
        let hint = word.contains(where: { $0 == "," }) ? "; names are separated by spaces" : ""
        let expected = "a \(noun) that exists, not \(word)\(hint)"
        warnings.append(fault(assignment, expected: expected, isWarning: true))
      }
    }
    return numbers
  }

  private static func keys(of section: Setting.Section, insteadOf key: String) -> String {
    let keys = Setting.all.filter { $0.section == section }.map { $0.key + "=" }
    return Setting.list(keys) + guess(key + "=", among: keys)
  }

  /// What was probably meant, as the end of a sentence; empty if nothing is near.
  private static func guess(_ word: String, among words: [String]) -> String {
    words.nearest(to: word).map { "; did you mean \($0)?" } ?? ""
  }

  private func fault(
    _ assignment: Assignment,
    expected: String,
    isWarning: Bool = false
  ) -> ConfigurationFault {
    let words = assignment.words
    let hasComment = words.contains { $0.hasPrefix("#") || $0.hasPrefix(";") }
    return ConfigurationFault(
      at: assignment.place,
      found: "\(assignment.key)=\(assignment.value)",
      expected: expected + (hasComment ? "; a comment stands on a line of its own" : ""),
      isWarning: isWarning
    )
  }

  private mutating func report(_ assignment: Assignment, expected: String) {
    faults.append(fault(assignment, expected: expected))
  }
}

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
    Limit.all.first { $0.key == key }.map { settings.limits[keyPath: $0.place] }
  }
}
