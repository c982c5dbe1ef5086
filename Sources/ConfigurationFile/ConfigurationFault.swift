/// A place in a configuration file; line 0 is the file as a whole.
package struct Place: Equatable, Sendable {
  package var file: String
  package var line: Int

  package init(file: String, line: Int = 0) {
    self.file = file
    self.line = line
  }
}

extension Place: CustomStringConvertible {
  /// For people: `/etc/audiosession/audiosessiond.conf:12`.
  package var description: String { line > 0 ? "\(file):\(line)" : file }
}

/// A fault or a warning: its place, what was found, and what would be right.
package struct ConfigurationFault: Equatable, Sendable {
  package var place: Place
  /// The text found: `DuckGain=1.5`, `[Polcy]`; or the reason for which a file can't be read.
  package var found: String
  /// The correction, as it follows the word "expected".
  package var expected: String
  /// A warning, despite which the file takes effect.
  package var isWarning: Bool

  package init(at place: Place, found: String, expected: String, isWarning: Bool = false) {
    self.place = place
    self.found = found
    self.expected = expected
    self.isWarning = isWarning
  }
}

extension ConfigurationFault: CustomStringConvertible {
  /// For people: `/etc/audiosession/audiosessiond.conf:12: DuckGain=1.5: expected at most 1`.
  package var description: String {
    "\(place): \(isWarning ? "warning: " : "")\(found): expected \(expected)"
  }
}
