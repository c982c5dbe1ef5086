package import AudioSessionSystem
import Glibc

/// Tells when files at certain paths appear, vanish or change: inotify(7) on the folders.
///
/// A folder on the way needn't be there yet; it may come, go and come again.
package struct FileWatch: ~Copyable {
  /// What has become of a path.
  package struct Change: Equatable, Sendable {
    package enum Kind: Sendable {
      case appeared
      case vanished
      /// It is another file than before, or was written.
      case changed
    }

    package var path: String
    package var kind: Kind

    package init(path: String, kind: Kind) {
      self.path = path
      self.kind = kind
    }
  }

  private let descriptor: FileDescriptor
  /// What was at a path when it was last looked at.
  private var states: [String: FileState?] = [:]
  /// Folders by the kernel's number of their watch.
  private var folders: [CInt: String] = [:]

  /// Whether a file that is written is a change.
  private let seesWrites: Bool

  /// Watches nothing yet.
  ///
  /// - Parameter seesWrites: Whether a file that is written is a change. If not, nobody is woken by
  ///   what is written into files beside those that are watched.
  /// - Throws: What inotify_init1(2) says.
  package init(seesWrites: Bool = true) throws(Errno) {
    self.seesWrites = seesWrites
    descriptor = FileDescriptor(
      try SystemCall.perform(.inotify_init1) { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) }
    )
  }

  /// The kernel's number, for a poller, while this value lives.
  package var number: CInt { descriptor.number }

  /// Sets which paths are watched, in place of those before.
  ///
  /// - Parameter paths: Absolute, without `..`. What is at a new one now is no change.
  /// - Returns: What has changed at those before since the last time.
  /// - Throws: `ENOSPC` if the user has too many watches. Folders that may not be read are as if
  ///   they weren't there.
  package mutating func watch(_ paths: Set<String>) throws(Errno) -> [Change] {
    let changes = try takeChanges()
    states = states.filter { paths.contains($0.key) }
    try placeWatches(for: paths)
    for path in paths where states[path] == nil { states[path] = .some(FileState(of: path)) }
    return changes
  }

  /// What has changed since the last time, in the order of the paths.
  ///
  /// - Throws: `ENOSPC` as ``watch(_:)``, or what read(2) says.
  package mutating func takeChanges() throws(Errno) -> [Change] {
    let touched = try takeTouched()
    let paths = Array(states.keys)
    guard touched.contains(where: { FileWatch.concerns($0, paths) }) else { return [] }
    try placeWatches(for: Set(states.keys))
    var changes: [Change] = []
    for (path, former) in states.sorted(by: { $0.key < $1.key }) {
      let state = FileState(of: path)
      states[path] = .some(state)
      let kind: Change.Kind? =
        switch (former, state) {
        case (nil, nil): nil
        case (nil, .some): .appeared
        case (.some, nil): .vanished
        // The clock of file times is coarse: a second change within a tick shows only as touched.
        case (let former?, let state?):
          former != state || touched.contains(path) ? .changed : nil
        }
      if let kind { changes.append(Change(path: path, kind: kind)) }
    }
    return changes
  }

  /// Whether what was touched is a watched path, or on the way to one.
  private static func concerns(_ touched: String, _ paths: [String]) -> Bool {
    paths.contains { $0 == touched || touched.isEmpty || $0.hasPrefix(touched + "/") }
  }

  /// Watches the folder of each path, or the nearest above it that is there.
  private mutating func placeWatches(for paths: Set<String>) throws(Errno) {
    var current: [CInt: String] = [:]
    for path in paths {
      var folder = FileWatch.folder(of: path)
      while true {
        if let watch = try add(folder) {
          current[watch] = folder
          break
        }
        if folder == "/" { break }
        folder = FileWatch.folder(of: folder)
      }
      // Whatever came between the look and the watch wouldn't be told.
      var below = FileWatch.next(after: folder, towards: path)
      while let next = below, let watch = try add(next) {
        current[watch] = next
        below = FileWatch.next(after: next, towards: path)
      }
    }
    for (watch, _) in folders where current[watch] == nil { inotify_rm_watch(number, watch) }
    folders = current
  }

  /// Nil if there is no such folder for us.
  private func add(_ folder: String) throws(Errno) -> CInt? {
    let events =
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      | (seesWrites ? IN_MODIFY : 0)
    let mask = UInt32(events) | UInt32(IN_ONLYDIR)
    do {
      return try SystemCall.perform(.inotify_add_watch) {
        inotify_add_watch(number, folder, mask)
      }
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG: return nil
      default: throw error
      }
    }
  }

  /// Takes all events: the paths that they name, and the folder itself where they name none.
  private func takeTouched() throws(Errno) -> Set<String> {
    var touched: Set<String> = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let number = number
    while let size = try SystemCall.attempt(.read, { read(number, &buffer, buffer.count) }) {
      let headerSize = MemoryLayout<inotify_event>.size
      var offset = 0
      while offset + headerSize <= size {
        let event = buffer.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        }
        let name = buffer[(offset + headerSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
        // Without a folder: the queue has overflown, so that anything may have changed.
        let folder = folders[event.wd] ?? ""
        touched.insert(FileWatch.path(of: String(decoding: name, as: UTF8.self), in: folder))
        offset += headerSize + Int(event.len)
      }
    }
    return touched
  }

  private static func folder(of path: String) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// The folder that is one nearer to a path, nil if `folder` is the path's own.
  private static func next(after folder: String, towards path: String) -> String? {
    let prefix = folder == "/" ? "/" : folder + "/"
    let rest = path.dropFirst(prefix.count)
    guard let end = rest.firstIndex(of: "/") else { return nil }
    return prefix + rest[..<end]
  }

  private static func path(of name: String, in folder: String) -> String {
    name.isEmpty ? folder : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}

/// Which file it is, and when it was last touched.
private struct FileState: Equatable {
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil if there is nothing, or nothing that we may see.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    seconds = status.st_ctim.tv_sec
    nanoseconds = status.st_ctim.tv_nsec
  }
}
