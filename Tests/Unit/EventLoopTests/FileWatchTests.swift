import AudioSessionEventLoop
import AudioSessionSystem
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct FileWatchTests {
  @Test func `a file appears, is written, is replaced and vanishes`() throws {
    let folder = try TemporaryDirectory()
    var watch = try FileWatch()
    let path = folder.path + "/file"
    #expect(try watch.watch([path]) == [])
    #expect(try watch.takeChanges() == [])
    try write("", to: path)
    #expect(try changes(of: &watch) == [.init(path: path, kind: .appeared)])
    // More often than the clock ticks that file times have.
    for _ in 0..<100 {
      try write("a", to: path)
      #expect(try watch.takeChanges() == [.init(path: path, kind: .changed)])
    }
    try write("c", to: path + ".new")
    #expect(rename(path + ".new", path) == 0)
    #expect(try changes(of: &watch) == [.init(path: path, kind: .changed)])
    #expect(unlink(path) == 0)
    #expect(try changes(of: &watch) == [.init(path: path, kind: .vanished)])
    #expect(try watch.takeChanges() == [])
  }

  @Test func `folders on the way come and go`() throws {
    let folder = try TemporaryDirectory()
    var watch = try FileWatch()
    let outer = folder.path + "/outer"
    let inner = outer + "/inner"
    let path = inner + "/file"
    #expect(try watch.watch([path]) == [])
    for _ in 0..<2 {
      #expect(mkdir(outer, 0o700) == 0)
      #expect(try changes(of: &watch) == [])
      #expect(mkdir(inner, 0o700) == 0)
      try write("", to: path)
      #expect(try changes(of: &watch) == [.init(path: path, kind: .appeared)])
      try write("a", to: path)
      #expect(try changes(of: &watch) == [.init(path: path, kind: .changed)])
      #expect(rename(inner, outer + "/other") == 0)
      #expect(try changes(of: &watch) == [.init(path: path, kind: .vanished)])
      #expect(rename(outer + "/other", inner) == 0)
      #expect(try changes(of: &watch) == [.init(path: path, kind: .appeared)])
      #expect(unlink(path) == 0)
      #expect(rmdir(inner) == 0)
      #expect(rmdir(outer) == 0)
      #expect(try changes(of: &watch) == [.init(path: path, kind: .vanished)])
    }
  }

  @Test func `other files of the folder are nothing`() throws {
    let folder = try TemporaryDirectory()
    var watch = try FileWatch()
    #expect(try watch.watch([folder.path + "/file"]) == [])
    try write("a", to: folder.path + "/other")
    #expect(try changes(of: &watch) == [])
  }

  @Test func `paths come and go, and those that stay lose nothing`() throws {
    let folder = try TemporaryDirectory()
    var watch = try FileWatch()
    let one = folder.path + "/one"
    let two = folder.path + "/two"
    #expect(try watch.watch([one]) == [])
    try write("", to: one)
    try write("", to: two)
    // What is there when it is first watched is no change.
    #expect(try watch.watch([one, two]) == [.init(path: one, kind: .appeared)])
    try write("a", to: two)
    #expect(try changes(of: &watch) == [.init(path: two, kind: .changed)])
    #expect(try watch.watch([two]) == [])
    #expect(unlink(one) == 0)
    #expect(unlink(two) == 0)
    #expect(try changes(of: &watch) == [.init(path: two, kind: .vanished)])
    #expect(try watch.watch([]) == [])
    try write("", to: two)
    #expect(try watch.takeChanges() == [])
  }

  @Test func `a change that comes when the event queue has overflowed: still reported`() throws {
    let folder = try TemporaryDirectory()
    var watch = try FileWatch()
    let path = folder.path + "/file"
    #expect(try watch.watch([path]) == [])
    let limit = try #require(try limitOfQueue())
    for _ in 0...limit {
      // Two events each that aren't alike, so that they aren't taken as one.
      try write("", to: folder.path + "/other")
      #expect(unlink(folder.path + "/other") == 0)
    }
    try write("", to: path)
    #expect(try changes(of: &watch) == [.init(path: path, kind: .appeared)])
  }

  /// What there is to tell, after waiting for anything.
  private func changes(of watch: inout FileWatch) throws -> [FileWatch.Change] {
    let poller = try Poller()
    try poller.register(watch.number, for: .reading, token: 1)
    let events = try poller.events(within: .seconds(60))
    try #require(events.count == 1)
    return try watch.takeChanges()
  }

  private func write(_ text: String, to path: String) throws {
    let file = FileDescriptor(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
    try #require(Glibc.write(file.number, text, text.utf8.count) == text.utf8.count)
  }

  private func limitOfQueue() throws -> Int? {
    let number = open("/proc/sys/fs/inotify/max_queued_events", O_RDONLY | O_CLOEXEC)
    let file = FileDescriptor(number)
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = read(file.number, &bytes, bytes.count)
    try #require(count > 0)
    return Int(String(decoding: bytes[..<(count - 1)], as: UTF8.self))
  }
}
