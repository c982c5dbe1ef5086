public import Foundation

/// The input and output ports of a route.
///
/// The session's own is empty until a route has been reported to the daemon. The class is open, so
/// that a test can subclass it; `init()` is its only designated initializer.
/// Source: Apple, `AVAudioSessionRouteDescription`.
// Unchecked, since a class that can be subclassed can't be checked: what it stores is set while it is
// made and never again, and a subclass that stores more has to say for itself that it may be shared.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
  private var itsInputs: [AVAudioSessionPortDescription] = []
  private var itsOutputs: [AVAudioSessionPortDescription] = []

  /// The ports from which audio is recorded.
  open var inputs: [AVAudioSessionPortDescription] { itsInputs }

  /// The ports on which audio is played.
  open var outputs: [AVAudioSessionPortDescription] { itsOutputs }

  /// Creates a route without ports.
  public override init() {}

  /// Creates a route of ports, for a program's own tests; an addition to Apple's interface.
  ///
  /// - Parameters:
  ///   - inputs: The ports from which audio is recorded.
  ///   - outputs: The ports on which audio is played.
  public convenience init(
    inputs: [AVAudioSessionPortDescription],
    outputs: [AVAudioSessionPortDescription]
  ) {
    self.init()
    itsInputs = inputs
    itsOutputs = outputs
  }

  /// The ports, in words.
  open override var description: String {
    let ports = [("inputs", inputs), ("outputs", outputs)].map { name, ports in
      "\(name) = [\(ports.map(\.description).joined(separator: ", "))]"
    }
    return AVAudioSession.description(of: self, ports)
  }

  /// True for a route with equal ports in the same order.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionRouteDescription else { return false }
    return inputs == other.inputs && outputs == other.outputs
  }

  /// Equal for equal routes.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(inputs)
    hasher.combine(outputs)
    return hasher.finalize()
  }
}
