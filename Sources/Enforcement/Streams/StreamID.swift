/// A stream of the audio graph, by its PipeWire node's global id.
///
/// The id may be given again after the node's removal, of which the core is told first.
package struct StreamID: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }

  package static func < (left: StreamID, right: StreamID) -> Bool { left.number < right.number }
}
