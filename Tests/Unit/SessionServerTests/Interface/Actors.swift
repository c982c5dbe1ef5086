import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire

@testable import AudioSessionServer

/// Clients that bring a server into every state in which it has something to say.
struct Actors {
  let interface: InterfaceWorld
  let music: InterfaceClient
  let film: InterfaceClient
  let system: InterfaceClient
  /// Another user, without grants, who isn't told names.
  let guest: InterfaceClient
  private let unseen: InterfaceClient

  private static let desk: JSONValue = ["portType": "Speaker", "name": "Desk", "portID": "desk"]
  private static let lid: JSONValue = [
    "portType": "MicrophoneBuiltIn", "name": "Lid", "portID": "l",
  ]

  init(_ interface: InterfaceWorld) throws {
    self.interface = interface
    let mpd = ProcessInformation(
      startTime: 1,
      comm: "mpd",
      unit: "user@1000.service",
      userUnit: "mpd.service"
    )
    music = try interface.connect(user: 1000, pid: 101, mpd)
    film = try interface.connect(user: 1000, pid: 102)
    system = try interface.connect(user: 1000, pid: 103)
    guest = try interface.connect(user: 1001, pid: 104)
    unseen = try interface.connect(user: 1000, pid: 0)
  }

  func introduce() throws {
    for client in [music, film, guest, unseen] {
      try client.ask(.hello, ["protocol": 1, "events": ["lifecycle"], "epoch": "another"])
    }
    for client in [system, guest] { try client.ask(.eventsSubscribe, ["scope": "all"]) }
    try system.ask(.enforcementAttach)
    try system.ask(.systemSetRoute, ["inputs": [Self.lid], "outputs": [Self.desk]])
  }

  /// All that only looks, by who may see everything and by who may not.
  func lookAround(_ sessions: JSONValue...) throws {
    for client in [system, guest] {
      for method in [
        Method.sessionList, .policyGet, .serverStatus, .systemGet, .alertRequest, .discover,
      ] {
        try client.ask(method)
      }
      try client.ask(.serverLog, ["limit": 50])
      for session in sessions {
        try client.ask(.sessionGet, ["session": session])
        try client.ask(.policyExplain, ["session": session])
        for action in ["activate", "deactivate"] {
          let act: JSONValue = ["session": session, "action": .string(action)]
          try client.ask(.policySimulate, act)
        }
      }
    }
    try system.ask(.enforcementAttach)
    try interface.settle()
  }

  func duck() throws {
    let song = try music.play(["name": "song", "category": "playback"])
    try music.ask(.sessionReport, ["session": song, "playing": true])
    let radio = try guest.play(["name": "radio", "category": "ambient"])
    let prompt = try guest.play(["category": "playback", "options": ["duckOthers"]])
    try lookAround(song, radio, prompt)
    let options: JSONValue = ["notifyOthersOnDeactivation"]
    try guest.ask(.sessionDeactivate, ["session": prompt, "options": options])
    try music.ask(.sessionReport, ["session": song, "inputMuted": true, "outputMuted": true])
    try music.ask(.sessionConfigure, ["session": song, "category": "playAndRecord"])
    let wishes: JSONValue = ["session": song, "preferredInput": "m", "outputOverride": "speaker"]
    try music.ask(.sessionReport, wishes)
    try lookAround(song)
    try music.ask(.sessionConfigure, ["session": song, "category": "playback"])
    for (muted, wantsUnmute) in [(["input", "output"], false), ([], true)] as [(JSONValue, Bool)] {
      let set: JSONValue = ["session": song, "muted": muted, "wantsUnmute": .bool(wantsUnmute)]
      try system.ask(.systemSetSessionMuted, set)
      try lookAround(song)
    }
    let hardware: JSONValue = [
      "sampleRate": 48_000, "bufferFrames": 1024, "inputLatencySeconds": 0,
      "outputLatencySeconds": 0.5, "outputVolume": 0.5, "outputMuted": false, "inputChannels": 1,
      "outputChannels": 2, "availableInputs": [Self.desk], "loudspeaker": Self.desk,
    ]
    let route: JSONValue = ["inputs": [], "outputs": [Self.desk], "hardware": hardware]
    try system.ask(.systemSetRoute, route)
    try music.ask(.sessionConfigure, ["session": song, "mode": "spokenAudio"])
    try interface.settle()
    for (client, session) in [(guest, radio), (guest, prompt), (music, song)] {
      try client.ask(.sessionClose, ["session": session])
    }
  }

  /// More sessions of other processes than are listed.
  func crowd() throws {
    // Every session of every decision would be checked.
    for client in [system, guest] { try client.ask(.eventsSubscribe, ["scope": "none"]) }
    let duckers = try (0..<66).map { try interface.connect(user: 1000, pid: 200 + $0) }
    let ducking: JSONValue = ["category": "playback", "options": ["duckOthers"]]
    let loud = try duckers.map { try $0.play(ducking) }
    let radio = try guest.play(["name": "radio", "category": "ambient"])
    try guest.ask(.sessionGet, ["session": radio])
    try guest.ask(.policyExplain, ["session": radio])
    for (ducker, session) in zip(duckers, loud) {
      try ducker.ask(.sessionConfigure, ["session": session, "options": []])
    }
    try interface.settle()
    try guest.ask(.sessionGet, ["session": loud[0]])
    for (ducker, session) in zip(duckers, loud) {
      try ducker.ask(.sessionClose, ["session": session])
    }
    try guest.ask(.sessionClose, ["session": radio])
    try interface.settle()
    for client in [system, guest] { try client.ask(.eventsSubscribe, ["scope": "all"]) }
  }

  func interrupt() throws {
    let song = try music.play(["name": "song", "category": "playback"])
    try music.ask(.sessionReport, ["session": song, "playing": true])
    let radio = try guest.play(["name": "radio", "category": "playback"])
    let hidden = try unseen.play(["category": "playback"])
    try music.ask(.sessionActivate, ["session": song])
    for scope in ["none", "all"] {
      for client in [system, guest] { try client.ask(.eventsSubscribe, ["scope": .string(scope)]) }
    }
    let movie = try film.play(["name": "movie", "category": "playback"])
    try lookAround(song, radio, movie, hidden)
    try unseen.ask(.sessionClose, ["session": hidden])
    let options: JSONValue = ["notifyOthersOnDeactivation"]
    try film.ask(.sessionDeactivate, ["session": movie, "options": options])
    try lookAround(song, radio, movie)
    try guest.ask(.sessionActivate, ["session": radio])
    try guest.ask(.sessionDeactivate, ["session": radio])
    try system.ask(.sessionEvict, ["session": movie, "note": "too loud"])
    try lookAround(song, radio)
    try music.ask(.sessionClose, ["session": song])
    try guest.ask(.sessionClose, ["session": radio])
  }

  func refuse() throws {
    let call = try film.play(["name": "call", "category": "playAndRecord", "priority": "phoneCall"])
    let song = try music.play(["category": "soloAmbient"])
    let radio = try guest.play(["name": "radio", "category": "soloAmbient"])
    try lookAround(call, song, radio)
    try film.ask(.sessionClose, ["session": call])
    try interface.settle()
    try music.ask(.sessionClose, ["session": song])
    try guest.ask(.sessionClose, ["session": radio])
  }

  func record() throws {
    let memo = try music.play(["name": "memo", "category": "record"])
    try music.ask(.sessionReport, ["session": memo, "recording": true])
    try lookAround(memo)
    try system.ask(.systemSetMicrophoneMuted, ["muted": true])
    try lookAround(memo)
    try system.ask(.systemSetMicrophoneMuted, ["muted": false])
    try interface.settle()
    try music.ask(.sessionClose, ["session": memo])
  }

  /// A recording, ended by a subscription.
  func tape() throws {
    let recorder = try interface.connect(user: 1000, pid: 105)
    try guest.ask(.eventsRecord)
    try recorder.ask(.eventsRecord)
    let song = try music.play(["name": "song", "category": "playback"])
    try interface.settle()
    try recorder.ask(.eventsSubscribe, ["scope": "none"])
    try music.ask(.sessionClose, ["session": song])
  }

  func reportTheSystem() throws {
    let song = try music.play(["name": "song", "category": "playback"])
    try system.ask(.systemSetProcessSuspended, ["pid": 101, "suspended": true])
    try system.ask(.systemSetSleeping, ["sleeping": true])
    try lookAround(song)
    try system.ask(.systemSetSleeping, ["sleeping": false])
    try interface.settle()
    try music.ask(.sessionClose, ["session": song])
  }

  func lease() throws {
    let lease: JSONValue = ["leaseName": "hook", "ttlSeconds": 60]
    let opening: JSONValue = ["category": "playback", "lease": lease]
    let session = try music.play(opening)
    try music.ask(.sessionRenew, ["leaseName": "hook", "ttlSeconds": 30])
    try unseen.ask(.sessionOpen, ["lease": lease])
    try lookAround(session)
    try unseen.ask(.sessionClose, ["leaseName": "hook"])
    let short: JSONValue = ["leaseName": "short", "ttlSeconds": 0.1]
    try music.play(["category": "playback", "lease": short])
    // The next thing that happens by itself is its end.
    try interface.world.server.turn(timeout: .seconds(60))
    try interface.settle()
  }

  /// What isn't there, and is only imagined.
  func imagine() throws {
    let song = try music.play(["name": "song", "category": "playback"])
    let radio = try guest.play(["name": "radio", "category": "ambient"])
    let descriptions: [JSONValue] = [
      ["category": "playback", "name": "imagined"],
      ["category": "playback", "options": ["duckOthers"]], ["priority": "alarm"],
      ["category": "playback", "mode": "voiceChat"],
    ]
    for client in [system, guest] {
      for description in descriptions {
        for action in ["activate", "deactivate"] {
          let act: JSONValue = ["description": description, "action": .string(action)]
          try client.ask(.policySimulate, act)
        }
      }
    }
    try lookAround(song, radio)
    try music.ask(.sessionClose, ["session": song])
    try guest.ask(.sessionClose, ["session": radio])
  }

  /// One of each error.
  func err() throws {
    try guest.provoke("{")
    try guest.provoke("{}")
    try guest.provoke(#"{"jsonrpc":"2.0","id":1,"method":"nope"}"#)
    try guest.provoke(#"[{"jsonrpc":"2.0","id":1,"method":"nope"},{}]"#)
    try guest.ask(.sessionGet, ["session": 999])
    try guest.ask(.sessionEvict, ["session": 999])
    try guest.ask(.sessionGet, ["sesion": 1])
    try guest.ask(.sessionGet)
    try guest.ask(.sessionOpen, ["category": "nope"])
    let session = try guest.ask(.sessionOpen)["session"] ?? .null
    try guest.ask(.sessionRenew, ["session": session])
    try guest.ask(.sessionReport, ["session": session, "recording": true])
    try guest.ask(.sessionReport, ["session": session, "foreground": false])
    let song = try music.play(["category": "playback"])
    try guest.ask(.sessionActivate, ["session": session])
    try music.ask(.sessionClose, ["session": song])
    for _ in 0..<16 { try guest.ask(.sessionOpen) }
    try guest.ask(.enforcementApplied, ["seq": 1])
    try system.ask(.enforcementApplied, ["seq": 1])
    try guest.ask(.hello, ["protocol": 2])
    try guest.ask(.hello, ["protocol": 1])
    try system.ask(.sessionGet, ["session": 999])
  }

  /// A file that is wrong on the disk is told of, and changes nothing.
  func spoil() throws {
    try interface.world.reload("[Policy]\nDuckGain=loud\n")
    try guest.ask(.serverStatus)
  }

  /// An observer that doesn't read misses decisions.
  func lag() throws {
    let session = try music.ask(.sessionOpen, ["category": "ambient"])["session"] ?? .null
    for _ in 0..<400 {
      for method in [Method.sessionActivate, .sessionDeactivate] {
        try music.ask(method, ["session": session])
      }
    }
    try interface.settle()
  }

  func stop() throws {
    interface.world.server.stop()
    for client in [music, film, guest] { try client.readWhatIsThere() }
  }
}
