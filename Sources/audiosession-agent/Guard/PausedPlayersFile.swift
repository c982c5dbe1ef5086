import AudioSessionSystem
import Glibc

/// The file that names the players we have paused, for the next agent, in case that the guard dies
/// together with this one.
///
/// While one of them lives the file isn't needed: where it can't be written, it is left as it is.
struct PausedPlayersFile {
  /// The longest file that is read, in bytes.
  private static let limit = 65_536

  private let folder: String
  private var path: String { folder + "/agent-players" }

  /// - Parameter runtimeFolder: `$XDG_RUNTIME_DIR`; nil, or relative, for no file.
  init?(runtimeFolder: String?) {
    guard let runtimeFolder, runtimeFolder.hasPrefix("/") else { return nil }
    folder = runtimeFolder + "/audiosession"
  }

  /// The players that the file names; none if it can't be read.
  var players: Set<String> {
    guard let number = try? open(O_RDONLY) else { return [] }
    let file = FileDescriptor(number)
    let text = SmallFile.text(of: file.number, limit: PausedPlayersFile.limit) ?? ""
    // What a full disk has cut off has no end, and an empty line ends what counts.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return Set(lines.prefix { !$0.isEmpty }.map(String.init).filter(MPRIS.isPlayer))
  }

  /// Replaces the players that the file names.
  ///
  /// It is written in place, which takes no room on a full disk, and shortened afterwards: a crash
  /// between the two leaves the remains of a former one behind the empty line.
  ///
  /// - Returns: Why it doesn't name them, for people; nil: it does.
  @discardableResult
  func write(_ players: Set<String>) -> String? {
    do throws(Errno) {
      if players.isEmpty { try empty() } else { try fill(with: players) }
      return nil
    } catch {
      return "\(path): \(error); players stay paused if the agent and its guard die now"
    }
  }

  private func empty() throws(Errno) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    try SystemCall.perform(.truncate) { truncate(path, 0) }
  }

  private func fill(with players: Set<String>) throws(Errno) {
    mkdir(folder, 0o700)
    let file = FileDescriptor(try open(O_WRONLY | O_CREAT))
    let number = file.number
    let bytes = Array((players.sorted().joined(separator: "\n") + "\n\n").utf8)
    var count = 0
    defer { ftruncate(number, count) }
    count = try SystemCall.perform(.write) { Glibc.write(number, bytes, bytes.count) }
    if count < bytes.count { throw Errno(.write, ENOSPC) }
  }

  private func open(_ flags: CInt) throws(Errno) -> CInt {
    let flags = flags | O_CLOEXEC | O_NOFOLLOW
    return try SystemCall.perform(.open) { Glibc.open(path, flags, 0o600) }
  }
}
