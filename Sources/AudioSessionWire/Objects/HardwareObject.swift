import AudioSessionJSON
package import AudioSessionSchema

/// What is known of the devices of a route and of how they are run (R67); nil is unknown.
package struct HardwareObject: Equatable, Sendable {
  /// In hertz.
  package var sampleRate: Int?
  /// The frames that are processed at a time.
  package var bufferFrames: Int?
  package var inputLatencySeconds: Double?
  package var outputLatencySeconds: Double?
  /// As a mixer shows it, 0…1.
  package var outputVolume: Double?
  package var outputMuted: Bool?
  package var inputChannels: Int?
  package var outputChannels: Int?
  /// All inputs, whichever is the route's.
  package var availableInputs: [Port]?
  /// The loudspeaker, whichever output is the route's.
  package var loudspeaker: Port?

  package init() {}
}

extension HardwareObject: DescribedObject, JSONEncodable {
  package static var component: String? { "Hardware" }
  package static var unsent: HardwareObject? { HardwareObject() }

  package static func members<A: Archive & ~Copyable>(
    _ it: HardwareObject?,
    of archive: inout A
  ) throws(A.Fault) -> HardwareObject {
    var hardware = HardwareObject()
    hardware.sampleRate = try archive.optional(
      "sampleRate",
      it?.sampleRate,
      .integer(1...100_000_000),
      "The sample rate at which programs are heard and recorded, in hertz."
    )
    hardware.bufferFrames = try archive.optional(
      "bufferFrames",
      it?.bufferFrames,
      .integer(1...16_777_216),
      "The number of frames that are processed at a time."
    )
    hardware.inputLatencySeconds = try archive.optional(
      "inputLatencySeconds",
      it?.inputLatencySeconds,
      .number(0...3600),
      "The delay of the input device, without the buffer."
    )
    hardware.outputLatencySeconds = try archive.optional(
      "outputLatencySeconds",
      it?.outputLatencySeconds,
      .number(0...3600),
      "The delay of the output device, without the buffer."
    )
    hardware.outputVolume = try archive.optional(
      "outputVolume",
      it?.outputVolume,
      .number(0...1),
      "The volume of the output as a mixer shows it; more than 100 % counts as 1."
    )
    hardware.outputMuted = try archive.optional(
      "outputMuted",
      it?.outputMuted,
      "Whether the output is muted."
    )
    hardware.inputChannels = try archive.optional(
      "inputChannels",
      it?.inputChannels,
      .integer(1...1024),
      "The number of channels of the input."
    )
    hardware.outputChannels = try archive.optional(
      "outputChannels",
      it?.outputChannels,
      .integer(1...1024),
      "The number of channels of the output."
    )
    hardware.availableInputs = try archive.optional(
      "availableInputs",
      it?.availableInputs,
      .list(Port.shape, atMost: 32),
      "The inputs from which a session may prefer one."
    )
    hardware.loudspeaker = try archive.optional(
      "loudspeaker",
      it?.loudspeaker,
      "The output to which a session may have its sound go by an override."
    )
    return hardware
  }
}
