import Foundation
import Testing

@testable import AudioSessionMedia

/// The sizes in the header of a WAV file.
struct WaveFileTests {
  private func header(_ chunks: [(name: String, size: UInt32)]) -> [UInt8] {
    var bytes = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVE".utf8)
    for (name, size) in chunks {
      bytes += Array(name.utf8)
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
      if name != "data" { bytes += [UInt8](repeating: 1, count: Int(size + size % 2)) }
    }
    return bytes
  }

  @Test func `the samples begin behind all other chunks, whose sizes are even`() {
    let plain = header([("fmt ", 16), ("data", 0)])
    #expect(WaveFile.start(ofData: plain[...]) == 44)
    let full = header([("fmt ", 16), ("LIST", 7), ("data", 0)])
    #expect(WaveFile.start(ofData: full[...]) == 60)
  }

  @Test func `what is no WAV file, or has no samples in its header, has no beginning`() {
    #expect(WaveFile.start(ofData: Array("fLaC".utf8)[...]) == nil)
    #expect(WaveFile.start(ofData: header([("fmt ", 16)])[...]) == nil)
    #expect(WaveFile.start(ofData: header([("LIST", 4_000_000)])[...]) == nil)
  }

  @Test func `the sizes are those of what was written`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let samples = [UInt8](repeating: 7, count: 1_000)
    try Data(header([("fmt ", 16), ("data", 0)]) + samples).write(to: url)
    WaveFile.correctSizes(of: url.path)
    let file = [UInt8](try Data(contentsOf: url))
    func size(at offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
    }
    #expect(size(at: 4) == 1_036)
    #expect(size(at: 40) == 1_000)
    #expect(file.suffix(1_000).allSatisfy { $0 == 7 })
  }
}
