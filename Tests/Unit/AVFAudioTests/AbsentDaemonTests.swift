import AudioSessionJSON
import AudioSessionWire
import Glibc
import TestSupport
import TestTraits
import Testing

/// A daemon that comes late, hangs, or can't be reached.
@Suite(.tags(.process)) struct AbsentDaemonTests {
  private static let configured = "configured AVAudioSessionCategoryPlayback 3"

  @Test func `settings made before the daemon comes: in force after the reset`() throws {
    let folder = try TemporaryDirectory()
    let program = try RunningProgram("latecomer", socket: folder.path(of: "socket"))
    try program.told("configure", says: Self.configured)
    let gone = "NSOSStatusErrorDomain mediaServicesFailed, not there, blocked for seconds: false"
    try program.told("activate", says: gone)
    try program.told("misconfigure", says: "NSOSStatusErrorDomain badParam")
    let daemon = try TestDaemon(text: "", in: folder)
    try program.hears("reset AVAudioSessionCategoryPlayback")
    try program.told("activate", says: "active as AVAudioSessionCategoryPlayback")
    let listed = try daemon.connect().granted("session.list")["sessions"]?.array?.first
    #expect(listed?["mode"] == "spokenAudio")
    #expect(listed?["preferences"]?["prefersNoInterruptionsFromSystemAlerts"] == true)
    #expect(
      try program.end() == [
        Self.configured, gone, "NSOSStatusErrorDomain badParam",
        "reset AVAudioSessionCategoryPlayback", "active as AVAudioSessionCategoryPlayback",
      ]
    )
  }

  @Test func `a daemon that hangs holds the main thread for a second, and counts as lost`() throws {
    let daemon = try TestDaemon()
    let program = try RunningProgram("latecomer", daemon)
    try program.told("configure", says: Self.configured)
    try program.told("activate", says: "active as AVAudioSessionCategoryPlayback")
    daemon.process.send(SIGSTOP)
    try program.told("read", says: "read, blocked for seconds: false")
    try program.told("configure", says: Self.configured)
    try program.hears("lost AVAudioSessionCategoryPlayback")
    let lost = "NSOSStatusErrorDomain mediaServicesFailed, lost, blocked for seconds: false"
    try program.told("activate", says: lost)
    daemon.process.send(SIGCONT)
    try program.hears("reset AVAudioSessionCategoryPlayback")
    try program.told("activate", says: "active as AVAudioSessionCategoryPlayback")
    _ = try program.end()
  }

  @Test func `a daemon that hangs from the start says so by its kind of error`() throws {
    let daemon = try TestDaemon()
    daemon.process.send(SIGSTOP)
    let program = try RunningProgram("latecomer", daemon)
    let silent = "NSOSStatusErrorDomain mediaServicesFailed, doesn't answer, blocked for seconds: "
    try program.told("activate", says: silent + "false")
    try program.told("configure", says: Self.configured)
    try program.hears("lost AVAudioSessionCategoryPlayback")
    daemon.process.send(SIGCONT)
    try program.hears("reset AVAudioSessionCategoryPlayback")
    try program.told("activate", says: "active as AVAudioSessionCategoryPlayback")
    _ = try program.end()
  }

  @Test func `R14: an activation waits for as long as enforcers may hold it up`() throws {
    let others = try Others(["EnforcementTimeout": "1300ms"])
    try others.begin(["name": "music", "category": "playback"])
    let enforcer = try others.daemon.connect()
    try enforcer.granted("enforcement.attach")
    let program = try RunningProgram("latecomer", others.daemon)
    try program.told("activate", says: "active as AVAudioSessionCategorySoloAmbient")
    _ = try program.end()
  }
}
