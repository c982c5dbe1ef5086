import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import ControlCore

/// What a daemon might say: music under a silent navigator, speech under a call, a refused recorder.
enum Canned {
  static let epoch = Epoch(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
  static let time = Time(seconds: 1_795_257_715, nanoseconds: 250_000_000)

  static let mpd = PeerIdentity(uid: 1000, comm: "mpd", unit: "mpd.service")

  static var music: SessionObject {
    var session = SessionObject(session: 7, uid: 1000, kind: "exclusive")
    session.identity = SessionIdentity(name: "mpd", peer: mpd)
    session.pid = 812
    session.category = .playback
    session.options = [.allowAirPlay]
    session.state = .active
    session.playing = true
    session.gain = 0.2
    session.duckedBy = [9]
    session.activation = 41
    session.seq = 1207
    return session
  }

  static var navigator: SessionObject {
    var session = SessionObject(session: 9, uid: 1000, kind: "ducking")
    session.identity = SessionIdentity(
      name: "ナビ",
      peer: PeerIdentity(
        uid: 1000,
        comm: "navi",
        unit: "user@1000.service",
        userUnit: "navi.service"
      )
    )
    session.pid = 9000
    session.category = .playback
    session.mode = .voicePrompt
    session.options = [.duckOthers, .mixWithOthers]
    session.state = .active
    return session
  }

  static var book: SessionObject {
    var session = SessionObject(session: 10, uid: 1001, kind: "spoken")
    session.category = .playback
    session.mode = .spokenAudio
    session.state = .interrupted
    session.interruptedBy = [7]
    session.interruptionReason = .builtInMicMuted
    return session
  }

  static var recorder: SessionObject {
    var session = SessionObject(session: 11, uid: 1000, kind: "recording")
    session.identity = SessionIdentity(
      name: nil,
      leaseName: "memo\u{9B}",
      peer: PeerIdentity(uid: 1000, comm: "arecord")
    )
    session.pid = 77
    session.category = .record
    session.foreground = false
    session.lease = LeaseObject(ttlSeconds: 30, remainingSeconds: 12.5)
    return session
  }

  static var idle: SessionObject {
    var session = SessionObject(session: 12, uid: 1000, kind: "exclusive")
    session.identity = SessionIdentity(name: "mpd", peer: PeerIdentity(uid: 1000))
    return session
  }

  /// A browser's tab in the kitchen, in the silence of the switch.
  static var game: SessionObject {
    var session = SessionObject(session: 13, uid: 1000, kind: "mixable")
    session.identity = SessionIdentity(
      name: "game",
      application: "browser",
      zone: "kitchen",
      peer: PeerIdentity(uid: 1000)
    )
    session.category = .ambient
    session.state = .active
    session.gain = 0
    return session
  }

  /// A siren with a role of its own, kept by a lease of another name.
  static var siren: SessionObject {
    var session = SessionObject(session: 14, uid: 1000, kind: "emergency")
    session.identity = SessionIdentity(
      name: "siren",
      leaseName: "fire",
      zone: "hall\u{9B}",
      peer: PeerIdentity(uid: 1000)
    )
    session.category = .playback
    session.priority = .alarm
    session.role = "emergency"
    session.state = .active
    session.playing = true
    session.lease = LeaseObject(ttlSeconds: 30, remainingSeconds: 12.5)
    return session
  }

  static var all: [SessionObject] { [music, navigator, book, recorder, idle] }

  static func listing(_ sessions: [SessionObject]) -> SessionListResult {
    SessionListResult(sessions: .all(sessions), seq: 1207, epoch: epoch)
  }

  static func list(_ sessions: [SessionObject]) throws -> JSONValue {
    try json(listing(sessions))
  }

  static func status(
    connections: Int = 4,
    _ counts: Counts = Counts(),
    enforcers: Int = 1,
    faults: [String] = []
  ) -> StatusResult {
    StatusResult(
      version: "1.0.0",
      epoch: epoch,
      uptimeSeconds: 8003.5,
      counts: StatusCounts(connections: connections, sessions: counts),
      limits: WrittenValue(Limits()),
      enforcers: enforcers,
      configurationFaults: faults,
      configurationReadAt: time,
      seq: 1207
    )
  }

  /// Why the music is lowered.
  static var explanation: ExplanationResult {
    ExplanationResult(
      session: 7,
      state: .active,
      because: [
        .init(
          .ducked,
          rule: .R59,
          cell: "ducking.exclusive",
          by: BlockerObject(session: 9, name: "ナビ", priority: .normal),
          since: time,
          seq: 1200
        )
      ],
      text: ["mpd (session 7) is lowered under ナビ (session 9) (R59 ducking.exclusive)."]
    )
  }

  /// Why the recorder was refused.
  static var refusal: ExplanationResult {
    ExplanationResult(
      session: 11,
      state: .inactive,
      because: [.init(.refused, rule: .R7, since: time, seq: 1201)],
      text: ["session 11 was refused with '!pri' (R7)."]
    )
  }

  /// Why the game is silent.
  static var silence: ExplanationResult {
    ExplanationResult(
      session: 13,
      state: .active,
      because: [.init(.silenced, rule: .R62, since: time, seq: 1202)],
      text: ["game (session 13) is silent while the silent switch is on (R62)."]
    )
  }

  /// That nothing is done to a session.
  static func free(_ session: UInt64) -> ExplanationResult {
    ExplanationResult(session: session, state: .inactive, because: [], text: [])
  }

  /// A session of which the daemon tells these members.
  static func told(_ members: JSONValue) throws -> Sent<SessionObject> {
    try #require(Sent(members))
  }
}
