/// An error in a program's arguments.
package struct UsageError: Error, Equatable, Sendable {
  /// A sentence that says what was expected.
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// A program's arguments, taken one after the other.
package struct ProgramArguments {
  private var rest: ArraySlice<String>

  /// - Parameter arguments: All of them, without the program's name.
  package init(_ arguments: ArraySlice<String>) { rest = arguments }

  /// Takes the next argument; nil at the end.
  package mutating func next() -> String? { rest.popFirst() }

  /// Reads an option that has a value: `--name=value`, or `--name` and the next argument.
  ///
  /// - Parameters:
  ///   - argument: The argument that was taken last.
  ///   - options: Each option's name, and the kind of its value for messages, such as "a path".
  /// - Returns: The option's name and its value, which isn't empty.
  /// - Throws: The value is missing, or no option has this name.
  package mutating func valuedOption(
    _ argument: String,
    of options: KeyValuePairs<String, String>
  ) throws(UsageError) -> (name: String, value: String) {
    for (name, kind) in options {
      if argument.hasPrefix(name + "=") {
        let value = String(argument.dropFirst(name.count + 1))
        guard !value.isEmpty else { throw UsageError("\(name): expected \(kind)") }
        return (name, value)
      }
      guard argument == name else { continue }
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw UsageError("\(name): expected \(kind) after it")
      }
      return (name, value)
    }
    throw UsageError("\(argument): expected an option that --help shows")
  }
}
