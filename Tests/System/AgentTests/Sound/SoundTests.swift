import GraphTestSupport
import TestTraits
import Testing

/// What is heard: tones are played by real clients, and the sink's monitor is measured.
///
/// One after the other, since they measure time; each has a PipeWire, a daemon and an agent of its
/// own.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)")
)
struct SoundTests {}
