import AudioSessionTypes
import AudioSessionWire

/// The messages that are measured.
enum Samples {
  static let activate =
    #"{"jsonrpc":"2.0","id":1,"method":"session.activate","params":{"session":7}}"#

  static let configure =
    #"{"jsonrpc":"2.0","id":1,"method":"session.configure","params":{"session":7,"#
    + #""category":"playback","mode":"moviePlayback","options":["duckOthers","mixWithOthers"],"#
    + #""priority":"normal","preferences":{"prefersNoInterruptionsFromSystemAlerts":true}}}"#

  static let session: SessionObject = {
    var session = SessionObject(session: 7, uid: 1000, kind: "ducking")
    session.identity = SessionIdentity(
      name: "Music player",
      peer: PeerIdentity(
        uid: 1000,
        comm: "mpd",
        unit: "user@1000.service",
        userUnit: "mpd.service"
      )
    )
    session.pid = 4711
    session.category = .playback
    session.options = .duckOthers
    session.gain = 0.2
    session.duckedBy = [9]
    session.activation = 3
    session.seq = 1206
    return session
  }()
}
