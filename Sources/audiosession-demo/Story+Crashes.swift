import AudioSessionWire

/// What becomes of the others when a program crashes, and when the daemon does.
extension Story {
  static let crash = Chapter(
    title: "A program that crashes leaves nothing behind",
    steps: [
      speaks("says: you have arr...", .music),
      Step(
        actors: [.navigation],
        act: .isKilled,
        words: "is killed (SIGKILL) in the middle of it",
        rule: "R48",
        consequences: [.back(.music)]
      ),
    ]
  )

  static let restart = Chapter(
    title: "Even the daemon may crash",
    steps: [
      Step(
        actors: [],
        act: .isKilled,
        words: "is killed (SIGKILL)",
        consequences: [
          Consequence(roles: survivors, kind: .lost, words: "lose the connection")
        ]
      ),
      Step(actors: [], act: .starts, words: "starts again and knows of nobody"),
      Step(
        actors: survivors,
        act: .connects,
        words: "connect and open their sessions anew",
        consequences: [
          Consequence(
            roles: survivors,
            kind: .told([.reset]),
            words: "are told once that their old sessions are gone",
            rule: "R49"
          )
        ]
      ),
      Step(
        actors: survivors,
        act: .asks([(.sessionActivate, [:]), (.sessionClose, [:])]),
        words: "can play again, one after the other",
        rule: "R12"
      ),
    ]
  )

  private static let survivors = Role.allCases.filter { $0 != .navigation }
}

/// What happens more than once.
extension Story {
  static let rings = Step.start(
    .phone,
    "rings",
    .began(.music, by: .phone, "is told to pause: a ring comes before music")
  )

  static func speaks(_ words: String, _ role: Role) -> Step {
    .start(
      .navigation,
      words,
      .told(
        role,
        .ducked(role, by: .navigation),
        words: "goes down to 20 % of its volume and plays on",
        rule: "R16"
      )
    )
  }
}

extension Consequence {
  /// The program's sound comes back.
  static func back(_ role: Role) -> Consequence {
    .told(role, .ducked(role, by: nil), words: "comes back to full volume", rule: "R27")
  }

  /// The program is interrupted.
  static func began(_ role: Role, by blocker: Role, _ words: String) -> Consequence {
    .told(role, .began(role, by: blocker), words: words, rule: "R59")
  }

  /// The program's interruption is over, and it was playing.
  static func ended(_ role: Role, _ words: String) -> Consequence {
    .told(role, .ended(role, shouldResume: true), words: words, rule: "R24")
  }
}
