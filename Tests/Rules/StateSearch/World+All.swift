/// A session of each kind, in the order of section 3.
private let kinds = [
  "playback", "playback spokenAudio", "playAndRecord", "playback mixWithOthers",
  "playback spokenAudio mixWithOthers", "playback duckOthers",
  "playback interruptSpokenAudioAndMixWithOthers",
  "playback duckOthers interruptSpokenAudioAndMixWithOthers", "playAndRecord assistant",
  "playback alarm", "playback ringtone", "playAndRecord phoneCall",
  "ambient role accessibility",
]

/// Sessions that let others play and are above normal: lower priorities spare them (section 3).
private let mixableAboveNormal = [
  "playback mixWithOthers alarm", "playback duckOthers ringtone",
  "playAndRecord mixWithOthers phoneCall",
]

private let life = ["activates", "deactivates", "deactivates notifying", "closes"]
private let sound = ["plays", "pauses"]
private let recording = ["records", "stops recording"]
private let lapse = ["the offer lapses"]

/// Whoever asked for the events of kind `lifecycle`, which few rules ask (R16, R34).
private func watchers(_ opens: [String]) -> World.Actor {
  World.Actor(name: "app", declarations: ["watches lifecycle"], opens: opens)
}

private func apps(_ opens: [String]) -> World.Actor { World.Actor(name: "app", opens: opens) }

extension World {
  /// The worlds, each with all that concerns a few rules.
  package static let all: [World] =
    ofKinds + ofChanges + ofMachine + ofOwners + ofPolicies + ofProfiles

  private static let ofKinds: [World] = [
    World(
      name: "pairs",
      meaning: "two sessions of any two kinds",
      sessions: 2,
      actors: [apps(kinds + mixableAboveNormal)],
      acts: life + sound,
      events: lapse
    ),
    World(
      name: "triples",
      meaning: "three sessions of eight kinds",
      sessions: 3,
      actors: [
        apps([kinds[0], kinds[1], kinds[3], kinds[5], kinds[7], kinds[8], kinds[9], kinds[11]])
      ],
      acts: life + sound,
      events: lapse
    ),
    World(
      name: "quartets",
      meaning: "four sessions of three kinds",
      sessions: 4,
      actors: [apps([kinds[0], kinds[5], kinds[11]])],
      acts: life,
      events: lapse
    ),
    World(
      name: "priorities",
      meaning: "three sessions of any priority that let others play, or don't (section 3)",
      sessions: 3,
      actors: [apps([kinds[0], kinds[9], kinds[11]] + mixableAboveNormal)],
      acts: life + sound,
      events: lapse
    ),
    World(
      name: "recorders",
      meaning: "three that record, of whom some wait to be invited (R7, R8, R34, R64)",
      sessions: 3,
      actors: [watchers(["record", "playAndRecord mixWithOthers", kinds[8], kinds[11]])],
      acts: life + recording,
      events: lapse
    ),
  ]

  private static let ofChanges: [World] = [
    World(
      name: "changes",
      meaning: "two sessions that change their kind at any time (R36 to R39, R42)",
      sessions: 2,
      actors: [apps(["playback"])],
      acts: ["activates", "deactivates", "pauses", "sets normal"] + kinds.map { "becomes \($0)" }
        + ["becomes playback no role", "sets phoneCall"],
      events: lapse
    ),
    World(
      name: "answers",
      meaning: "a ring that becomes a call, with two others (R41, R42)",
      sessions: 3,
      actors: [
        World.Actor(
          name: "phone",
          opens: ["playAndRecord ringtone banner", "playAndRecord ringtone"],
          acts: ["sets phoneCall", "sets ringtone"]
        ),
        apps(["playback", "playback prefersNoInterruptionsFromSystemAlerts", "playback alarm"]),
      ],
      acts: ["activates", "deactivates", "closes"],
      events: lapse
    ),
    World(
      name: "background",
      meaning: "sessions in the background, and what they may do for a while (R11, R65)",
      sessions: 3,
      actors: [apps(["playback", "playback mixWithOthers", kinds[11]])],
      acts: ["activates", "deactivates", "plays", "pauses", "goes to the background"]
        + ["comes to the foreground"],
      events: lapse + ["3s pass"]
    ),
    World(
      name: "readers",
      meaning: "activations by those who have, or haven't, read what was sent (R33)",
      sessions: 3,
      actors: [apps(["playback", kinds[11]])],
      acts: ["activates, having read everything", "activates, having missed the latest event"]
        + ["deactivates notifying", "pauses"],
      events: lapse
    ),
  ]

  private static let ofMachine: [World] = [
    World(
      name: "microphone",
      meaning: "the microphone is muted, on routes with and without one (R43)",
      sessions: 2,
      actors: [
        apps(["record", "playAndRecord overrideMutedMicrophoneInterruption", kinds[8], kinds[11]])
      ],
      reporters: ["dock reports for user 1000"],
      acts: ["activates", "deactivates", "becomes playAndRecord", "sets no options"] + recording,
      events: lapse + [
        "the microphone is muted", "the microphone is unmuted",
        "the microphone is muted, says dock", "dock disconnects",
        "the route becomes Speaker with USBAudio: newDeviceAvailable",
        "the route becomes Speaker with MicrophoneBuiltIn: oldDeviceUnavailable",
      ]
    ),
    World(
      name: "routes",
      meaning: "outputs come and go, the machine's and a user's (R44, R53, R60, R67)",
      sessions: 3,
      actors: [
        apps(["playback isNowPlayingCandidate", "playback mixWithOthers", "playAndRecord"])
      ],
      reporters: ["dock reports for user 1000"],
      acts: ["activates", "deactivates", "pauses", "closes"],
      events: lapse + [
        "the route becomes Speaker: oldDeviceUnavailable",
        "the route becomes Headphones: newDeviceAvailable",
        "the route becomes Headphones: override, says dock", "the volume becomes 0.4, says dock",
        "dock disconnects",
      ]
    ),
    World(
      name: "sleep",
      meaning: "the machine sleeps, and its switch silences (R50, R60, R62)",
      sessions: 3,
      actors: [apps(["playback", "ambient", "soloAmbient", kinds[10]])],
      reporters: ["dock reports for user 1000"],
      acts: ["activates", "deactivates", "pauses"],
      events: lapse + [
        "the machine sleeps", "the machine wakes", "the machine sleeps, says dock",
        "dock disconnects", "the silent switch is on", "the silent switch is off, says dock",
        "the silent switch is on, says dock", "the silent switch is off",
      ]
    ),
    World(
      name: "suspension",
      meaning: "processes are suspended, run again and die (R47, R48)",
      sessions: 3,
      actors: [
        World.Actor(
          name: "app",
          declarations: ["watches lifecycle"],
          opens: ["playback", "playback duckOthers"],
          isPaired: true
        )
      ],
      acts: ["activates", "deactivates", "closes", "is suspended", "is resumed", "dies"]
        + ["is suspended, says dock"],
      events: lapse + ["dock disconnects"]
    ),
    World(
      name: "wishes",
      meaning: "mutes and ports, which decide nothing (R68, R69)",
      sessions: 2,
      actors: [apps(["playback", "playAndRecord", "playback duckOthers"])],
      acts: [
        "activates", "deactivates", "mutes its output", "unmutes its output", "mutes its input",
        "overrides its output", "prefers input 1", "prefers no input", "is muted by its user",
        "is turned up by its user", "is muted by its user altogether, says dock",
      ],
      events: ["dock disconnects", "the route becomes Speaker: override"]
    ),
  ]

  private static let ofOwners: [World] = [
    World(
      name: "leases",
      meaning: "leases that end by time, beside offers that do (R30, R48)",
      sessions: 3,
      actors: [
        World.Actor(
          name: "hook",
          opens: ["playback with a lease of 3s", "playback duckOthers with a lease of 6s"],
          acts: ["renews", "renews for 1s", "shell opens @ again", "dies", "disconnects"]
        ),
        apps(["playback", kinds[11]]),
      ],
      acts: ["activates", "deactivates", "closes"],
      events: lapse + ["the lease ends", "2s pass"]
    ),
    World(
      name: "applications",
      meaning: "sessions of one application and of others (R52, R53)",
      sessions: 4,
      actors: [
        World.Actor(
          name: "page",
          declarations: ["names the application browser"],
          opens: ["playback isNowPlayingCandidate", "playback duckOthers"]
        ),
        apps(["playback isNowPlayingCandidate", kinds[11]]),
      ],
      acts: ["activates", "deactivates notifying", "pauses", "closes"],
      events: lapse
    ),
    World(
      name: "zones",
      meaning: "sessions in two zones and in none (R63)",
      sessions: 3,
      actors: [apps(["playback isNowPlayingCandidate", "playback duckOthers", kinds[9]])],
      places: ["", " in the zone kitchen", " in the zone garden"],
      acts: ["activates", "deactivates", "pauses", "closes"],
      events: lapse
    ),
    World(
      name: "grants",
      meaning: "processes lose their grants, and administrators evict (R3, R48)",
      sessions: 3,
      actors: [
        World.Actor(
          name: "phone",
          opens: [kinds[8], kinds[11]],
          acts: ["loses its grants", "gets its grants back", "sets phoneCall", "is evicted"]
        ),
        World.Actor(
          name: "guest",
          declarations: ["belongs to user 1001", "has no grants"],
          opens: ["playback", "playback alarm"]
        ),
      ],
      acts: ["activates", "deactivates", "dies"],
      events: lapse
    ),
  ]

  private static let ofPolicies: [World] = [
    World(
      name: "reloads",
      meaning: "policies that come into force at any time (R61)",
      sessions: 2,
      actors: [watchers(["playback", kinds[5], kinds[11], kinds[9]])],
      acts: ["activates", "deactivates", "pauses"],
      events: lapse + [
        "the policy becomes the default", "the policy becomes DuckGain=0.5 ResumeOffer=0s",
        "the policy becomes PlaybackDuringPhoneCall=no EndedOnSilentDeactivation=no",
        "the policy becomes *.alarm=refuse ResumeOffer=infinity",
        "the policy becomes RefusedDisplaces=yes InterruptedMayStart=no",
      ]
    ),
    World(
      name: "roles",
      meaning: "roles that come, go and are like others (R66)",
      sessions: 2,
      policy: "[Role siren] Like=alarm",
      actors: [
        World.Actor(name: "siren", opens: ["ambient role siren"], acts: ["sets role siren"]),
        apps(["playback", kinds[5], kinds[11], kinds[12]]),
      ],
      acts: ["activates", "deactivates", "sets no role"],
      events: lapse + [
        "the policy becomes the default", "the policy becomes [Role siren] Like=alarm",
        "the policy becomes [Role siren] Like=ducking DuckWithinApplication=yes",
        "the policy becomes [Role siren] Like=exclusive [Interactions] siren.exclusive=mix",
      ]
    ),
  ]

  private static let ofProfiles = ["ios", "android", "car", "web"].map { profile in
    World(
      name: profile,
      meaning: "three sessions under the profile \(profile)",
      sessions: 3,
      policy: "profile \(profile)",
      actors: [
        World.Actor(
          name: "page",
          declarations: ["names the application browser", "watches lifecycle"],
          opens: [kinds[0], kinds[5]]
        ),
        apps([kinds[0], kinds[3], kinds[8], kinds[11]]),
      ],
      acts: ["activates", "deactivates", "pauses", "closes"],
      events: lapse
    )
  }
}
