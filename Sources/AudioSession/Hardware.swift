/// What is known of the devices of a route and of how they are run; nil is unknown.
///
/// An agent reports it to the daemon; without one nothing is known.
public struct Hardware: Hashable, Sendable {
  /// The sample rate at which programs are heard and recorded, in hertz.
  public var sampleRate: Int?
  /// The number of frames that are processed at a time.
  public var bufferFrames: Int?
  /// The delay of the input device in seconds, without the buffer.
  public var inputLatency: Double?
  /// The delay of the output device in seconds, without the buffer.
  public var outputLatency: Double?
  /// The volume of the output as a mixer shows it, 0…1.
  public var outputVolume: Double?
  /// Whether the output is muted in the mixer.
  public var isOutputMuted: Bool?
  /// The number of channels of the input.
  public var inputChannels: Int?
  /// The number of channels of the output.
  public var outputChannels: Int?
  /// All inputs, whichever is the route's: those that ``Session/preferInput(_:)`` may name.
  public var availableInputs: [Route.Port]?
  /// The loudspeaker to which ``Session/overrideOutput(toSpeaker:)`` leads, whichever output is the
  /// route's; nil if none is known.
  public var loudspeaker: Route.Port?

  /// Creates hardware of which nothing is known.
  public init() {}

  /// The duration of a buffer in seconds; nil unless its frames and the rate are known.
  public var bufferDuration: Double? {
    guard let bufferFrames, let sampleRate else { return nil }
    return Double(bufferFrames) / Double(sampleRate)
  }
}
