import Foundation
import Synchronization
import Testing

@testable import AudioSessionMedia

/// Files in which no sound is found, looked into while others are.
struct DamagedFileTests {
  private static let hasPlayers = {
    #if Players
    true
    #else
    false
    #endif
  }()

  /// An MPEG-4 file that was cut off before it says what its sound is.
  private static let cutMPEG4 =
    Data([0, 0, 0, 24]) + Data("ftypM4A ".utf8) + Data(count: 4) + Data("M4A isom".utf8)
    + Data([0, 0, 16, 0]) + Data("mdat".utf8) + Data(count: 1000)

  /// The demultiplexer fails on a thread of its own, before GStreamer listens to it or after.
  @Test(.enabled(if: hasPlayers, "needs the trait Players"))
  func `a file that is cut off is found to be damaged whenever its reader fails`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).m4a")
    try Self.cutMPEG4.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let uri = file.absoluteString
    let answers = Mutex<[String: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 300) { _ in
      let answer = Result { try MediaInformation(of: uri) }
      let word = if case .failure(let error as MediaError) = answer { "\(error.fault)" } else { "" }
      answers.withLock { $0[word, default: 0] += 1 }
    }
    #expect(answers.withLock { $0 } == ["damaged": 300])
  }
}
