import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

/// Applies the lines of configuration files to settings, one after the other; the last one counts.
///
/// It doesn't stop at a fault, so that all of them are reported at once.
struct SettingsReader {
  private(set) var settings: Settings
  private var roles = RoleSections()
  private var interactions = InteractionLines()
  private var roleGrants: RoleGrants
  private(set) var warnings: [ConfigurationFault] = []
  private(set) var faults: [ConfigurationFault] = []
  /// The last place that set each value, by section and key.
  private(set) var setBy: [String: Place] = [:]
  private let accounts: AccountIDs

  /// - Parameters:
  ///   - instanceUser: The user of a per-user instance, nil for the system's.
  ///   - accounts: Looks up users and groups.
  init(instanceUser: UInt32?, accounts: AccountIDs) {
    settings = Settings(instanceUser: instanceUser)
    roleGrants = RoleGrants(builtIn: GrantRules(instanceUser: instanceUser))
    self.accounts = accounts
  }

  /// The section header above a line.
  private enum Heading {
    /// There is none yet in this file.
    case missing
    /// It was reported; the lines below it are ignored.
    case unknown
    case single(Setting.Section)
    case role(String)
    case grant(Grant)
    /// Of a role, which may be declared elsewhere.
    case roleGrant(String)
  }

  /// Applies a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - isProfile: Whether it is a profile, which can't build on another one.
  private mutating func apply(_ file: UnitFile, isProfile: Bool) {
    var heading = Heading.missing
    for line in file.lines {
      switch line.content {
      case .malformed(let found, let expected):
        report(found, expected: expected, at: line.place)
      case .section(let name):
        heading = SettingsReader.heading(name)
        enter(heading, name, at: line.place)
      case .assignment("Profile", let name) where isProfile:
        report("Profile=\(name)", expected: "no profile in a profile", at: line.place)
      case .assignment(let key, let value):
        assign(Assignment(key: key, value: value, place: line.place), below: heading)
      }
    }
  }

  /// Applies a file, or reports that it can't be read.
  mutating func apply(_ file: ConfigurationFiles.File, isProfile: Bool = false) {
    switch file.content {
    case .text(let text): apply(text, isProfile: isProfile)
    case .unreadable(let fault): report(fault)
    }
  }

  /// Resolves references to later lines, once all files have been applied.
  mutating func finish() {
    settings.policy.roles = roles.resolve(nameBytes: settings.limits.nameBytes, &faults)
    settings.policy.overrides = interactions.resolve(by: settings.policy, &faults)
    settings.roleGrants = roleGrants.resolve(by: settings.policy, &faults)
    checkRelations()
  }

  /// Notes a header, or reports an invalid one.
  private mutating func enter(_ heading: Heading, _ words: String, at place: Place) {
    let header = "[\(words)]"
    switch heading {
    case .missing, .single, .grant: break
    case .unknown:
      let hint =
        SectionOwner.daemon.hint(ofForeign: words)
        ?? SettingsReader.headers.guess(at: header)
      report(header, expected: SettingsReader.headers.alternatives + hint, at: place)
    case .role(let name):
      if let expected = RoleSections.fault(inName: name) {
        report(header, expected: expected, at: place)
      } else {
        roles.enter(name, at: place)
      }
    case .roleGrant(let name): roleGrants.enter(name, at: place)
    }
  }

  mutating func report(_ fault: ConfigurationFault) { faults.append(fault) }

  mutating func report(_ found: String, expected: String, at place: Place) {
    report(ConfigurationFault(at: place, found: found, expected: expected))
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
    case .policy, .interactions, .zones, .limits:
      return words.count == 1 ? .single(section) : .unknown
    case .role: return words.count == 2 ? .role(String(words[1])) : .unknown
    case .grant:
      guard words.count == 2 else { return .unknown }
      return Grant(rawValue: String(words[1])).map { .grant($0) } ?? .roleGrant(String(words[1]))
    }
  }

  private static let headers =
    ["[Policy]", "[Interactions]", "[Role NAME]", "[Zones]"]
    + grantNames.map { "[Grant \($0)]" } + ["[Limits]"]

  static let grantNames = Grant.allCases.map { $0.rawValue }

  private mutating func assign(_ assignment: Assignment, below heading: Heading) {
    switch heading {
    case .missing: report(assignment, expected: "a [Section] above it")
    case .unknown: break
    case .single(.interactions): setSquare(assignment)
    case .single(let section): setSingle(assignment, in: section)
    case .role(let name): setKey(ofRole: name, assignment)
    case .grant(let grant):
      let rules = settings.grants[grant, default: GrantRules()]
      if let rules = extended(rules, of: grant.rawValue, by: assignment) {
        settings.grants[grant] = rules
      }
    case .roleGrant(let name):
      if let rules = extended(roleGrants[name], of: name, by: assignment) {
        roleGrants[name] = rules
      }
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

  /// R59: `phoneCall.mixable=duck`, `*.phoneCall=duckNewcomer -6dB`; the names may be roles, which
  /// are known at the end.
  private mutating func setSquare(_ assignment: Assignment) {
    do throws(Setting.Unexpected) {
      interactions.add(
        assignment.key,
        try Setting.square(assignment.value),
        fault: fault(assignment, expected: "")
      )
      note(assignment, in: Setting.Section.interactions.rawValue)
    } catch {
      report(assignment, expected: error.expected)
    }
  }

  /// R66: a key of a role.
  private mutating func setKey(ofRole role: String, _ assignment: Assignment) {
    guard let setting = Setting.named(assignment.key, in: .role) else {
      return report(
        assignment,
        expected: SettingsReader.keys(of: .role, insteadOf: assignment.key)
      )
    }
    guard case .roleFlag(let place) = setting.value else {
      return setLike(of: role, assignment, setting)
    }
    guard let value = Flag.parse(assignment.value) else {
      return report(assignment, expected: setting.expected)
    }
    roles.setFlag(of: role, place, value)
    note(assignment, in: "\(Setting.Section.role.rawValue) \(role)")
  }

  /// R66: `Like=alarm`.
  private mutating func setLike(of role: String, _ assignment: Assignment, _ setting: Setting) {
    guard let kind = Kind(name: assignment.value) else {
      roles.setLike(of: role, nil)
      let kinds = Kind.builtIn.compactMap { $0.builtInName }
      let guess = kinds.guess(at: assignment.value)
      return report(assignment, expected: setting.expected + guess)
    }
    roles.setLike(of: role, kind)
    note(assignment, in: "\(Setting.Section.role.rawValue) \(role)")
  }

  /// The rules of a grant with an addition to one of the lists, or with that cleared by an empty
  /// value; nil if the line is wrong.
  private mutating func extended(
    _ rules: GrantRules,
    of grant: String,
    by assignment: Assignment
  ) -> GrantRules? {
    guard let setting = Setting.named(assignment.key, in: .grant) else {
      report(assignment, expected: SettingsReader.keys(of: .grant, insteadOf: assignment.key))
      return nil
    }
    var rules = rules
    switch setting.value {
    case .users:
      let named = numbers(assignment, of: "user", by: accounts.userID)
      rules.users = assignment.value.isEmpty ? [] : rules.users.union(named)
    case .groups:
      let named = numbers(assignment, of: "group", by: accounts.groupID)
      rules.groups = assignment.value.isEmpty ? [] : rules.groups.union(named)
    default:
      if let expected = setting.fault(inUnits: assignment.words) {
        report(assignment, expected: expected)
        return nil
      }
      let list =
        setting.key == "Units"
        ? Property<GrantRules, Set<String>> { $1(&$0.units) } : Property { $1(&$0.userUnits) }
      let former = list.value(of: rules)
      list.set(assignment.value.isEmpty ? [] : former.union(assignment.words), in: &rules)
    }
    note(assignment, in: "\(Setting.Section.grant.rawValue) \(grant)")
    return rules
  }

  private mutating func note(_ assignment: Assignment, in section: String) {
    setBy["\(section).\(assignment.key)"] = assignment.place
  }

  /// Returns the numbers of the users or groups in a list; an unknown name is a warning.
  private mutating func numbers(
    _ assignment: Assignment,
    of noun: String,
    by lookUp: (String) -> UInt32?
  ) -> [UInt32] {
    var numbers: [UInt32] = []
    for word in assignment.words {
      if let number = UInt32(word) ?? lookUp(word) {
        numbers.append(number)
        continue
      }
      let hint = word.contains(where: { $0 == "," }) ? "; names are separated by spaces" : ""
      let failure = accounts.failure().map { "to be able to look up the \(noun) \(word): \($0)" }
      let expected = failure ?? "a \(noun) that exists, not \(word)\(hint)"
      let isWarning = failure == nil || accounts.mayFail
      let fault = fault(assignment, expected: expected, isWarning: isWarning)
      if isWarning { warnings.append(fault) } else { report(fault) }
    }
    return numbers
  }

  private static func keys(of section: Setting.Section, insteadOf key: String) -> String {
    let keys = Setting.all(in: section).map { $0.key + "=" }
    return keys.alternatives + keys.guess(at: key + "=")
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
