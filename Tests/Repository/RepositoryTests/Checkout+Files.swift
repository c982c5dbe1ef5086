import Foundation
import TestSupport

extension Checkout {
  /// Files below a folder with one of the endings, as paths from the root.
  static func files(below folder: String, _ endings: String...) -> [String] {
    let start = URL(filePath: path(folder))
    let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? [])
      .filter { endings.contains($0.pathExtension) }
      .map { String($0.path.dropFirst(root.count + 1)) }
      .sorted()
  }

  /// A file's lines with their places, `path:line`.
  static func lines(_ path: String) throws -> [(place: String, text: String)] {
    try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { ("\(path):\($0.offset + 1)", String($0.element)) }
  }
}
