public import AudioSessionJSON
package import AudioSessionSchema

/// This interface as an OpenRPC document, made from the descriptions that the decoder uses.
package struct OpenRPC: Equatable, Sendable {
  /// The daemon's version.
  package let version: String

  package init(version: String) { self.version = version }
}

extension OpenRPC: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("openrpc", "1.3.2")
    writer.key("info")
    writer.beginObject()
    writer.member("title", "audiosessiond")
    writer.member("version", version)
    writer.endObject()
    writer.key("methods")
    writer.beginArray()
    for method in Method.allCases { encode(method, into: &writer) }
    writer.endArray()
    writer.key("x-notifications")
    writer.beginArray()
    for method in NotificationMethod.allCases { encode(method, into: &writer) }
    writer.endArray()
    writer.member("x-error", ErrorReply.shape)
    encodeComponents(into: &writer)
    writer.endObject()
  }

  private func encode(_ method: Method, into writer: inout JSONWriter) {
    let specification = method.specification
    writer.beginObject()
    writer.member("name", method)
    writer.member("summary", specification.summary)
    writer.member("paramStructure", "by-name")
    writer.member("params", specification.parameters)
    writer.key("result")
    writer.beginObject()
    writer.member("name", "result")
    writer.member("schema", specification.result)
    writer.endObject()
    if let grant = specification.grant { writer.member("x-grant", grant) }
    writer.key("x-example")
    writer.raw(specification.example)
    writer.endObject()
  }

  private func encode(_ method: NotificationMethod, into writer: inout JSONWriter) {
    let specification = method.specification
    writer.beginObject()
    writer.member("name", method)
    writer.member("summary", specification.summary)
    writer.member("paramStructure", "by-name")
    writer.member("params", OpenRPC.stamp + specification.parameters)
    writer.endObject()
  }

  private func encodeComponents(into writer: inout JSONWriter) {
    writer.key("components")
    writer.beginObject()
    writer.key("schemas")
    writer.beginObject()
    for case .component(let component) in OpenRPC.components {
      writer.key(of: component.name)
      Shape.object(component.members).encode(into: &writer)
    }
    writer.endObject()
    writer.endObject()
  }

  /// The objects that several messages share.
  private static var components: [Shape] {
    [
      SessionObject.shape, Port.shape, HardwareObject.shape, RouteObject.shape,
      BlockerObject.shape, Cause.shape, Limits.shape,
      EnforcementTarget.shape, ErrorReply.shape,
    ]
  }

  /// The members that every notification has.
  private static let stamp = [
    MemberDescription(
      "epoch",
      .text,
      isRequired: true,
      "The daemon's current epoch, 32 hexadecimal digits."
    ),
    MemberDescription("seq", .count, isRequired: true, "The number of the decision."),
  ]
}

extension MemberDescription: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("description", meaning)
    writer.member("required", isRequired)
    writer.member("schema", shape)
    writer.endObject()
  }
}
