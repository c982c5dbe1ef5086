import AudioSessionJSON
import AudioSessionWire

/// What the demo shows: the daemon's main work, as it comes up in the course of a day.
enum Story {
  static let chapters = [
    opening, prompt, speech, declinedCall, takenCall, pause, alarm, crash, restart,
  ]

  private static let opening = Chapter(
    title: "Seven programs, each a process of its own",
    steps: [
      Step(actors: [], act: .starts, words: "starts, with a socket in a temporary folder"),
      Step(actors: Role.allCases, act: .connects, words: "connect and open a session each"),
    ]
  )

  private static let prompt = Chapter(
    title: "A spoken prompt turns the music down without stopping it",
    steps: [
      .start(.music, "starts playing"),
      speaks("says: in 300 metres, turn left"),
      .stop(.navigation, "has finished speaking", .back(.music)),
    ]
  )

  private static let speech = Chapter(
    title: "One voice at a time: speech is paused, and everyone resumes in turn",
    steps: [
      .start(
        .podcast,
        "starts playing",
        .began(.music, by: .podcast, "is told to pause: neither mixes, so the newer one wins")
      ),
      .start(
        .navigation,
        "says: turn left now",
        .began(.podcast, by: .navigation, "is told to pause: speech is stopped, not turned down"),
        .nothing(.music, "is told nothing: it still waits for the podcast", rule: "R59")
      ),
      .stop(
        .navigation,
        "has finished speaking",
        .ended(.podcast),
        .nothing(.music, "is told nothing yet: the podcast resumes first", rule: "R30")
      ),
      .start(.podcast, "resumes"),
      .stop(.podcast, "reaches its end", .ended(.music)),
      .start(.music, "resumes"),
    ]
  )

  private static let declinedCall = Chapter(
    title: "A call rings and is declined",
    steps: [
      rings,
      .stop(.phone, "the user declines: it stops ringing", .ended(.music)),
      .start(.music, "resumes"),
    ]
  )

  private static let takenCall = Chapter(
    title: "A call is answered: one interruption from ring to hang-up, and it has the microphone",
    steps: [
      rings,
      .ask(
        .phone,
        .sessionConfigure,
        ["category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall"],
        "the user answers: the ring becomes a call",
        rule: "R37",
        .nothing(.music, "is told nothing: it is the same interruption", rule: "R42")
      ),
      .start(
        .recorder,
        "tries to record",
        Consequence(
          roles: [.recorder],
          notice: "is refused: '!pri' (R7) by phone, phoneCall",
          words: "is refused with '!pri': the call has the microphone",
          rule: "R7"
        )
      ),
      .stop(.phone, "hangs up", .ended(.music)),
      .ask(
        .phone,
        .sessionConfigure,
        ["category": "playback", "priority": "ringtone"],
        "is ready to ring again"
      ),
      .start(.music, "resumes"),
    ]
  )

  private static let pause = Chapter(
    title: "Music that the user paused during an interruption doesn't resume by itself",
    steps: [
      rings,
      .ask(.music, .sessionReport, ["playing": false], "the user presses pause", rule: "R29"),
      .stop(
        .phone,
        "the user declines: it stops ringing",
        .ended(.music, shouldResume: false, "is told that it is over, but not to resume")
      ),
      .start(.music, "the user presses play"),
    ]
  )

  private static let alarm = Chapter(
    title: "An alarm is heard over music, and an assistant over the alarm",
    steps: [
      .start(.alarm, "rings", .began(.music, by: .alarm, "is told to pause")),
      .start(
        .assistant,
        "says: good morning, it is seven o'clock",
        .ducked(.alarm, by: .assistant, "is turned down to 20 %, but not stopped"),
        .nothing(.music, "is told nothing: it is silent already", rule: "R28")
      ),
      .stop(.assistant, "has finished speaking", .back(.alarm)),
      .stop(.alarm, "is switched off", .ended(.music)),
      .start(.music, "resumes"),
    ]
  )

  private static let crash = Chapter(
    title: "A program that crashes leaves nothing behind",
    steps: [
      speaks("says: you have arr..."),
      Step(
        actors: [.navigation],
        act: .isKilled,
        words: "is killed (SIGKILL) in mid-word",
        rule: "R48",
        consequences: [.back(.music)]
      ),
    ]
  )

  private static let restart = Chapter(
    title: "Even the daemon may crash",
    steps: [
      Step(
        actors: [],
        act: .isKilled,
        words: "is killed (SIGKILL)",
        consequences: [
          Consequence(
            roles: survivors,
            notice: "loses the connection",
            words: "lose the connection"
          )
        ]
      ),
      Step(actors: [], act: .starts, words: "starts again and knows no sessions"),
      Step(
        actors: survivors,
        act: .connects,
        words: "reconnect and open new sessions",
        consequences: [
          .told(
            MediaServicesWereReset(previousEpoch: "the one before"),
            survivors,
            "are told once that their old sessions are gone",
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

  private static let rings = Step.start(
    .phone,
    "rings",
    .began(.music, by: .phone, "is told to pause: a ring takes precedence over music")
  )

  private static func speaks(_ words: String) -> Step {
    .start(
      .navigation,
      words,
      .ducked(.music, by: .navigation, "is turned down to 20 % and plays on")
    )
  }
}
