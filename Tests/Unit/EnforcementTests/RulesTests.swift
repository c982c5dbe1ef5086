import AudioSessionTypes
import Enforcement
import Testing

/// Which rule takes which stream.
struct RulesTests {
  // MARK: Patterns

  private static let fitting: [(pattern: String, texts: [String])] = [
    ("mpv", ["mpv", "MPV"]),
    ("MPV", ["mpv"]),
    ("*", ["", "a", "any text"]),
    ("sd_*", ["sd_", "sd_espeak-ng", "SD_generic"]),
    ("*player", ["player", "My Player", "playerplayer"]),
    ("a*b*c", ["abc", "aXbXc", "abbcc", "abcbc"]),
    ("m?v", ["mpv", "m-v"]),
    ("*a?", ["ab", "aab", "xaay"]),
    ("Ä*", ["ärger"]),
    ("", [""]),
  ]

  @Test func `a pattern fits whole texts, in capitals or not`() {
    for (pattern, texts) in Self.fitting {
      for text in texts {
        #expect(Pattern(pattern).fits(text), "\(pattern) fits \(text)")
      }
    }
  }

  private static let unfitting: [(pattern: String, texts: [String])] = [
    ("mpv", ["", "mp", "mpvv", "xmpv"]),
    ("sd_*", ["sd", "asd_"]),
    ("*player", ["players", ""]),
    ("a*b*c", ["ac", "abcd", "acb"]),
    ("m?v", ["mv", "mppv"]),
    ("*a?", ["a", "ba"]),
    ("[ab]", ["a", "b"]),
  ]

  @Test func `a pattern fits nothing else`() {
    for (pattern, texts) in Self.unfitting {
      for text in texts {
        #expect(!Pattern(pattern).fits(text), "\(pattern) doesn't fit \(text)")
      }
    }
  }

  @Test func `a pattern of many stars on a long text takes no time`() {
    let text = String(repeating: "a", count: 5000)
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(!Pattern(String(repeating: "*a", count: 50) + "b").fits(text))
    }
    // It takes milliseconds; a matcher that tries all ways to split the text never ends.
    #expect(time < .seconds(20))
  }

  // MARK: Conditions

  private func stream(_ change: (inout StreamDescription) -> Void = { _ in }) -> StreamDescription {
    var stream = StreamDescription(direction: .output, owner: .credential(pid: 7))
    change(&stream)
    return stream
  }

  private func fits(
    _ conditions: [(AdoptionRule.Property, [String])],
    _ stream: StreamDescription,
    player: String? = nil,
    isCapturing: Bool = false
  ) -> Bool {
    let rule = AdoptionRule(
      name: "x",
      conditions: conditions.map { AdoptionRule.Condition($0.0, $0.1) },
      adoption: Adoption()
    )
    var activity = ProgramActivity()
    activity.player = player
    activity.isCapturing = isCapturing
    return rule.fits(stream, activity)
  }

  @Test func `each property is looked at where it stands`() {
    let full = stream {
      $0.applicationName = "name"
      $0.binary = "binary"
      $0.mediaRole = "Role"
      $0.portalAppID = "portal"
      $0.nodeName = "node"
      $0.parents = ["shell", "parent"]
    }
    let values: [AdoptionRule.Property: String] = [
      .direction: "output", .applicationName: "name", .binary: "binary", .mediaRole: "role",
      .portalAppID: "portal", .nodeName: "node", .mprisIdentity: "identity", .capturing: "yes",
      .parent: "parent", .sandboxed: "no",
    ]
    for property in AdoptionRule.Property.allCases {
      for (other, value) in values {
        let isFitting = fits([(property, [value])], full, player: "identity", isCapturing: true)
        #expect(isFitting == (property == other), "\(property)=\(value)")
      }
    }
  }

  @Test func `of the patterns of one property any may fit, of the properties all must`() {
    let mpv = stream {
      $0.binary = "mpv"
      $0.mediaRole = "Music"
    }
    #expect(fits([(.binary, ["vlc", "mpv"])], mpv))
    #expect(!fits([(.binary, ["vlc", "mpd"])], mpv))
    #expect(fits([(.binary, ["mpv"]), (.mediaRole, ["Movie", "Music"])], mpv))
    #expect(!fits([(.binary, ["mpv"]), (.mediaRole, ["Movie"])], mpv))
    #expect(fits([], mpv))
  }

  @Test func `a missing property: fits no pattern, not even a star`() {
    for property: AdoptionRule.Property in [
      .applicationName, .binary, .mediaRole, .portalAppID, .nodeName, .mprisIdentity, .parent,
    ] {
      #expect(!fits([(property, ["*"])], stream()), "\(property)")
    }
    #expect(fits([(.mprisIdentity, ["*"])], stream(), player: "mpv"))
  }

  @Test func `capturing is the program's, whatever way the stream goes`() {
    #expect(fits([(.capturing, ["yes"])], stream(), isCapturing: true))
    #expect(!fits([(.capturing, ["yes"])], stream(), isCapturing: false))
    #expect(fits([(.capturing, ["no"])], stream(), isCapturing: false))
  }

  @Test func `a sandbox is the program's, and not the unit's that started it`() {
    let unsandboxed = stream { $0.portalAppID = "org.kde.konsole" }
    #expect(fits([(.sandboxed, ["no"])], unsandboxed))
    #expect(fits([(.sandboxed, ["yes"])], stream { $0.sandbox = "org.example.Player" }))
  }

  @Test(
    arguments: [
      (nil, false, nil, false, false), (4.9, false, nil, false, false),
      (5, false, nil, true, false),
      (0, true, nil, true, false), (nil, false, 0.9, false, false), (nil, false, 1, false, true),
    ] as [(Double?, Bool, Double?, Bool, Bool)]
  )
  func `a program lasts by time or by its player, and converses by time`(
    heard: Double?,
    hasPlayed: Bool,
    conversed: Double?,
    lasts: Bool,
    converses: Bool
  ) {
    var activity = ProgramActivity()
    activity.heardFor = heard.map { .seconds($0) }
    activity.hasPlayed = hasPlayed
    activity.conversedFor = conversed.map { .seconds($0) }
    let lasting = AdoptionRule(name: "music", lasting: .seconds(5), adoption: nil)
    let conversing = AdoptionRule(name: "talk", conversing: .seconds(1), adoption: nil)
    #expect(lasting.fits(stream(), activity) == lasts)
    #expect(conversing.fits(stream(), activity) == converses)
  }

  // MARK: Verdicts

  private static let call = {
    var call = Adoption()
    call.priority = .phoneCall
    return call
  }()

  private static let talk = {
    var talk = Adoption()
    talk.options = [.mixWithOthers]
    return talk
  }()

  private static func rule(_ name: String, _ role: String, _ adoption: Adoption?) -> AdoptionRule {
    AdoptionRule(
      name: name,
      conditions: [AdoptionRule.Condition(.mediaRole, [role])],
      adoption: adoption
    )
  }

  private func verdict(
    _ rules: [AdoptionRule],
    _ role: String,
    owner: StreamOwner = .credential(pid: 7),
    facts: DaemonFacts? = nil
  ) -> RuleVerdict {
    var stream = StreamDescription(direction: .output, owner: owner)
    stream.mediaRole = role
    return AdoptionRules(rules)
      .judgement(on: stream, ProgramActivity(), facts: facts).verdict
  }

  private func facts(grants: Set<String>, roles: Set<String> = []) -> DaemonFacts {
    DaemonFacts(grants: grants, grantedRoles: roles, unduckRamp: .zero)
  }

  @Test func `the first rule that fits takes a stream, also to leave it alone`() {
    let rules = [
      Self.rule("tools", "DSP", nil), Self.rule("talk", "Comm*", Self.talk),
      Self.rule("all", "*", Adoption()),
    ]
    #expect(verdict(rules, "DSP") == .leave(rule: "tools"))
    #expect(verdict(rules, "Communication") == .adopt(rule: "talk", Self.talk))
    #expect(verdict(rules, "Music") == .adopt(rule: "all", Adoption()))
    #expect(verdict([Self.rule("tools", "DSP", nil)], "Music") == .leave(rule: nil))
  }

  @Test func `a rule with a priority is passed over without its grant`() {
    let rules = [
      Self.rule("call", "Communication", Self.call), Self.rule("talk", "Communication", Self.talk),
    ]
    let granted = facts(grants: ["phoneCall"])
    #expect(verdict(rules, "Communication") == .adopt(rule: "talk", Self.talk))
    #expect(
      verdict(rules, "Communication", facts: facts(grants: ["alarm"]))
        == .adopt(rule: "talk", Self.talk)
    )
    #expect(
      verdict(rules, "Communication", facts: granted) == .adopt(rule: "call", Self.call)
    )
    #expect(verdict([rules[0]], "Communication") == .leave(rule: nil))
  }

  @Test func `a program's own word never grants a priority`() {
    let rules = [
      Self.rule("call", "Communication", Self.call), Self.rule("talk", "Communication", Self.talk),
    ]
    let granted = facts(grants: ["phoneCall"])
    for owner: StreamOwner in [.claim(pid: 7), .unknown(because: "it is of a container")] {
      #expect(
        verdict(rules, "Communication", owner: owner, facts: granted)
          == .adopt(rule: "talk", Self.talk)
      )
    }
  }

  @Test func `a role is anybody's unless it takes a grant (R66)`() {
    var siren = Adoption()
    siren.role = "siren"
    let rules = [Self.rule("siren", "Alarm", siren), Self.rule("talk", "Alarm", Self.talk)]
    let owner = StreamOwner.claim(pid: 7)
    #expect(
      verdict(rules, "Alarm", owner: owner, facts: facts(grants: []))
        == .adopt(rule: "siren", siren)
    )
    let without = facts(grants: [], roles: ["siren"])
    #expect(verdict(rules, "Alarm", facts: without) == .adopt(rule: "talk", Self.talk))
    let with = facts(grants: ["siren"], roles: ["siren"])
    #expect(verdict(rules, "Alarm", facts: with) == .adopt(rule: "siren", siren))
    #expect(verdict(rules, "Alarm", owner: owner, facts: with) == .adopt(rule: "talk", Self.talk))
  }
}
