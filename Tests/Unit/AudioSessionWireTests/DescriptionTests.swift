import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import Testing

/// Descriptions and decoder can't part: every name described is taken, and no other.
struct DescriptionTests {
  @Test(arguments: Method.allCases)
  func `every described parameter is accepted and any other is refused by name`(
    method: Method
  ) throws {
    let members = method.specification.parameters
    for member in members {
      let error = failure(of: method, "{\"\(member.name)\":\(wrongValue(for: member.shape))}")
      guard case .invalidParams(let fault) = error else {
        Issue.record("\(member.name) of the wrong type isn't refused: \(String(describing: error))")
        continue
      }
      #expect(fault.place == member.name)
      #expect(fault.found == .json(wrongValue(for: member.shape)))
      let unknown = failure(of: method, "{\"\(member.name)X\":1}")
      let name = member.name + "X"
      let expected = alternatives(members)
      #expect(
        unknown == .invalidParams(MemberFault(name, expected: expected, found: .unknownName))
      )
    }
    let example = try JSONValue(parsing: method.specification.example)
    for name in example.members?.map(\.name) ?? [] { #expect(members.contains { $0.name == name }) }
  }

  private func failure(of method: Method, _ params: String) -> RPCError? {
    guard case .failure(let error) = decode(method.rawValue, params) else { return nil }
    return error
  }

  private func wrongValue(for shape: Shape) -> String {
    if case .boolean = shape { return "0" }
    return "false"
  }

  private func alternatives(_ members: [MemberDescription]) -> String {
    let names = members.map(\.name)
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  @Test func `the document lists every method and notification with all its parameters`() throws {
    let text = written(OpenRPC(version: "1.2.3"))
    let document = try JSONValue(parsing: text)
    #expect(text == written(OpenRPC(version: "1.2.3")))
    #expect(document["openrpc"] == "1.3.2")
    #expect(document["info"] == ["title": "audiosessiond", "version": "1.2.3"])
    let methods = document["methods"]?.array ?? []
    #expect(methods.map { $0["name"]?.string } == Method.allCases.map(\.rawValue))
    for (method, object) in zip(Method.allCases, methods) {
      #expect(
        object["params"]?.array?.map { $0["name"]?.string }
          == method.specification.parameters.map(\.name)
      )
      #expect(
        object["result"]?["name"]?.string != nil && isSchema(object["result"]?["schema"], document)
      )
    }
    let notifications = document["x-notifications"]?.array ?? []
    #expect(notifications.map { $0["name"]?.string } == NotificationMethod.allCases.map(\.rawValue))
    for (method, object) in zip(NotificationMethod.allCases, notifications) {
      let names = ["epoch", "seq"] + method.specification.parameters.map(\.name)
      #expect(object["params"]?.array?.map { $0["name"]?.string } == names)
    }
    for object in methods + notifications {
      #expect(object["summary"]?.string?.hasSuffix(".") == true)
      for parameter in object["params"]?.array ?? [] {
        #expect(parameter["required"]?.bool != nil && parameter["description"]?.string != nil)
        #expect(isSchema(parameter["schema"], document), "\(parameter.text)")
      }
    }
    for schema in document["components"]?["schemas"]?.members ?? [] {
      #expect(isSchema(schema.value, document), "\(schema.name)")
    }
  }

  /// Whether the value says a type, at every level, and refers only to what is there.
  private func isSchema(_ value: JSONValue?, _ document: JSONValue) -> Bool {
    guard let value else { return false }
    if let name = value["$ref"]?.string?.split(separator: "/").last {
      return document["components"]?["schemas"]?[String(name)] != nil
    }
    if let either = value["oneOf"]?.array { return either.allSatisfy { isSchema($0, document) } }
    let inner = (value["properties"]?.members ?? []).map(\.value)
    let parts = inner + [value["items"], value["additionalProperties"]].compactMap { $0 }
    return value["type"]?.string != nil && parts.allSatisfy { isSchema($0, document) }
  }

  @Test func `limits have one name here and one there, and a default in range`() {
    let limits = Limits()
    #expect(
      Limit.all.map { "\($0.key) \($0.name) \($0.place.value(of: limits))" } == [
        "LineBytes lineBytes 65536", "BatchRequests batchRequests 64", "JSONDepth jsonDepth 32",
        "NameBytes nameBytes 128", "SessionsPerConnection sessionsPerConnection 16",
        "SessionsPerUser sessionsPerUser 1024", "ConnectionsPerUser connectionsPerUser 256",
        "Connections connections 4096", "CoalesceBytes coalesceBytes 65536",
        "UnsentBytes unsentBytes 262144", "BufferedBytesPerUser bufferedBytesPerUser 8388608",
      ]
    )
    #expect(Limit.all.allSatisfy { $0.range.contains($0.place.value(of: limits)) })
  }
}
