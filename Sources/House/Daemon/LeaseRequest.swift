import AudioSessionJSON

/// How a session of another machine is opened in the local daemon.
package struct LeaseRequest: Equatable, Sendable {
  package var leaseName: String
  package var name: String
  package var zone: String?
  package var standing: Standing
  /// How long it lives unless it is renewed.
  package var life: Duration

  /// The parameters of `session.open`.
  var opening: JSONValue {
    let lease: JSONValue = [
      "leaseName": .string(leaseName),
      "ttlSeconds": .number("\(max(life / .seconds(1), 1))"),
    ]
    let members = [
      JSONValue.Member("name", .string(name)),
      .init("zone", zone.map { .string($0) } ?? .null),
      .init("lease", lease),
    ]
    return .object(members + configuration)
  }

  /// The members of `session.configure`.
  var configuration: [JSONValue.Member] {
    var (priority, role): (String, JSONValue) = ("normal", .null)
    var options: JSONValue = []
    switch standing {
    case .ignored: break
    case .ducking, .lacking: options = ["duckOthers"]
    case .priority(let name): priority = name
    case .role(let name): role = .string(name)
    }
    return [
      .init("category", "playback"), .init("options", options),
      .init("priority", .string(priority)), .init("role", role),
    ]
  }
}
