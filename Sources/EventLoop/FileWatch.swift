package import AudioSessionSystem
import Glibc

/// Watches paths for files that appear, vanish or change, by inotify(7) on their folders.
///
/// The folders on the way needn't exist; they may come, go and come again.
package struct FileWatch: ~Copyable {
  /// A change at a watched path.
  package struct Change: Equatable, Sendable {
    package enum Kind: Sendable {
      case appeared
      case vanished
      /// It was replaced by another file, or written.
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
  /// The file at each path when last checked.
  private var states: [String: FileState?] = [:]
  /// The watched folders, by the watch's number.
  private var folders: [CInt: String] = [:]

  /// Whether a write counts as a change.
  private let seesWrites: Bool

  /// Creates a watch on nothing.
  ///
  /// - Parameter seesWrites: Whether a write counts as a change. If not, writes to other files in
  ///   the folders cause no wake-ups.
  /// - Throws: The error of inotify_init1(2).
  package init(seesWrites: Bool = true) throws(Errno) {
    self.seesWrites = seesWrites
    descriptor = FileDescriptor(
      try SystemCall.perform(.inotify_init1) { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) }
    )
  }

  /// The descriptor's number, for a poller, valid while this value lives.
  package var number: CInt { descriptor.number }

  /// Replaces the set of watched paths.
  ///
  /// - Parameter paths: Absolute paths without `..`. An existing file at a new path is no change.
  /// - Returns: The changes at the former paths since the last call.
  /// - Throws: `ENOSPC` if the user has too many watches. Unreadable folders count as missing.
  package mutating func watch(_ paths: Set<String>) throws(Errno) -> [Change] {
    let changes = try takeChanges()
    states = states.filter { paths.contains($0.key) }
    try placeWatches(for: paths)
    for path in paths where states[path] == nil { states[path] = .some(FileState(of: path)) }
    return changes
  }

  /// Takes the changes since the last call, sorted by path.
  ///
  /// - Throws: `ENOSPC` as in ``watch(_:)``, or the error of read(2).
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

  /// Whether a touched path is watched, or on the way to a watched one.
  private static func concerns(_ touched: String, _ paths: [String]) -> Bool {
    paths.contains { $0 == touched || touched.isEmpty || $0.hasPrefix(touched + "/") }
  }

  /// Watches the folder of each path, or the nearest existing one above it.
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

  /// Adds a watch; nil if there is no such folder, or it can't be read.
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

  /// Takes all events, and returns the paths that they name, or their folder if they name none.
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

  /// The folder one level closer to a path; nil if `folder` is the path's own.
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

/// The identity of a file, and the time of its last change.
private struct FileState: Equatable {
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil if there is no file, or it isn't visible to us.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    seconds = status.st_ctim.tv_sec
    nanoseconds = status.st_ctim.tv_nsec
  }
}
