import AudioSessionSystem
import Foundation
import TestSupport

/// What a sink is heard to play: the first channel of its monitor, sample by sample.
package final class Recording {
  package static let rate = 48_000.0

  package let program: RunningProgram
  private let file: FileDescriptor
  private let path: String
  package private(set) var samples: [Float] = []
  private var unread: [UInt8] = []
  /// Stretches without a gap: the first sample's index, and when it was heard.
  private var stretches: [(index: Int, time: Duration)] = []

  init(_ program: RunningProgram, path: String) throws {
    self.program = program
    self.path = path
    file = FileDescriptor(open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600))
  }

  /// Takes what was recorded since.
  package func update() {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(file.number, &buffer, buffer.count)
      guard count > 0 else { break }
      unread += buffer[..<count]
    }
    let used = unread.withUnsafeBytes { take($0) }
    unread.removeFirst(used)
  }

  /// Takes whole packets: how many bytes.
  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    var offset = 0
    while bytes.count - offset >= 16 {
      let time = bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)
      let frames = Int(bytes.loadUnaligned(fromByteOffset: offset + 8, as: Int64.self))
      let end = offset + 16 + frames * MemoryLayout<Float>.size
      guard end <= bytes.count else { break }
      note(frames, cameAt: .nanoseconds(time))
      samples.reserveCapacity(samples.count + frames)
      for index in 0..<frames {
        samples.append(bytes.loadUnaligned(fromByteOffset: offset + 16 + 4 * index, as: Float.self))
      }
      offset = end
    }
    return offset
  }

  /// The clock of the samples is the earliest that any packet allows; a late one is no gap.
  private func note(_ frames: Int, cameAt arrival: Duration) {
    let begin = arrival - Recording.length(of: frames)
    guard let last = stretches.last else {
      stretches.append((samples.count, begin))
      return
    }
    let expected = last.time + Recording.length(of: samples.count - last.index)
    if begin - expected > .milliseconds(100) {
      stretches.append((samples.count, begin))
    } else if begin < expected {
      stretches[stretches.count - 1].time += begin - expected
    }
  }

  private static func length(of frames: Int) -> Duration { .seconds(Double(frames) / rate) }

  /// When a sample was heard.
  package func time(of index: Int) -> Duration {
    let stretch = stretches.last { $0.index <= index } ?? (0, .zero)
    return stretch.time + Recording.length(of: index - stretch.index)
  }

  /// The first sample that was heard then or later.
  package func index(at time: Duration) -> Int {
    let stretch = stretches.last { $0.time <= time } ?? stretches.first ?? (0, .zero)
    return max(0, stretch.index + Int((time - stretch.time) / .seconds(1) * Recording.rate))
  }

  /// Waits until all is recorded that was heard up to a time.
  package func wait(until moment: Duration) throws {
    try Condition.wait("the recording: \(program.said)") {
      update()
      return !samples.isEmpty && time(of: samples.count) >= moment
    }
  }

  /// The loudest sample of a time, without a sign.
  package func peak(_ times: Range<Duration>) throws -> Float {
    try wait(until: times.upperBound)
    let part = samples[index(at: times.lowerBound)..<index(at: times.upperBound)]
    return part.reduce(0) { max($0, abs($1)) }
  }
}

extension HeadlessGraph {
  /// Records what a sink plays, and waits until it does.
  ///
  /// - Parameters:
  ///   - sink: Its name; nil: the default one.
  ///   - linkedByHand: Whether the recorder passes for a sink, which nobody links by himself.
  ///   - properties: More of the recorder's stream.
  /// - Returns: The recording, which ends with the last reference to it.
  /// - Throws: That nothing is recorded.
  package func record(
    _ sink: String? = nil,
    linkedByHand: Bool = false,
    _ properties: [String: String] = [:]
  ) throws -> Recording {
    let path = folder.path(of: "recording-\(UInt32.random(in: 0...UInt32.max))")
    let all = ["node.name": "recorder", "application.name": "recorder"].merging(properties) { $1 }
    let program = try start(
      "audiosession-test-tone",
      ["record", sink ?? layout.sinks[0], path] + all.map { "\($0)=\($1)" }.sorted(),
      readsLines: true
    )
    let recording = try Recording(program, path: path)
    if linkedByHand {
      for channel in ["FL", "FR"] {
        try Condition.wait("the recorder's port") {
          let ports = [
            "\(sink ?? layout.sinks[0]):monitor_\(channel)", "recorder:playback_\(channel)",
          ]
          return (try? run("pw-link", ports)) != nil
        }
      }
    }
    try recording.wait(until: Moment.now)
    return recording
  }
}
