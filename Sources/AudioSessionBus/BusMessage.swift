/// A method call.
package struct BusCall: Equatable {
  package var destination: String
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [BusArgument] = []

  package init(
    destination: String,
    path: String,
    interface: String,
    member: String,
    arguments: [BusArgument] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// The outcome of a call.
package enum BusReply: Equatable {
  case values([BusValue])
  /// The name of the D-Bus error, and a sentence.
  case failed(error: String, explanation: String)
  case timedOut

  /// The values of a successful reply; otherwise none.
  package var values: [BusValue] { if case .values(let values) = self { values } else { [] } }
}

/// A signal from the bus.
package struct BusSignal: Equatable {
  /// The sender's unique name, set by the bus; the bus itself is `org.freedesktop.DBus`.
  package var sender: String
  package var path: String
  package var interface: String
  package var member: String
  package var values: [BusValue]

  /// The new and the former owner of a bus name, if the bus tells that; nil for none.
  package var ownerChange: (name: String, former: String?, owner: String?)? {
    guard sender == BusCall.busName, member == "NameOwnerChanged" else { return nil }
    let words = values.compactMap { $0.string }
    guard words.count == 3 else { return nil }
    return (
      words[0], words[1].isEmpty ? nil : words[1], words[2].isEmpty ? nil : words[2]
    )
  }
}

/// A message from a connection.
package enum BusMessage<Purpose> {
  /// The reply to a call, exactly one each, with the caller's purpose.
  case reply(BusReply, Purpose)
  case signal(BusSignal)
  case call(BusRequest)
  /// The connection is lost; pending calls aren't answered.
  case lost(reason: String)
}

/// The reason that there is no connection.
package struct BusFault: Error, Equatable {
  package let reason: String
  /// Whether a bus may listen there soon.
  package let isPassing: Bool

  init(reason: String, isPassing: Bool = false) {
    self.reason = reason
    self.isPassing = isPassing
  }
}

/// Calls to the bus itself, and to D-Bus's standard interfaces.
extension BusCall {
  package static let busName = "org.freedesktop.DBus"
  package static let propertiesInterface = "org.freedesktop.DBus.Properties"

  package static func bus(_ member: String, _ arguments: [String] = []) -> BusCall {
    BusCall(
      destination: busName,
      path: "/org/freedesktop/DBus",
      interface: busName,
      member: member,
      arguments: arguments.map(BusArgument.string)
    )
  }

  /// The match rule for ``BusSignal/ownerChange``, for names as by a condition.
  package static func ownerRule(_ condition: String) -> String {
    "sender='\(busName)',interface='\(busName)',member='NameOwnerChanged',\(condition)"
  }

  /// Subscribes to signals that match; see "Match Rules" in D-Bus's specification.
  package static func addMatch(_ rule: String) -> BusCall {
    bus("AddMatch", ["type='signal'," + rule])
  }

  /// One property of an object.
  package static func get(
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
  package static func getAll(of interface: String, _ destination: String, _ path: String) -> BusCall
  {
    BusCall(
      destination: destination,
      path: path,
      interface: propertiesInterface,
      member: "GetAll",
      arguments: [.string(interface)]
    )
  }
}
