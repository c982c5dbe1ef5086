/// An argument of a call, of those types that are needed here.
enum BusArgument: Equatable {
  case string(String)
  case uint32(UInt32)
  case uint64(UInt64)
}

/// A call of a method.
struct BusCall: Equatable {
  var destination: String
  var path: String
  var interface: String
  var member: String
  var arguments: [BusArgument] = []
}

/// What became of a call.
enum BusReply: Equatable {
  case values([BusValue])
  /// The name of D-Bus's error, and a sentence.
  case failed(error: String, explanation: String)
  case timedOut

  /// The values of an answer; none of any other.
  var values: [BusValue] { if case .values(let values) = self { values } else { [] } }
}

/// A signal of somebody on the bus.
struct BusSignal: Equatable {
  /// The sender's unique name, by the bus; the bus itself is `org.freedesktop.DBus`.
  var sender: String
  var path: String
  var interface: String
  var member: String
  var values: [BusValue]
}

/// What a connection has to tell.
enum BusMessage<Purpose> {
  /// Each call is answered once; `Purpose` is what the caller gave it.
  case reply(BusReply, Purpose)
  case signal(BusSignal)
  /// Nothing comes any more, and calls aren't answered.
  case lost(reason: String)
}

/// Why there is no connection.
struct BusFault: Error, Equatable {
  let reason: String
  /// Whether somebody is to listen there who doesn't yet, or not any more.
  var isPassing = false
}

/// Calls to the bus itself, and of D-Bus's own interfaces.
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

  /// Has the bus send signals that fit; see "Match Rules" in D-Bus's specification.
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
