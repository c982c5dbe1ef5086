import Foundation
import TestSupport
import Testing

/// A file system in memory that is soon full.
final class SmallDisk {
  private static let size = 16_384
  /// Mounting takes root, and isn't allowed in every container.
  static let isPossible = {
    guard let folder = try? TemporaryDirectory() else { return false }
    return (try? SmallDisk(at: folder.path(of: "disk"))) != nil
  }()

  private let path: String
  private var filler: String { path + "/filler" }

  /// Mounts it at a path, which is created.
  init(at path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(SmallDisk.size)") == 0 else {
      throw ProcessFault("can't mount a file system")
    }
  }

  deinit { umount2(path, CInt(MNT_DETACH)) }

  /// Leaves no room.
  func fill() throws {
    let file = try #require(fopen(filler, "a"))
    defer { fclose(file) }
    setvbuf(file, nil, _IONBF, 0)
    let page = [UInt8](repeating: 0, count: 4096)
    while fwrite(page, 1, page.count, file) == page.count {}
  }

  func free() throws { try FileManager.default.removeItem(atPath: filler) }
}
