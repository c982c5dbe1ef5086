/// An argument of a call, of one of the types in use.
enum BusArgument: Equatable {
  case string(String)
  case uint32(UInt32)
  case uint64(UInt64)
}

/// A method call.
struct BusCall: Equatable {
  var destination: String
  var path: String
  var interface: String
  var member: String
  var arguments: [BusArgument] = []
}

/// The outcome of a call.
enum BusReply: Equatable {
  case values([BusValue])
  /// The name of the D-Bus error, and a sentence.
  case failed(error: String, explanation: String)
  case timedOut

  /// The values of a successful reply; otherwise none.
  var values: [BusValue] { if case .values(let values) = self { values } else { [] } }
}

/// A signal from the bus.
struct BusSignal: Equatable {
  /// The sender's unique name, set by the bus; the bus itself is `org.freedesktop.DBus`.
  var sender: String
  var path: String
  var interface: String
  var member: String
  var values: [BusValue]

  /// The new and the former owner of a bus name, if the bus tells that; nil for none.
  var ownerChange: (name: String, former: String?, owner: String?)? {
    guard sender == BusCall.busName, member == "NameOwnerChanged" else { return nil }
    let words = values.compactMap { $0.string }
    guard words.count == 3 else { return nil }
    return (
      words[0], words[1].isEmpty ? nil : words[1], words[2].isEmpty ? nil : words[2]
    )
  }
}

/// A message from a connection.
enum BusMessage<Purpose> {
  /// The reply to a call, exactly one each, with the caller's purpose.
  case reply(BusReply, Purpose)
  case signal(BusSignal)
  /// The connection is lost; pending calls aren't answered.
  case lost(reason: String)
}

/// The reason that there is no connection.
struct BusFault: Error, Equatable {
  let reason: String
  /// Whether a bus may listen there soon.
  var isPassing = false
}

/// Calls to the bus itself, and to D-Bus's standard interfaces.
extension BusCall {
  static let busName = "org.freedesktop.DBus"
  static let propertiesInterface = "org.freedesktop.DBus.Properties"

  static func bus(_ member: String, _ arguments: [String] = []) -> BusCall {
    BusCall(
      destination: busName,
      path: "/org/freedesktop/DBus",
      interface: busName,
      member: member,
      arguments: arguments.map(BusArgument.string)
    )
  }

  /// The match rule for ``BusSignal/ownerChange``, for names as by a condition.
  static func ownerRule(_ condition: String) -> String {
    "sender='\(busName)',interface='\(busName)',member='NameOwnerChanged',\(condition)"
  }

  /// Subscribes to signals that match; see "Match Rules" in D-Bus's specification.
  static func addMatch(_ rule: String) -> BusCall { bus("AddMatch", ["type='signal'," + rule]) }

  /// One property of an object.
  static func get(
    _ property: String,
    of interface: String,
    _ destination: String,
    _ path: String
  ) -> BusCall {
    BusCall(
      destination: destination,
      path: path,
      interface: propertiesInterface,
      member: "Get",
      arguments: [.string(interface), .string(property)]
    )
  }

  /// All properties of an object in one interface.
  static func getAll(of interface: String, _ destination: String, _ path: String) -> BusCall {
    BusCall(
      destination: destination,
      path: path,
      interface: propertiesInterface,
      member: "GetAll",
      arguments: [.string(interface)]
    )
  }
}
