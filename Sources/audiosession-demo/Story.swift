import AudioSessionWire

/// What the demo shows: the daemon's main job, as one goes through a day.
enum Story {
  static let chapters = [
    opening, prompt, speech, declinedCall, takenCall, pause, alarm, crash, restart,
  ]

  private static let opening = Chapter(
    title: "Seven programs, each a process of its own",
    steps: [
      Step(actors: [], act: .starts, words: "starts, with a socket in a temporary folder"),
      Step(actors: Role.allCases, act: .connects, words: "connect and say what they are"),
    ]
  )

  private static let prompt = Chapter(
    title: "A spoken prompt turns the music down, but doesn't stop it",
    steps: [
      .start(.music, "starts to play"),
      speaks("says: in 300 metres, turn left", .music),
      .stop(.navigation, "has finished speaking", .back(.music)),
    ]
  )

  private static let speech = Chapter(
    title: "One voice at a time: speech is paused, and everybody gets their turn again",
    steps: [
      .start(
        .podcast,
        "starts to play",
        .began(.music, by: .podcast, "is told to pause: of two that play alone the newer wins")
      ),
      .start(
        .navigation,
        "says: turn left now",
        .began(.podcast, by: .navigation, "is told to pause: speech is stopped, not turned down"),
        .nothing(.music, "is told nothing: it waits for the podcast as before", rule: "R59")
      ),
      .stop(
        .navigation,
        "has finished speaking",
        .ended(.podcast, "is told that it may go on"),
        .nothing(.music, "is told nothing yet: the podcast comes first", rule: "R30")
      ),
      .start(.podcast, "goes on"),
      .stop(.podcast, "is at its end", .ended(.music, "is told that it may go on")),
      .start(.music, "goes on"),
    ]
  )

  private static let declinedCall = Chapter(
    title: "A call rings and is declined",
    steps: [
      rings,
      .stop(
        .phone,
        "the user declines: it stops ringing",
        .ended(.music, "is told that it may go on")
      ),
      .start(.music, "goes on"),
    ]
  )

  private static let takenCall = Chapter(
    title: "A call is taken: one interruption from ring to end, and the microphone is the call's",
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
        "wants to record",
        Consequence(
          roles: [.recorder],
          kind: .refused("!pri", by: .phone, priority: "phoneCall"),
          words: "is refused: '!pri', the phone has the microphone",
          rule: "R7"
        )
      ),
      .stop(.phone, "hangs up", .ended(.music, "is told that it may go on")),
      .ask(
        .phone,
        .sessionConfigure,
        ["category": "playback", "priority": "ringtone"],
        "is ready to ring again"
      ),
      .start(.music, "goes on"),
    ]
  )

  private static let pause = Chapter(
    title: "Who presses pause during an interruption isn't surprised by music afterwards",
    steps: [
      rings,
      .ask(.music, .sessionReport, ["playing": false], "the user presses pause", rule: "R29"),
      .stop(
        .phone,
        "the user declines: it stops ringing",
        .told(
          .music,
          .ended(.music, shouldResume: false),
          words: "is told that it is over, but not to go on",
          rule: "R24"
        )
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
        .told(
          .alarm,
          .ducked(.alarm, by: .assistant),
          words: "goes down to 20 %, but isn't stopped",
          rule: "R16"
        ),
        .nothing(.music, "is told nothing: it is silent already", rule: "R28")
      ),
      .stop(
        .assistant,
        "has finished speaking",
        .back(.alarm)
      ),
      .stop(.alarm, "is switched off", .ended(.music, "is told that it may go on")),
      .start(.music, "goes on"),
    ]
  )
}
