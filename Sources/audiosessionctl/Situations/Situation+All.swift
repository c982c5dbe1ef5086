/// The situations of `Situations.md`, by number, each as it goes by default.
extension Situation {
  static let all = firstHalf + secondHalf

  private static let music = Actor("music", "playback")
  private static let phone = Actor("phone", "playAndRecord voiceChat phoneCall")
  private static let prompt = Actor(
    "navigation",
    "playback voicePrompt duckOthers interruptSpokenAudioAndMixWithOthers"
  )
  private static let reader = Actor("reader", "playback accessibility")
  private static let helper = Actor("assistant", "playAndRecord assistant")
  private static let clock = Actor("alarm", "playback alarm")
  private static let video = Actor("video", "playback")

  private static let firstHalf: [Situation] = [
    Situation(
      1,
      "a screen reader speaks over music",
      [music, reader],
      [.activates("music"), .activates("reader")]
    ),
    Situation(
      2,
      "a screen reader speaks during a call",
      [phone, reader],
      [.activates("phone"), .activates("reader")]
    ),
    Situation(
      3,
      "a screen reader speaks while an alarm rings and an assistant answers",
      [clock, helper, reader],
      [.activates("alarm"), .activates("reader"), .activates("assistant")]
    ),
    Situation(
      4,
      "two people share one machine",
      [Actor("alice", "playback", user: 1001), Actor("bob", "playback", user: 1002)],
      [.activates("alice"), .activates("bob")]
    ),
    Situation(
      5,
      "somebody else logs in while music plays",
      [Actor("alice", "playback", user: 1001), Actor("bob", "ambient", user: 1002)],
      [.activates("alice"), .activates("bob")]
    ),
    Situation(
      6,
      "an ordinary program claims the priority of a call",
      [Actor("softphone", "playAndRecord phoneCall", isTrusted: false)],
      [.activates("softphone")]
    ),
    Situation(
      7,
      "a video is opened during a conference that has no grant",
      [Actor("conference", "playAndRecord videoChat"), video],
      [
        .activates("conference"), .records("conference"), .activates("video"),
        .deactivatesNotifying("video"),
      ]
    ),
    Situation(
      8,
      "an announcement is made during a call",
      [phone, Actor("announcement", "playback alarm")],
      [.activates("phone"), .activates("announcement")]
    ),
    Situation(
      9,
      "navigation speaks during a call",
      [phone, prompt],
      [.activates("phone"), .activates("navigation")]
    ),
    Situation(
      10,
      "a call connects while navigation speaks",
      [prompt, phone],
      [.activates("navigation"), .activates("phone")]
    ),
    Situation(
      11,
      "somebody speaks into a radio while music plays",
      [music, Actor("radio", "playAndRecord duckOthers")],
      [.activates("music"), .activates("radio"), .records("radio"), .deactivates("radio")]
    ),
    Situation(
      12,
      "an assistant wakes while music plays",
      [music, helper],
      [.activates("music"), .activates("assistant"), .deactivates("assistant")]
    ),
    Situation(
      13,
      "music is requested while the assistant is still speaking",
      [helper, music],
      [.activates("assistant"), .activates("music"), .deactivates("assistant")]
    ),
    Situation(
      14,
      "another process than the assistant listens for a wake word",
      [helper, Actor("listener", "playAndRecord mixWithOthers")],
      [.activates("assistant"), .records("assistant"), .activates("listener")]
    ),
    Situation(
      15,
      "a program listens for a wake word all day",
      [Actor("listener", "playAndRecord mixWithOthers"), music, phone],
      [
        .activates("listener"), .records("listener"), .activates("music"), .systemSound,
        .activates("phone"), .deactivates("phone"),
      ]
    ),
    Situation(
      16,
      "two timers ring",
      [Actor("eggs", "playback alarm"), Actor("tea", "playback alarm")],
      [.activates("eggs"), .activates("tea"), .deactivates("tea")]
    ),
    Situation(
      17,
      "nobody stops an alarm",
      [clock, music],
      [.activates("alarm"), .activates("music")]
    ),
  ]

  private static let secondHalf: [Situation] = [
    Situation(
      18,
      "a second call rings, is taken, and ends",
      [
        phone, Actor("ring", "playback ringtone"), Actor("call", "playAndRecord phoneCall"),
      ],
      [
        .activates("phone"), .activates("ring"), .activates("call"), .closes("ring"),
        .closes("call"),
      ]
    ),
    Situation(
      19,
      "a message arrives during a recording",
      [Actor("recorder", "record")],
      [.activates("recorder"), .records("recorder"), .systemSound]
    ),
    Situation(
      20,
      "a call interrupts both decks of one program",
      [
        Actor("one deck", "playback", of: "decks"), Actor("the other", "playback", of: "decks"),
        phone,
      ],
      [
        .activates("one deck"), .activates("the other"), .activates("phone"),
        .deactivates("phone"),
      ]
    ),
    Situation(
      21,
      "a player has a helper process",
      [Actor("player", "playback"), Actor("process", "playback")],
      [.activates("player"), .activates("process")]
    ),
    Situation(
      22,
      "music plays beside a game",
      [Actor("game", "playback mixWithOthers"), music],
      [.activates("game"), .activates("music")]
    ),
    Situation(
      23,
      "a dictaphone runs beside a game",
      [Actor("game", "ambient"), Actor("recorder", "record")],
      [.activates("game"), .activates("recorder"), .records("recorder")]
    ),
    Situation(
      24,
      "a video is opened during a take",
      [Actor("take", "record"), video],
      [.activates("take"), .records("take"), .activates("video")]
    ),
    Situation(
      25,
      "somebody dictates during a podcast",
      [Actor("podcast", "playback spokenAudio"), Actor("dictation", "record")],
      [.activates("podcast"), .activates("dictation"), .deactivatesNotifying("dictation")]
    ),
    Situation(
      26,
      "a film is watched together in a call",
      [
        Actor("phone", "playAndRecord videoChat phoneCall"),
        Actor("film", "playback moviePlayback"),
      ],
      [.activates("phone"), .activates("film")]
    ),
    Situation(
      27,
      "headphones are plugged in, and out again",
      [Actor("music", "playback isNowPlayingCandidate")],
      [.activates("music"), .outputIsLost]
    ),
    Situation(
      28,
      "the microphone is muted during a conference",
      [Actor("conference", "playAndRecord videoChat")],
      [
        .activates("conference"), .records("conference"), .microphoneIsMuted(true),
        .microphoneIsMuted(false),
      ]
    ),
    Situation(
      29,
      "a call interrupts music that plays in the background",
      [music, phone],
      [
        .activates("music"), .goesToBackground("music"), .activates("phone"),
        .deactivates("phone"), .activates("music"),
      ]
    ),
    Situation(
      30,
      "an announcement interrupts a film in a kiosk",
      [Actor("film", "playback"), Actor("announcement", "playback alarm")],
      [.activates("film"), .activates("announcement"), .deactivates("announcement")]
    ),
    Situation(
      31,
      "there is music in every room",
      [Actor("kitchen", "playback"), Actor("bedroom", "playback")],
      [.activates("kitchen"), .activates("bedroom")]
    ),
    Situation(
      32,
      "somebody with a hearing aid can't understand speech over music",
      [music, Actor("navigation", "playback duckOthers")],
      [.activates("music"), .activates("navigation")]
    ),
    Situation(
      33,
      "another player starts during a performance",
      [Actor("performance", "playback"), video],
      [.activates("performance"), .activates("video")]
    ),
    Situation(
      34,
      "a car beeps while reversing, during a call",
      [phone],
      [.activates("phone"), .systemSound]
    ),
  ]
}
