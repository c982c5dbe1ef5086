import AudioSessionWire
import AudioSessionSystem
import ConfigurationFile

/// A configuration file that isn't in force, to be judged by.
struct Candidate {
  private let path: String
  private let warnings: [String]
  /// What the daemon is told of it.
  let text: String

  /// Reads a file in which nothing is wrong.
  init(_ path: String) throws(Failure) {
    let accounts = ConfigurationFile.AccountNames(
      userID: { (try? Account.userID(named: $0)) ?? nil },
      groupID: { (try? Account.groupID(named: $0)) ?? nil }
    )
    let file = CandidateFile(path, accounts: accounts)
    if let first = file.faults.first {
      let rest = file.faults.count - 1
      let others = rest == 0 ? "" : " (and \(counted(Int64(rest), "fault")) more)"
      throw .usage("\(first)".printable + others)
    }
    self.path = path
    warnings = file.warnings.map { "\($0)".printable }
    text = file.text
  }

  /// What it changes.
  ///
  /// - Parameters:
  ///   - here: What would happen if the file were in force.
  ///   - usual: What would happen now.
  ///   - presentation: How results are to look.
  /// - Returns: Both, unless they are the same.
  func lines(_ here: [String], _ usual: [String], _ presentation: Presentation) -> [String] {
    let remarks = warnings.map { presentation.colour.paint($0, .warning) }
    if here == usual { return remarks + usual + ["\(path.printable) would change none of this."] }
    func paragraph(_ heading: String, _ lines: [String]) -> [String] {
      [presentation.colour.paint(heading, .heading)] + lines.map { "  \($0)" }
    }
    return remarks + paragraph("By \(path.printable):", here)
      + paragraph("By what is in force:", usual)
  }
}
