import AudioSessionArbitration
import AudioSessionSystem
import AudioSessionWire

@testable import AudioSessionServer

extension RouteObject {
  /// A route of one loudspeaker.
  static func speaker(_ portID: String) -> RouteObject {
    RouteObject(outputs: [Port(portType: "Speaker", name: portID, portID: portID)])
  }
}

extension PeerIdentity {
  /// A peer made by hand.
  static func fixture(
    pid: Int32 = 812,
    uid: UInt32 = 1000,
    gid: UInt32 = 1000,
    unit: String? = nil,
    userUnit: String? = nil
  ) -> PeerIdentity {
    PeerIdentity(
      credentials: PeerCredentials(pid: pid, uid: uid, gid: gid),
      process: ProcessID(1),
      information: ProcessInformation(startTime: 1, comm: "mpd", unit: unit, userUnit: userUnit)
    )
  }
}
