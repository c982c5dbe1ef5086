import Foundation

/// The checkout that these tests were compiled from.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Files below a folder with one of the endings, as paths from the root.
  static func files(below folder: String, _ endings: String...) -> [String] {
    let start = root.appending(path: folder)
    let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? [])
      .filter { endings.contains($0.pathExtension) }
      .map { String($0.path.dropFirst(root.path.count + 1)) }
      .sorted()
  }

  /// A file's lines with their places, `path:line`.
  static func lines(_ path: String) throws -> [(place: String, text: String)] {
    try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { ("\(path):\($0.offset + 1)", String($0.element)) }
  }
}

extension Repository {
  /// What lies in the root, by name.
  static func topLevel() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
  }
}
