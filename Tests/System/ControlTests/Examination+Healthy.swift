import AudioSessionWire

@testable import audiosessionctl
@testable import ControlCore

/// What systemd says of the two units.
func told(
  _ socket: [String: String],
  _ service: [String: String]
) -> Result<Units, Examination.Absence> {
  let texts = [socket, service].map { properties in
    properties.map { "\($0)=\($1)" }.joined(separator: "\n")
  }
  return Units(texts.joined(separator: "\n\n")).map { .success($0) } ?? .failure(.silent)
}

func hello(_ version: String, _ peer: Peer, _ grants: [Grant]) -> HelloResult {
  HelloResult(
    server: ServerObject(name: "audiosessiond", version: version),
    epoch: Canned.epoch,
    peer: peer,
    grants: grants.map(\.rawValue),
    limits: Limits()
  )
}

extension Examination {
  /// A machine on which all is as it should be.
  static var healthy: Examination {
    let peer = Peer(
      pid: 812,
      uid: 1000,
      gid: 1000,
      comm: "sh",
      unit: "user@1000.service",
      userUnit: "navi.service"
    )
    return Examination(
      path: "/run/audiosession/socket",
      paths: ["/run/user/1000/audiosession/socket", "/run/audiosession/socket"],
      contact: .answer(hello(version, peer, [.observe, .admin])),
      status: Canned.status(),
      units: told(
        [
          "LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled",
          "SocketMode": "0666", "SocketGroup": "",
        ],
        ["LoadState": "loaded", "ActiveState": "active", "NRestarts": "0"]
      ),
      place: SocketPlace(kind: .socket),
      configuration: .right(files: ["/etc/a.conf", "/etc/b.conf"])
    )
  }
}
