import AudioSessionConfigurationFile
import AudioSessionSystem
import AudioSessionWire
import ControlCore

/// A configuration file that isn't in force, to test decisions with.
struct Candidate {
  private let path: String
  private let warnings: [String]
  /// The text to send to the daemon.
  let text: String

  /// Reads a file.
  ///
  /// - Throws: ``Failure/usage(_:)`` with the first fault, if the file has any.
  init(_ path: String) throws(Failure) {
    let accounts = Accounts()
    let names = AccountIDs(
      userID: accounts.userID(named:),
      groupID: accounts.groupID(named:)
    )
    let file = CandidateFile(path, accounts: names)
    if let first = file.faults.first {
      let rest = file.faults.count - 1
      let others = rest == 0 ? "" : " (and \(rest) more \(rest == 1 ? "fault" : "faults"))"
      throw .usage("\(first)".printable + others)
    }
    self.path = path
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
    if here == usual { return remarks + usual + ["\(path.printable) would change nothing."] }
    func paragraph(_ heading: String, _ lines: [String]) -> [String] {
      [presentation.colour.paint(heading, .heading)] + lines.map { "  \($0)" }
    }
    return remarks + paragraph("With \(path.printable):", here)
      + paragraph("With the configuration in force:", usual)
  }
}
