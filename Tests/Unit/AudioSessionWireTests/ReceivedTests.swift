import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

/// What a client makes of messages that its version doesn't know wholly.
struct ReceivedTests {
  /// What stands for a session of which nothing is known.
  private static let nobody: SessionObject = {
    var nobody = SessionObject(session: 0, uid: 0, kind: "")
    nobody.identity = SessionIdentity(name: nil, peer: PeerIdentity(uid: 0))
    return nobody
  }()

  @Test func `a session's object with missing or unknown members: read with defaults for them`()
    throws
  {
    let rows: [(object: String, change: (inout SessionObject) -> Void)] = [
      ("{}", { _ in }),
      (#"{"session":7,"gain":0.5}"#, { ($0.session, $0.gain) = (7, 0.5) }),
      (#"{"session":7,"gain":1e999}"#, { $0.session = 7 }),
      (#"{"state":"active","category":"later"}"#, { $0.state = .active }),
      (#"{"state":"afloat","category":"ambient"}"#, { $0.category = .ambient }),
      (#"{"state":1,"playing":"yes","session":-1,"uid":4294967296}"#, { _ in }),
      (#"{"later":{"state":1},"nowPlaying":true}"#, { $0.nowPlaying = true }),
      (#"{"options":["later","allowAirPlay"]}"#, { $0.options = .allowAirPlay }),
      (#"{"duckedBy":[1,"2",3,null,4.5]}"#, { $0.duckedBy = [1, 3] }),
      (#"{"interruptionReason":"later","role":1}"#, { _ in }),
      (
        #"{"lease":{"ttlSeconds":5}}"#,
        { $0.lease = LeaseObject(ttlSeconds: 5, remainingSeconds: 0) }
      ),
      (#"{"preferences":{"later":true}}"#, { _ in }),
      (
        #"{"preferences":{"isNowPlayingCandidate":true,"prefersInterruptionOnRouteDisconnect":0}}"#,
        { $0.preferences.insert(.isNowPlayingCandidate) }
      ),
    ]
    for row in rows {
      var expected = Self.nobody
      row.change(&expected)
      let json = try JSONValue(parsing: row.object)
      #expect(json.received() == expected, "\(row.object)")
    }
  }

  @Test func `a client goes on from what it knew, where it is told nothing that it knows`() throws {
    var known = SessionObject(session: 7, uid: 5, kind: "spoken")
    (known.category, known.gain) = (.playback, 0.5)
    var expected = known
    expected.identity = SessionIdentity(name: nil, peer: PeerIdentity(uid: 5))
    expected.gain = 1
    let json = try JSONValue(parsing: #"{"category":"later","gain":1,"kind":null}"#)
    #expect(json.received(otherwise: known) == expected)
    #expect(JSONValue.null.received(otherwise: DecisionStamp.first) == .first)
  }

  @Test func `an element that can't be read is passed over, and the others stay`() throws {
    let words: JSONValue = ["session.closed", "session.levitated", 7, "session.ducking"]
    #expect(words.received() == [NotificationMethod.sessionClosed, .sessionDucking])
    let ports: JSONValue = [["portType": "A", "name": 1], 7, nil]
    #expect(ports.received() == [Port(portType: "A", name: "", portID: "")])
  }

  @Test func `a value whose missing or unknown part has no default: not read`() throws {
    let epoch = "0123456789abcdef0123456789abcdef"
    let rows: [(stamp: String, seq: UInt64?)] = [
      (#"{"epoch":"\#(epoch)","seq":7,"later":1}"#, 7), (#"{"epoch":"\#(epoch)"}"#, nil),
      (#"{"epoch":"\#(epoch)","seq":-7}"#, nil), (#"{"epoch":"later","seq":7}"#, nil),
      ("{}", nil), ("[]", nil), ("7", nil), ("null", nil),
    ]
    for row in rows {
      let stamp: DecisionStamp? = try JSONValue(parsing: row.stamp).received()
      #expect(stamp?.seq == row.seq, "\(row.stamp)")
    }
    for other in ["7", "null", "[{}]"] {
      #expect(try JSONValue(parsing: other).received(as: SessionObject.self) == nil)
    }
    #expect(JSONValue.string("later").received(as: NotificationMethod.self) == nil)
    #expect(JSONValue.string("session.closed").received() == NotificationMethod.sessionClosed)
  }
}

extension DecisionStamp {
  fileprivate static let first = DecisionStamp(epoch: Epoch(high: 0, low: 0), seq: 1)
}
