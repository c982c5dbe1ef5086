import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@testable import ControlCore
@testable import ControlRecording

struct RecordingLinesTests {
  @Test func `a line that no recording has is not read to its end`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("{}\n", to: "long")
    // A gigabyte of zeros, of which the disk has none.
    #expect(truncate(path, 1 << 30) == 0)
    var lines = try Lines(of: path)
    #expect(try lines.next()?.value == [:])
    let failure = Failure.file("\(path):2: expected at most 33554432 bytes")
    #expect(throws: failure) { _ = try lines.next() }
  }
}
