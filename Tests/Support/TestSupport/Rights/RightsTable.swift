import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// Every request that the interface knows, with every kind of object that its right depends on.
///
/// The page Rights.md is printed from it, and tests make each request as each kind of peer.
package enum RightsTable {
  package static let calls = sections.flatMap(\.calls)

  /// The tables of the page: a heading, and rows.
  static let sections: [(heading: String, calls: [RightsCall])] = [
    ("Sessions and leases of the owner", operations),
    ("Sessions of the caller", openings + claims),
    ("Looking", views),
    ("The machine", reports),
    ("The daemon", questions),
  ]

  private typealias Rights = [(RightsCall.Who, Right)]

  private static let everybody: Rights = [(.everybody, .yes)]
  private static let owner: Rights = [(.owner, .yes), (.everybody, .notPermitted)]
  private static let ownersUser: Rights = [(.ownersUser, .yes), (.everybody, .notPermitted)]
  /// A lease's name is one among those of its user.
  private static let byName: Rights = [
    (.ownersUser, .yes), (.everybody, .refused("noSuchSession")),
  ]
  private static let observers: Rights = [
    (.ownersUser, .yes), (.holders([.observe, .admin]), .yes), (.everybody, .nameless),
  ]
  private static let opening: Rights = [
    (.peer(.full), .refused("resourceNotAvailable")), (.everybody, .yes),
  ]

  /// For all sessions with a grant, otherwise for those of the caller's user.
  private static func reaching(with grant: Grant) -> Rights {
    [(.ownersUser, .yes), (.holders([grant]), .yes), (.everybody, .own)]
  }

  private static let operations =
    onSessions + onLeases + [
      RightsCall(.sessionEvict, "a session", everybody, .change) { ["session": $0.session] },
      RightsCall(.sessionEvict, "a lease", everybody, .change) { ["session": $0.lease] },
      RightsCall(
        .systemSetSessionMuted,
        "a session",
        [(.ownersUser, .yes), (.holders([.system]), .yes), (.everybody, .notPermitted)],
        .change
      ) { ["session": $0.session, "muted": ["output"]] },
      RightsCall(
        .sessionOpen,
        "a name that is a lease of the owner's",
        [
          (.ownersUser, .yes), (.peer(.full), .refused("resourceNotAvailable")), (.everybody, .own),
        ],
        .reach
      ) { _ in ["lease": ["leaseName": .string(RightsScene.leaseName)]] },
      RightsCall(
        .sessionOpen,
        "on behalf of a process of the owner's",
        [(.ownersUser, .yes), (.holders([.system]), .yes), (.everybody, .notPermitted)]
      ) { ["onBehalfOf": $0.process] },
      RightsCall(
        .sessionOpen,
        "on behalf of no process",
        [(.everybody, .notPermitted)]
      ) { _ in ["onBehalfOf": 2_147_483_647] },
    ]

  /// The methods that operate a session; a lease takes them under its name, too.
  private static let operating: [(method: Method, scene: RightsCall.Scene, JSONValue)] = [
    (.sessionConfigure, .active, ["mode": "spokenAudio"]),
    (.sessionActivate, .inactive, [:]),
    (.sessionDeactivate, .active, [:]),
    (.sessionReport, .active, ["playing": false]),
    (.sessionClose, .active, [:]),
  ]

  private static let onSessions =
    operating.map { method, scene, parameters in
      RightsCall(method, "a session", owner, .change, in: scene) {
        parameters.with("session", $0.session)
      }
    } + [
      RightsCall(
        .sessionRenew,
        "a session",
        [(.owner, .refused("badParam")), (.everybody, .notPermitted)]
      ) { ["session": $0.session] }
    ]

  private static let onLeases = (operating + [(.sessionRenew, .active, ["ttlSeconds": 77])])
    .flatMap { method, scene, parameters in
      let byNumber = RightsCall(method, "a lease", ownersUser, .change, in: scene) {
        parameters.with("session", $0.lease)
      }
      let named = RightsCall(method, "a lease, by its name", byName, .change, in: scene) { _ in
        parameters.with("leaseName", .string(RightsScene.leaseName))
      }
      return method == .sessionConfigure ? [byNumber] : [byNumber, named]
    }

  private static let openings = [
    RightsCall(.sessionOpen, "a session", opening),
    RightsCall(.sessionOpen, "a lease", opening) { _ in ["lease": ["leaseName": "own"]] },
    RightsCall(.sessionOpen, "a role like a normal kind", opening) { _ in ["role": "jingle"] },
    // It has connections in common with no process that the daemon can't see, not even itself.
    RightsCall(
      .sessionActivate,
      "a session that it opened over another connection",
      [(.peer(.unseen), .notPermitted), (.everybody, .yes)]
    ) { ["session": $0.otherOwn] },
    RightsCall(.sessionEvict, "a session", everybody) { ["session": $0.own] },
  ]

  /// What needs a grant: a session opened with it, and one changed to it.
  private static let claims =
    [Priority.assistant, .alarm, .ringtone, .phoneCall].flatMap { priority in
      claims(of: "the priority `\(priority.rawValue)`", by: priority.rawValue) {
        ["priority": .string(priority.rawValue)]
      }
    }
    + claims(of: "a role like `alarm`", by: "siren") { ["role": "siren"] }
    + claims(of: "the role `accessibility`, as a grant", by: "accessibility") {
      ["role": "accessibility"]
    }

  private static func claims(
    of claim: String,
    by grant: String,
    _ parameters: @escaping @Sendable () -> JSONValue
  ) -> [RightsCall] {
    let rights: Rights = [
      (.holdersOfRole(grant), .yes), (.everybody, .refused("missingEntitlement")),
    ]
    return [
      RightsCall(.sessionOpen, claim, rights) { _ in parameters() },
      RightsCall(.sessionConfigure, claim, rights) { parameters().with("session", $0.own) },
      RightsCall(.policySimulate, claim, rights) { _ in
        ["description": parameters(), "action": "activate"]
      },
    ]
  }

  private static let views = [
    RightsCall(.sessionGet, "a session", observers, .names) { ["session": $0.session] },
    RightsCall(.sessionGet, "a lease", observers, .names) { ["session": $0.lease] },
    RightsCall(.sessionList, "all sessions", observers, .names),
    RightsCall(.serverLog, "all decisions", observers, .names),
    RightsCall(.eventsSubscribe, "all decisions", observers, .names) { _ in ["scope": "all"] },
    RightsCall(.eventsRecord, "all decisions", everybody, .names),
    RightsCall(
      .policyExplain,
      "a session that another interrupts",
      observers,
      .names,
      in: .interrupting
    ) { ["session": $0.interrupted] },
    RightsCall(.policySimulate, "a session", observers, .names) {
      ["session": $0.session, "action": "activate"]
    },
    RightsCall(.enforcementAttach, "all sessions", attaching, .reach),
    RightsCall(
      .systemGet,
      "what was reported for the owner's user",
      ownReports,
      .reach,
      in: .routed
    ),
  ]

  private static let attaching: Rights = [
    (.ownersUser, .yes), (.holders([.enforcement]), .yes),
    (.peer(.full), .refused("limitExceeded")), (.everybody, .own),
  ]
  private static let ownReports: Rights = [(.ownersUser, .yes), (.everybody, .own)]

  private static let reports = [
    RightsCall(.systemSetRoute, "the route", reaching(with: .system), .change) { _ in
      let port: JSONValue = ["portType": "Speaker", "name": "Desk", "portID": "desk"]
      return ["inputs": [], "outputs": [port]]
    },
    RightsCall(.systemSetMicrophoneMuted, "the microphone", reaching(with: .system), .change) { _ in
      ["muted": true]
    },
    RightsCall(.systemSetSleeping, "sleep", reaching(with: .system), .change) { _ in
      ["sleeping": true]
    },
    RightsCall(.systemSetSilenced, "the silent switch", reaching(with: .system), .change) { _ in
      ["silenced": true]
    },
    RightsCall(
      .systemSetProcessSuspended,
      "the owner's process",
      reaching(with: .system),
      .change
    ) { ["pid": $0.process, "suspended": true] },
    RightsCall(.enforcementApplied, "its own acknowledgement", everybody) { _ in ["seq": 1] },
    RightsCall(.alertRequest, "a system sound", everybody),
  ]

  private static let questions = [
    RightsCall(.hello, "itself", everybody) { _ in ["protocol": 1] },
    RightsCall(.serverStatus, "the daemon", everybody),
    RightsCall(.discover, "the interface", everybody),
    RightsCall(.policyGet, "the configuration", everybody),
    RightsCall(.policySetDuckGain, "the depth of ducking", everybody) { _ in ["duckGain": 0.1] },
    RightsCall(.policySimulate, "an imagined session", everybody) { _ in imagined([:]) },
    RightsCall(.policySimulate, "one that has all grants", everybody) { _ in
      imagined(["description": ["priority": "phoneCall"], "allGrants": true])
    },
    RightsCall(.policySimulate, "one of another user", administrators) { _ in imagined(["user": 1])
    },
    RightsCall(.policySimulate, "one of another group", administrators) { _ in
      imagined(["groups": [1]])
    },
    RightsCall(.policySimulate, "one of another unit", administrators) { _ in
      imagined(["unit": "x.service"])
    },
    RightsCall(.policySimulate, "one of another unit of a user", administrators) { _ in
      imagined(["userUnit": "x.service"])
    },
    RightsCall(.policySimulate, "another configuration", administrators) { _ in
      imagined(["configuration": "[Policy]\nDuckGain=0.5\n"])
    },
  ]

  private static let administrators: Rights = [
    (.holders([.admin]), .yes), (.everybody, .notPermitted),
  ]

  private static func imagined(_ others: JSONValue) -> JSONValue {
    let usual: [JSONValue.Member] = [
      .init("description", ["category": "playback"]), .init("action", "activate"),
    ]
    let given = others.members ?? []
    return .object(usual.filter { member in !given.contains { $0.name == member.name } } + given)
  }
}

extension JSONValue {
  /// The object with one member more.
  fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
    .object((members ?? []) + [Member(name, value)])
  }
}
