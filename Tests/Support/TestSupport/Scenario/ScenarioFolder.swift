import Foundation

/// The files of `Tests/Rules/Scenarios`, and those of `Tests/Rules/Platforms`.
package enum ScenarioFolder {
  /// The absolute path of the folder.
  package static let path = Checkout.path("Tests/Rules/Scenarios")

  /// All scenarios of the rules, by file and line.
  ///
  /// - Throws: What the file system says, or a `ScenarioError`.
  package static func scenarios() throws -> [Scenario] { try scenarios(in: path) }

  /// The names of the platforms whose tests are transcribed, which are those of the profiles.
  ///
  /// - Throws: What the file system says.
  package static func platforms() throws -> [String] {
    let folder = Checkout.path("Tests/Rules/Platforms")
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { !$0.contains(".") }
  }

  /// The scenarios that transcribe a platform's tests, by file and line.
  ///
  /// - Throws: What the file system says, or a `ScenarioError`.
  package static func scenarios(of platform: String) throws -> [Scenario] {
    try scenarios(in: Checkout.path("Tests/Rules/Platforms/\(platform)"))
  }

  private static func scenarios(in folder: String) throws -> [Scenario] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return try files.filter { $0.hasSuffix(".scenario") }.flatMap { file in
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      return try ScenarioParser.scenarios(in: text, file: file)
    }
  }

  /// The text of one file of the folder.
  ///
  /// - Throws: What the file system says.
  package static func text(of file: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }
}
