import Foundation

/// The files of `Tests/Rules/Scenarios`.
package enum ScenarioFolder {
  /// The absolute path of the folder.
  package static let path = Checkout.path("Tests/Rules/Scenarios")

  /// All scenarios, by file and line.
  ///
  /// - Throws: What the file system says, or a `ScenarioError`.
  package static func scenarios() throws -> [Scenario] {
    let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    return try files.filter { $0.hasSuffix(".scenario") }.flatMap { file in
      try ScenarioParser.scenarios(in: text(of: file), file: file)
    }
  }

  /// The text of one file of the folder.
  ///
  /// - Throws: What the file system says.
  package static func text(of file: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }
}
