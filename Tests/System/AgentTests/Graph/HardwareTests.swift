import AudioSessionWire
import GraphTestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// What the driver tells of the hardware, and when (R67).
@Suite struct HardwareTests {
  private func hardware(volume: Double) -> HardwareObject {
    var hardware = HardwareObject()
    hardware.outputVolume = volume
    return hardware
  }

  @Test func `a volume that is being turned: told at once, then some times a second, and its end`()
  {
    var reporter = HardwareReporter()
    var told: [Double?] = []
    for step in 0..<100 {
      let now = Duration.milliseconds(10 * step)
      let report = reporter.report(hardware(volume: Double(step) / 100), at: now)
      if let report { told.append(report.outputVolume) }
    }
    #expect(told == [0, 0.25, 0.5, 0.75])
    #expect(reporter.deadline == .seconds(1))
    let last = reporter.report(hardware(volume: 0.99), at: .seconds(1))
    #expect(last == hardware(volume: 0.99))
    #expect(reporter.report(hardware(volume: 0.99), at: .seconds(2)) == nil)
    #expect(reporter.deadline == nil)
  }

  @Test func `a step and back within the pause is no news`() {
    var reporter = HardwareReporter()
    #expect(reporter.report(hardware(volume: 0.5), at: .zero) != nil)
    #expect(reporter.report(hardware(volume: 0.6), at: .milliseconds(10)) == nil)
    #expect(reporter.report(hardware(volume: 0.5), at: .milliseconds(20)) == nil)
    #expect(reporter.deadline == nil)
  }

  @Test func `the clock: a forced rate and quantum come before the graph's own`() {
    var clock = GraphClock()
    #expect((clock.rate, clock.quantum) == (nil, nil))
    for (key, value) in [("clock.rate", "48000"), ("clock.quantum", "1024")] {
      clock.take(key: key, value)
    }
    clock.take(key: "clock.force-rate", "0")
    #expect((clock.rate, clock.quantum) == (48_000, 1024))
    clock.take(key: "clock.force-rate", "96000")
    clock.take(key: "clock.force-quantum", "64")
    #expect((clock.rate, clock.quantum) == (96_000, 64))
    clock.take(key: "clock.force-rate", "many")
    #expect(clock.rate == 48_000)
    clock.take(key: nil, nil)
    #expect((clock.rate, clock.quantum) == (nil, nil))
  }

  @Test func `an output: the loudest channel's volume, and the delays of driver and user`() {
    var endpoints = GraphState([.software], "software").endpoints
    var clock = GraphClock()
    clock.take(key: "clock.rate", "48000")
    #expect(endpoints.hardware(clock).outputVolume == nil)
    endpoints[0]?.update(
      PipeWireProperties(["node.name": "software", "api.alsa.headroom": "480"])
    )
    endpoints[0]?.volumes = PipeWireVolumes(
      channels: [0.001, 0.125],
      soft: [],
      isMuted: true,
      isSoftMuted: false,
      latencyOffset: 20_000_000
    )
    var told = HardwareObject()
    told.sampleRate = 48_000
    told.outputLatencySeconds = 0.03
    (told.outputVolume, told.outputMuted, told.outputChannels) = (0.5, true, 2)
    #expect(endpoints.hardware(clock) == told)
    // Louder than a mixer's full scale.
    endpoints[0]?.volumes?.channels = [3]
    #expect(endpoints.hardware(clock).outputVolume == 1)
  }
}

/// The same of a real graph.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct GraphDriverHardwareTests {
  @Test func `a real graph: its clock, its devices' channels, and the volume that is set`() throws {
    var layout = Layout()
    layout.sources = ["microphone"]
    let stage = try HeadlessGraph(layout)
    let driver = try GraphDriver(in: stage)
    try driver.wait(for: "all of it") {
      let told = driver.hardware.last
      return told?.outputVolume != nil && told?.inputChannels != nil
    }
    let first = try #require(driver.hardware.last)
    print("told first: \(first)")
    #expect((first.sampleRate, first.bufferFrames) == (48_000, layout.quantum))
    #expect((first.outputChannels, first.outputMuted) == (2, false))
    // The dummy sink of newer PipeWires takes no volume while nothing plays.
    let tone = try stage.play()
    try tone.awaitStreaming()
    try stage.setVolume(0.125, of: "speaker")
    try driver.wait(for: "half the volume") { driver.hardware.last?.outputVolume == 0.5 }
    try stage.setMuted(true, "speaker")
    try driver.wait(for: "the mute") { driver.hardware.last?.outputMuted == true }
    #expect(driver.hardware.last?.outputVolume == 0.5)
    #expect(driver.reports.count == 1, "none of it is a change of route")
    try tone.kill()
  }
}
