/// What is wrong with a scenario's text, and where.
package struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var message: String

  package var description: String { "\(file):\(line): \(message)" }
}

/// What a world can't do, or what can't happen at this point of the scenario.
package struct ScenarioFault: Error, Equatable, Sendable, CustomStringConvertible {
  package var message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
