/// What went wrong with a process or a connection of a test.
package struct ProcessFault: Error, Equatable, Sendable, CustomStringConvertible {
  package var message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
