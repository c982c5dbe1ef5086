/// What an object on a bus has in one interface, as it is introspected and checked.
struct BusInterface: Sendable {
  struct Argument: Sendable {
    let name: String
    let type: String

    init(_ name: String, _ type: String) {
      self.name = name
      self.type = type
    }
  }

  struct Member: Sendable {
    let name: String
    var arguments: [Argument] = []
    var results: [Argument] = []

    /// The types of all arguments.
    var signature: String { arguments.map(\.type).joined() }
  }

  struct Property: Sendable {
    let name: String
    let type: String
    var isWritable = false
    /// Whether a change is told; otherwise it never changes, or is asked for.
    var isTold = true
  }

  let name: String
  var methods: [Member] = []
  var properties: [Property] = []
  var signals: [Member] = []

  /// As D-Bus introspects it.
  fileprivate var lines: [String] {
    [#"<interface name="\#(name)">"#] + methods.flatMap { lines(of: $0, "method", "in") }
      + signals.flatMap { lines(of: $0, "signal", nil) } + properties.flatMap(lines) + [
        "</interface>"
      ]
  }

  private func lines(of member: Member, _ kind: String, _ direction: String?) -> [String] {
    let arguments = member.arguments.map { line(of: $0, direction) }
    let results = member.results.map { line(of: $0, "out") }
    return [#"<\#(kind) name="\#(member.name)">"#] + arguments + results + ["</\(kind)>"]
  }

  private func line(of argument: Argument, _ direction: String?) -> String {
    let direction = direction.map { #" direction="\#($0)""# } ?? ""
    return #"<arg name="\#(argument.name)" type="\#(argument.type)"\#(direction)/>"#
  }

  private func lines(of property: Property) -> [String] {
    let access = property.isWritable ? "readwrite" : "read"
    let start =
      #"<property name="\#(property.name)" type="\#(property.type)" access="\#(access)""#
    if property.isTold { return [start + "/>"] }
    let annotation = "org.freedesktop.DBus.Property.EmitsChangedSignal"
    return [start + ">", #"<annotation name="\#(annotation)" value="false"/>"#, "</property>"]
  }

  /// The introspection of an object.
  ///
  /// - Parameters:
  ///   - interfaces: What it has.
  ///   - child: The next part of a path that leads through it, if one does.
  /// - Returns: The document.
  static func introspection(of interfaces: [BusInterface], child: String? = nil) -> String {
    let inside =
      interfaces.flatMap(\.lines) + [child].compactMap(\.self).map { #"<node name="\#($0)"/>"# }
    return (["<node>"] + inside + ["</node>"]).joined(separator: "\n") + "\n"
  }
}
