import AudioSessionJSON
import AudioSessionWire

/// Values held against the interface's document, to the letter: what isn't described must not be
/// there, and what is described has to come.
///
/// A place is where something is described: `hello.result.peer.pid`, `Session.lease`. Behind a
/// list's place its elements are `[]`, behind a map's `{}`; null is `?`.
struct SchemaCheck {
  private let document: JSONValue
  /// Everything that didn't fit, once each.
  private(set) var faults: Set<String> = []
  /// The places at which something came.
  private(set) var seen: Set<String> = []

  init(_ document: JSONValue) { self.document = document }

  /// Holds the result of a method against its description.
  mutating func check(result: JSONValue, of method: String) {
    guard let entry = entry(method, of: "methods") else {
      faults.insert("\(method): isn't described")
      return
    }
    check(result, entry["result"]?["schema"] ?? .null, at: "\(method).result")
  }

  /// Holds a notification's parameters against its description.
  mutating func check(params: JSONValue, of notification: String, at place: String? = nil) {
    guard let entry = entry(notification, of: "x-notifications") else {
      faults.insert("\(notification): isn't described")
      return
    }
    check(params, SchemaCheck.schema(ofParameters: entry), at: place ?? notification)
  }

  /// Holds the error of a reply against what errors are said to be.
  mutating func check(error: JSONValue) {
    check(error, document["x-error"] ?? .null, at: "error")
  }

  /// Every place that the document describes.
  var described: Set<String> {
    var places: Set<String> = []
    for method in document["methods"]?.array ?? [] {
      let place = "\(method["name"]?.string ?? "?").result"
      collect(method["result"]?["schema"] ?? .null, at: place, &places)
    }
    for entry in document["x-notifications"]?.array ?? [] {
      let place = entry["name"]?.string ?? "?"
      collect(SchemaCheck.schema(ofParameters: entry), at: place, &places)
    }
    collect(document["x-error"] ?? .null, at: "error", &places)
    return places
  }

  private func entry(_ name: String, of list: String) -> JSONValue? {
    document[list]?.array?.first { $0["name"]?.string == name }
  }

  private func component(_ schema: JSONValue) -> (name: String, schema: JSONValue)? {
    guard let name = schema["$ref"]?.string?.split(separator: "/").last.map(String.init) else {
      return nil
    }
    return (name, document["components"]?["schemas"]?[name] ?? .null)
  }

  /// The parameters of a notification, as the object that they are members of.
  private static func schema(ofParameters entry: JSONValue) -> JSONValue {
    let params = entry["params"]?.array ?? []
    let names = params.map { $0["name"]?.string ?? "?" }
    let required = zip(params, names).filter { $0.0["required"] == true }.map(\.1)
    let properties = zip(params, names).map { JSONValue.Member($1, $0["schema"] ?? .null) }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(required.map(JSONValue.string)),
    ]
  }

  private func collect(_ schema: JSONValue, at place: String, _ places: inout Set<String>) {
    guard !places.contains(place) else { return }
    places.insert(place)
    if let component = component(schema) {
      return collect(component.schema, at: component.name, &places)
    }
    for either in schema["oneOf"]?.array ?? [] {
      if either["type"] == "null" {
        places.insert("\(place)?")
      } else {
        places.remove(place)
        collect(either, at: place, &places)
      }
    }
    for member in schema["properties"]?.members ?? [] {
      collect(member.value, at: "\(place).\(member.name)", &places)
    }
    if let items = schema["items"] { collect(items, at: "\(place)[]", &places) }
    if let value = schema["additionalProperties"] { collect(value, at: "\(place){}", &places) }
  }

  private mutating func check(_ value: JSONValue, _ schema: JSONValue, at place: String) {
    if let either = schema["oneOf"]?.array {
      guard value != .null else {
        seen.insert("\(place)?")
        return
      }
      let others = either.filter { $0["type"] != "null" }
      let fitting = others.first { $0["type"] != nil && mismatch(value, $0) == nil }
      return check(value, fitting ?? others.first ?? .null, at: place)
    }
    seen.insert(place)
    if let component = component(schema) {
      return check(value, component.schema, at: component.name)
    }
    if let what = mismatch(value, schema) {
      faults.insert("\(place): \(value.text.prefix(80)) isn't \(what)")
      return
    }
    checkMembers(value, schema, at: place)
    for element in value.array ?? [] {
      check(element, schema["items"] ?? .null, at: "\(place)[]")
    }
  }

  private mutating func checkMembers(_ value: JSONValue, _ schema: JSONValue, at place: String) {
    guard let members = value.members else { return }
    let names = members.map(\.name)
    if Set(names).count < names.count { faults.insert("\(place): a member comes twice") }
    for name in schema["required"]?.array?.compactMap(\.string) ?? [] where !names.contains(name) {
      faults.insert("\(place).\(name): is described, and not sent")
    }
    for member in members {
      if let described = schema["properties"]?[member.name] {
        check(member.value, described, at: "\(place).\(member.name)")
      } else if let described = schema["additionalProperties"] {
        check(member.value, described, at: "\(place){}")
      } else if schema["properties"] != nil {
        faults.insert("\(place).\(member.name): is sent, and not described")
      }
    }
  }

  /// What the value should be and isn't, members and elements apart; nil if it is.
  private func mismatch(_ value: JSONValue, _ schema: JSONValue) -> String? {
    let isRight: Bool
    switch schema["type"]?.string {
    case "boolean": isRight = value.bool != nil
    case "integer": isRight = value.integer != nil && isInRange(value, schema)
    case "number":
      isRight = value.double != nil && (schema["minimum"] == nil || isInRange(value, schema))
    case "string": isRight = value.string.map { fits($0, schema) } ?? false
    case "array":
      isRight = value.array.map { $0.count <= schema["maxItems"]?.integer ?? .max } ?? false
    case "object": isRight = value.members != nil
    default: isRight = false
    }
    return isRight ? nil : schema.text
  }

  private func isInRange(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    guard let number = value.double, let least = schema["minimum"]?.double,
      let most = schema["maximum"]?.double
    else { return false }
    return least <= number && number <= most
  }

  private func fits(_ text: String, _ schema: JSONValue) -> Bool {
    if let words = schema["enum"]?.array { return words.contains(.string(text)) }
    if schema["format"] == "date-time" {
      return text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) != nil
    }
    return text.count >= schema["minLength"]?.integer ?? 0
  }
}
