import Glibc

/// The environment of programs that are started.
package enum ProgramEnvironment {
  /// This program's variables as `NAME=VALUE`, with others instead or as well.
  ///
  /// This program mustn't have other threads that change them.
  ///
  /// - Parameter others: Values by their names; nil: the variable is left out.
  /// - Returns: The variables.
  package static func texts(with others: [String: String?]) -> [String] {
    var texts: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let variable = String(cString: text)
      if !others.keys.contains(String(variable.prefix { $0 != "=" })) { texts.append(variable) }
      entry += 1
    }
    return texts + others.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }
}
