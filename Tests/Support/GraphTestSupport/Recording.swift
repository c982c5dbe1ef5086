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
  /// The packets since the latest that came in time.
  private var late: [(index: Int, begin: Duration, lateness: Duration)] = []

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
      for index in 0..<frames {
        samples.append(bytes.loadUnaligned(fromByteOffset: offset + 16 + 4 * index, as: Float.self))
      }
      offset = end
    }
    return offset
  }

  /// Keeps the clock of the samples, which is the earliest that any packet allows.
  ///
  /// A late packet is no gap; a row of them is: the graph has lost as much as the least late of them.
  private func note(_ frames: Int, cameAt arrival: Duration) {
    let begin = arrival - Recording.length(of: frames)
    guard let last = stretches.last else {
      stretches.append((samples.count, begin))
      return
    }
    let lateness = begin - last.time - Recording.length(of: samples.count - last.index)
    if lateness < .zero { stretches[stretches.count - 1].time += lateness }
    guard lateness > .milliseconds(3) else {
      late = []
      return
    }
    late.append((samples.count, begin, lateness))
    guard late.count > 20, let least = late.map(\.lateness).min() else { return }
    stretches.append((late[0].index, late[0].begin - late[0].lateness + least))
    late = []
  }

  private static func length(of frames: Int) -> Duration { .seconds(Double(frames) / rate) }

  /// When a sample was heard.
  package func time(of index: Int) -> Duration {
    let stretch = stretches.last { $0.index <= index } ?? (0, .zero)
    return stretch.time + Recording.length(of: index - stretch.index)
  }

  /// The first sample that was heard then or later, the end if there is none yet.
  package func index(at time: Duration) -> Int {
    let stretch = stretches.last { $0.time <= time } ?? stretches.first ?? (0, .zero)
    let index = stretch.index + Int((time - stretch.time) / .seconds(1) * Recording.rate)
    return min(max(0, index), samples.count)
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
    let end = index(at: times.upperBound)
    let part = samples[min(index(at: times.lowerBound), end)..<end]
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
    let path = folder.path(of: "log/recording-\(UInt32.random(in: 0...UInt32.max))")
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
