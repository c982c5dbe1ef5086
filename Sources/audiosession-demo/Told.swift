import AudioSessionWire

/// Everything that a notification says, with names where the wire has numbers; compared whole.
struct Told: Equatable {
  private let value: JSONValue

  /// For people: the method, and what comes with it.
  var text: String { "\(value["method"]?.string ?? value.text) \(value["params"]?.text ?? "")" }

  private init(_ value: JSONValue) { self.value = value.inOrder }
}

extension Told {
  /// The session has to be silent, because of another.
  static func began(_ role: Role, by blocker: Role) -> Told {
    let by: JSONValue = [
      "session": blocker.name, "name": blocker.name,
      "priority": .string(blocker.priority),
    ]
    return interruption(role, ["type": "began", "reason": "default", "by": by])
  }

  /// The session need no longer be silent.
  static func ended(_ role: Role, shouldResume: Bool) -> Told {
    interruption(role, ["type": "ended", "options": shouldResume ? ["shouldResume"] : []])
  }

  /// The session is turned down, or by nobody up again.
  static func ducked(_ role: Role, by ducker: Role?) -> Told {
    let level: JSONValue =
      if let ducker {
        ["duckedBy": [ducker.name], "gain": 0.2, "rampMilliseconds": 300]
      } else {
        ["duckedBy": [], "gain": 1, "rampMilliseconds": 1_000]
      }
    return Told("session.ducking", ["session": role.name], level)
  }

  /// The daemon is another one than before.
  static var reset: Told { Told("mediaServices.wereReset", ["previousEpoch": "the one before"]) }

  private static func interruption(_ role: Role, _ members: JSONValue) -> Told {
    Told("session.interruption", ["session": role.name], members)
  }

  private init(_ method: JSONValue, _ parameters: JSONValue...) {
    let members = parameters.flatMap { $0.members ?? [] }
    self.init(["jsonrpc": "2.0", "method": method, "params": .object(members)])
  }
}

extension Told {
  /// Reads a notification; what isn't as it should be keeps its number and so equals nothing.
  init(_ message: JSONValue, names: [Int64: Role], epoch: JSONValue, previousEpoch: JSONValue) {
    let parameters = message["params"]?.members ?? []
    let told = parameters.compactMap { member -> JSONValue.Member? in
      switch member.name {
      case "seq": nil
      case "epoch": member.value == epoch ? nil : member
      case "previousEpoch" where member.value == previousEpoch: .init(member.name, "the one before")
      default: .init(member.name, member.value.naming(names, member.name))
      }
    }
    let others = (message.members ?? []).filter { $0.name != "params" }
    self.init(.object(others + [.init("params", .object(told))]))
  }
}

extension Role {
  /// The name as the wire has it.
  fileprivate var name: JSONValue { .string(rawValue) }
}

extension JSONValue {
  /// The same with the members of every object sorted: their order says nothing.
  fileprivate var inOrder: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { Member($0.name, $0.value.inOrder) }.sorted { $0.name < $1.name }
    )
  }

  /// The same with sessions' numbers replaced by names.
  fileprivate func naming(_ names: [Int64: Role], _ key: String) -> JSONValue {
    switch self {
    case .object(let members):
      .object(members.map { Member($0.name, $0.value.naming(names, $0.name)) })
    case .array(let elements): .array(elements.map { $0.naming(names, key) })
    case .number where key == "session" || key == "duckedBy":
      integer.flatMap { names[$0]?.name } ?? self
    case .null, .bool, .number, .string: self
    }
  }
}
