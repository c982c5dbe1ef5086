/// Why a session ended without its program's doing.
///
/// The raw value is the name on the wire.
public enum ClosingReason: String, CaseIterable, Sendable, BitwiseCopyable {
  /// An administrator ended it.
  case evicted
  /// Its lease ran out.
  case leaseExpired
}
