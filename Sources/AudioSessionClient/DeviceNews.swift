package import AudioSessionSchema

/// What a bridge tells the programs that want the shared device of a house.
package struct DeviceNews: DescribedObject, Equatable, Sendable {
  package var state: State
  /// Whether it was connected to this machine just now.
  package var hasChanged: Bool
  /// The machine that has it now.
  package var holder: String?
  /// Why it isn't here, a sentence.
  package var because: String?

  package enum State: String, DescribedWord, Sendable {
    /// This machine shares no device.
    case none
    /// It is connected to this machine.
    case held
    /// Another machine has begun to use it.
    case lost
    /// It could not be connected.
    case failed
  }

  package init(
    _ state: State,
    hasChanged: Bool = false,
    holder: String? = nil,
    because: String? = nil
  ) {
    self.state = state
    self.hasChanged = hasChanged
    self.holder = holder
    self.because = because
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: DeviceNews?,
    of archive: inout A
  ) throws(A.Fault) -> DeviceNews {
    DeviceNews(
      try archive.member("state", it?.state),
      hasChanged: try archive.member("changed", it?.hasChanged),
      holder: try archive.optional("holder", it?.holder),
      because: try archive.optional("because", it?.because)
    )
  }
}
