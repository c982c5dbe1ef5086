import Foundation

/// Pictures that a test run leaves behind for people to look at, in `.build/pictures`.
package enum Pictures {
  /// Keeps a picture under a name, instead of that of an earlier run.
  ///
  /// - Throws: What the file system says against it.
  package static func keep(name: String, _ bytes: some Sequence<UInt8>) throws {
    let folder = URL(filePath: Checkout.path(".build/pictures"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.appending(path: name), options: .atomic)
  }
}
