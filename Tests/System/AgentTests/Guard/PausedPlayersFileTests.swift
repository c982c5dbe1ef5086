import Foundation
import TestSupport
import Testing

@testable import audiosession_agent

/// What the next agent finds if agent and guard die at once.
@Suite struct PausedPlayersFileTests {
  private let mpv = "org.mpris.MediaPlayer2.mpv"
  private let vlc = "org.mpris.MediaPlayer2.vlc.instance7"

  @Test func `the file of paused players: names those last written, and is removed if none`() throws
  {
    let folder = try TemporaryDirectory()
    let file = try #require(PausedPlayersFile(runtimeFolder: folder.path))
    #expect(file.players.isEmpty)
    file.write([mpv, vlc])
    #expect(try text(in: folder) == "\(mpv)\n\(vlc)\n\n")
    #expect(PausedPlayersFile(runtimeFolder: folder.path)?.players == [mpv, vlc])
    file.write([mpv])
    #expect(file.players == [mpv])
    file.write([])
    #expect(file.players.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path(in: folder)))
  }

  @Test func `remains of a former text, cut-off lines and what is no player count for nothing`()
    throws
  {
    let folder = try TemporaryDirectory()
    let file = try #require(PausedPlayersFile(runtimeFolder: folder.path))
    file.write([mpv])
    for (text, players) in [
      ("\(mpv)\n\nstance7\n\n", [mpv]), ("\(mpv)\n\(vlc)", [mpv]), (vlc, []),
      ("org.example.Other\n\(vlc)\n\n", [vlc]),
    ] {
      try text.write(toFile: path(in: folder), atomically: false, encoding: .utf8)
      #expect(file.players == Set(players), "\(text)")
    }
  }

  @Test func `where it can't be written it says why, and later it can be`() throws {
    let folder = try TemporaryDirectory()
    let file = try #require(PausedPlayersFile(runtimeFolder: folder.path))
    try "".write(toFile: folder.path(of: "audiosession"), atomically: true, encoding: .utf8)
    let why = "Not a directory; players stay paused if the agent and its guard die now"
    #expect(file.write([mpv]) == "\(path(in: folder)): open: \(why)")
    #expect(file.write([]) == "\(path(in: folder)): truncate: \(why)")
    #expect(file.players.isEmpty)
    try FileManager.default.removeItem(atPath: folder.path(of: "audiosession"))
    file.write([mpv])
    #expect(file.players == [mpv])
    #expect(PausedPlayersFile(runtimeFolder: nil) == nil)
    #expect(PausedPlayersFile(runtimeFolder: "relative") == nil)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "a disk to fill takes root"))
  func `on a full disk it keeps what fits, and empties all the same`() throws {
    let folder = try TemporaryDirectory()
    let disk = try SmallDisk(at: folder.path(of: "audiosession"))
    let file = try #require(PausedPlayersFile(runtimeFolder: folder.path))
    try disk.fill()
    #expect(file.write([mpv])?.contains("write: No space left on device") == true)
    #expect(file.players.isEmpty)
    try disk.free()
    #expect(file.write([mpv]) == nil)
    try disk.fill()
    file.write([mpv, vlc])
    #expect(file.players == [mpv, vlc])
    file.write([])
    #expect(file.players.isEmpty)
  }

  @Test func `a note to the guard says the same when it is read`() {
    for note in [
      GuardNote(), GuardNote(isTouched: true), GuardNote(isTouched: true, players: [mpv, vlc]),
      GuardNote(players: [mpv]),
    ] {
      #expect(GuardNote(text: note.text) == note)
    }
    #expect(GuardNote(text: "") == GuardNote())
  }

  @Test func `one at a time holds the lock, also on a folder that nobody may write to`() throws {
    let folder = try TemporaryDirectory()
    chmod(folder.path, 0o500)
    let folders = ["/nonexistent", folder.path, "/"]
    do {
      let lock = try EnforcementLock(folders, patience: .zero)
      let failure = #expect(throws: EnforcementLock.Failure.self) {
        _ = try EnforcementLock(folders, patience: .zero)
      }
      #expect(failure == .taken(folder: folder.path))
      _ = consume lock
    }
    // A process that another test starts just now has it for a moment, until it is another program.
    _ = try EnforcementLock(folders, patience: .seconds(10))
  }

  @Test func `without a folder there is no lock, and it is said`() {
    let failure = #expect(throws: EnforcementLock.Failure.self) {
      _ = try EnforcementLock(["/nonexistent/a", "/nonexistent/b"], patience: .zero)
    }
    #expect(
      failure?.description == """
        nothing prevents a second audiosession-agent: /nonexistent/a, /nonexistent/b: \
        open: No such file or directory
        """
    )
  }

  @Test func `the lock is found without variables as well`() {
    let usual = "/run/user/\(getuid())"
    #expect(EnforcementLock.folders { _ in nil } == [usual])
    #expect(EnforcementLock.folders { _ in "" } == [usual])
    let set = ["XDG_RUNTIME_DIR": "/a", "PIPEWIRE_RUNTIME_DIR": "/b"]
    #expect(EnforcementLock.folders { set[$0] } == ["/a", "/b", usual])
  }

  private func path(in folder: TemporaryDirectory) -> String {
    folder.path(of: "audiosession/agent-players")
  }

  private func text(in folder: TemporaryDirectory) throws -> String {
    try String(contentsOfFile: path(in: folder), encoding: .utf8)
  }
}
