import AudioSessionConfigurationFile
import AudioSessionSchema
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// A configuration file or a profile that isn't in force, to test decisions with.
struct Candidate {
  /// The file's path, or the profile's name.
  let name: String
  /// The policy that it would bring into force.
  let policy: Policy
  private let warnings: [String]
  /// The text to send to the daemon.
  let text: String

  /// Reads a file.
  ///
  /// - Throws: ``Failure/usage(_:)`` with the first fault, if the file has any.
  init(_ path: String) throws(Failure) { try self.init(path, named: path) }

  /// Reads a profile that is installed.
  ///
  /// - Throws: ``Failure/usage(_:)`` if there is none of that name, or if it has a fault.
  init(profile name: String) throws(Failure) {
    guard let path = CandidateFile.path(ofProfile: name) else {
      let names = CandidateFile.profileNames
      let expected =
        names.isEmpty
        ? "none is installed" : "expected \(names.alternatives)\(names.guess(at: name))"
      throw .usage("--profile \(name.printable): \(expected)")
    }
    try self.init(path, named: name)
  }

  private init(_ path: String, named name: String) throws(Failure) {
    let accounts = Accounts()
    let names = AccountIDs(
      userID: accounts.userID(named:),
      groupID: accounts.groupID(named:),
      failure: { accounts.failure.map { "getent: \($0)" } }
    )
    let file = CandidateFile(path, accounts: names)
    if let first = file.faults.first {
      let rest = file.faults.count - 1
      let others = rest == 0 ? "" : " (and \(rest) more \(rest == 1 ? "fault" : "faults"))"
      throw .usage("\(first)".printable + others)
    }
    self.name = name
    policy = file.policy
    warnings = file.warnings.map { "\($0)".printable }
    text = file.text
  }

  /// The effect of the file on a decision.
  ///
  /// - Parameters:
  ///   - here: The report with the file in force.
  ///   - usual: The report of the present.
  ///   - presentation: The style of the output.
  /// - Returns: Both reports, or one if they are equal.
  func lines(_ here: [String], _ usual: [String], _ presentation: Presentation) -> [String] {
    let remarks = warnings.map { presentation.colour.paint($0, .warning) }
    if here == usual { return remarks + usual + ["\(name.printable) would change nothing."] }
    func paragraph(_ heading: String, _ lines: [String]) -> [String] {
      [presentation.colour.paint(heading, .heading)] + lines.map { "  \($0)" }
    }
    return remarks + paragraph("With \(name.printable):", here)
      + paragraph("With the configuration in force:", usual)
  }
}
