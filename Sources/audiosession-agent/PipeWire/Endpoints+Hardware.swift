import AudioSessionWire
import Glibc

extension Endpoints {
  /// What is known of the default output and input, and of how the graph runs (R67).
  func hardware(_ clock: GraphClock) -> HardwareObject {
    var hardware = HardwareObject()
    hardware.sampleRate = clock.rate
    hardware.bufferFrames = clock.quantum
    if let device {
      hardware.outputLatencySeconds = device.latency(clock)
      hardware.outputVolume = device.volumes?.shownVolume
      hardware.outputMuted = device.volumes?.isMuted
      hardware.outputChannels = device.channels
    }
    if let input {
      hardware.inputLatencySeconds = input.latency(clock)
      hardware.inputChannels = input.channels
    }
    let inputs = availableInputs
    hardware.availableInputs = inputs.isEmpty ? nil : Array(inputs.prefix(32))
    hardware.loudspeaker = loudspeakerPort
    return hardware
  }
}

extension Endpoint {
  fileprivate var channels: Int? {
    volumes.flatMap { $0.channels.isEmpty ? nil : $0.channels.count }
  }

  /// The delay of the device without the buffer, in seconds; nil if nothing is known of it.
  fileprivate func latency(_ clock: GraphClock) -> Double? {
    let offset = Double(volumes?.latencyOffset ?? 0) / 1e9
    guard let headroom, let rate = clock.rate else { return offset > 0 ? min(offset, 3600) : nil }
    return min(max(0, Double(headroom) / Double(rate) + offset), 3600)
  }
}

extension PipeWireVolumes {
  /// The volume that a mixer shows, 0…1: the cube root of the loudest channel's; nil without any.
  fileprivate var shownVolume: Double? {
    guard let loudest = channels.max(), loudest >= 0 else { return nil }
    // In thousandths, so that no rounding counts as a step.
    return min((cbrt(Double(loudest)) * 1000).rounded() / 1000, 1)
  }
}

/// How PipeWire runs its graph, by its metadata `settings`.
struct GraphClock: Equatable {
  private var values: [String: Int] = [:]

  /// Takes a value of the metadata; nil if it is gone, and without a key all are.
  mutating func take(key: String?, _ value: String?) {
    guard let key else { return values = [:] }
    values[key] = value.flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  /// The sample rate, in hertz: the one that was forced upon it, or its own.
  var rate: Int? { values["clock.force-rate"] ?? values["clock.rate"] }

  /// The frames of a cycle, likewise.
  var quantum: Int? { values["clock.force-quantum"] ?? values["clock.quantum"] }
}

/// Finds out when the hardware is reported: a change at once, but changes that follow each other
/// closely, such as a volume that is being turned, only some times a second.
struct HardwareReporter {
  private var told: HardwareObject?
  /// Until then the next change waits.
  private var pauseEnd: Duration?
  /// When a change that waits is reported; nil if none does.
  private(set) var deadline: Duration?

  /// The hardware, if it is to be reported now.
  mutating func report(_ hardware: HardwareObject, at now: Duration) -> HardwareObject? {
    deadline = nil
    guard hardware != told else { return nil }
    if let pauseEnd, now < pauseEnd {
      deadline = pauseEnd
      return nil
    }
    told = hardware
    pauseEnd = now + HardwareReporter.pause
    return hardware
  }

  private static let pause = Duration.milliseconds(250)
}
