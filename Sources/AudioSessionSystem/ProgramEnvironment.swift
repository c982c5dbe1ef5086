import CAudioSessionLinux
import Glibc

/// The environment of this program, and of programs that it starts.
package enum ProgramEnvironment {
  /// The value of this program's variable; nil if it is unset.
  ///
  /// A program that has more rights than its caller (setuid, setgid, capabilities) sees none.
  package static func value(of name: String) -> String? {
    audiosession_environment_value(name).map { String(cString: $0) }
  }

  /// This program's variables as `NAME=VALUE`, with others instead or as well.
  ///
  /// This program mustn't have other threads that change them.
  ///
  /// - Parameters:
  ///   - others: Values by their names.
  ///   - excluded: The name of a variable that is left out.
  /// - Returns: The variables.
  package static func texts(
    with others: [String: String],
    without excluded: String? = nil
  ) -> [String] {
    var texts: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let variable = String(cString: text)
      let name = String(variable.prefix { $0 != "=" })
      if others[name] == nil, name != excluded { texts.append(variable) }
      entry += 1
    }
    return texts + others.map { name, value in "\(name)=\(value)" }
  }
}
