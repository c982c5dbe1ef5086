import Glibc
import TestSupport
import Testing

@testable import audiosession_agent

/// Which processes are one program.
struct ProcessTreeTests {
  private func family(_ files: String...) -> Int32? {
    let lineage = files.enumerated().map {
      ProcessTree.Member(pid: Int32(10 - $0), file: $1)
    }
    return ProcessTree.family(of: lineage)
  }

  @Test func `a browser's processes are the browser's`() {
    let chromium = "/usr/lib/chromium/chromium"
    #expect(family(chromium, chromium, chromium, "/usr/bin/gnome-shell") == 8)
    #expect(family("/usr/lib/webkit/WebKitWebProcess", "/usr/bin/epiphany", "/bin/sh") == 9)
    #expect(
      family("/usr/lib/webkit/WebKitWebProcess", "/usr/bin/bwrap", "/usr/bin/epiphany") == 8
    )
    #expect(family("/usr/lib/qt6/QtWebEngineProcess", "/usr/bin/falkon") == 9)
  }

  @Test func `a terminal's programs are not the terminal's, nor each other's`() {
    #expect(family("/usr/bin/mpv", "/usr/bin/bash", "/usr/bin/konsole") == 10)
    #expect(family("/usr/bin/mpv") == 10)
    #expect(family() == nil)
  }

  @Test func `two programs of one interpreter are two`() {
    for file in ["/usr/bin/python3.11", "/usr/bin/bash", "/usr/bin/node", "/usr/bin/busybox"] {
      #expect(family(file, file) == 10, "\(file)")
    }
  }

  @Test func `process 1 is nobody's ancestor`() throws {
    // The shell ends at once, so that process 1 adopts its child, or one that it has started does.
    let shell = try Finished(of: "/bin/sh", ["-c", "sleep 100 > /dev/null 2>&1 & echo $!"])
    let orphan = try #require(Int32(shell.output.dropLast()))
    defer { kill(orphan, SIGKILL) }
    let pids = ProcessTree.lineage(of: orphan).map(\.pid)
    #expect(pids.first == orphan)
    #expect(!pids.contains(1))
  }

  @Test func `a process that can't be seen is its own program`() {
    #expect(family("", "") == 10)
  }

  @Test func `a Flatpak's unit is a sandbox, and no other is`() {
    #expect(DesktopUnit.isFlatpak("app-flatpak-org.example.Player-4711.scope"))
    #expect(!DesktopUnit.isFlatpak("app-org.kde.konsole-4711.scope"))
  }
}
