package import AudioSessionSystem

/// The descriptors that the loop polls, kept up to date as sources change theirs.
package struct SourceRegistry: ~Copyable {
  private struct Registration: Equatable {
    var descriptor: CInt
    var generation: Int
    var interest: Poller.Interest
  }

  private let poller: Poller
  private var sources: [any EventSource] = []
  private var registrations: [Registration?] = []
  /// The tokens that were ready after the last wait: few, in no order.
  private var ready: [UInt64] = []

  package init() throws(Errno) { poller = try Poller() }

  /// Adds a source; its descriptor may come later.
  ///
  /// Sources are dispatched in the order in which they were added.
  package mutating func add(_ source: any EventSource) {
    sources.append(source)
    registrations.append(nil)
  }

  /// Adds a descriptor that belongs to no source and never changes.
  package func add(fixed descriptor: CInt) throws(Errno) {
    try poller.register(descriptor, for: .reading, token: SourceRegistry.token(descriptor))
  }

  /// Above the places of the sources.
  private static func token(_ descriptor: CInt) -> UInt64 { 1 << 32 + UInt64(descriptor) }

  /// The earliest deadline of a source.
  package var deadline: Duration? { sources.compactMap { $0.deadline }.min() }

  /// Waits until something is ready.
  package mutating func wait() throws(Errno) {
    for index in sources.indices { try update(index) }
    let count = try poller.wait(timeout: nil)
    ready.removeAll(keepingCapacity: true)
    for index in 0..<count { ready.append(poller[index].token) }
  }

  /// Whether a fixed descriptor was ready after the last wait.
  package func isReady(fixed descriptor: CInt) -> Bool {
    ready.contains(SourceRegistry.token(descriptor))
  }

  /// Dispatches every source that is ready or due.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - afterEach: Called after each source, before the next.
  package func dispatch(at now: Duration, afterEach: () -> Void) {
    for (index, source) in sources.enumerated() {
      guard ready.contains(UInt64(index)) || source.deadline.map({ $0 <= now }) == true else {
        continue
      }
      source.dispatch(at: now)
      afterEach()
    }
  }

  private mutating func update(_ index: Int) throws(Errno) {
    let source = sources[index]
    let wanted = source.descriptor.map {
      Registration(descriptor: $0, generation: source.generation, interest: source.interest)
    }
    let former = registrations[index]
    guard wanted != former else { return }
    registrations[index] = wanted
    switch (former, wanted) {
    case (let former?, let wanted?)
    where former.descriptor == wanted.descriptor && former.generation == wanted.generation:
      try poller.modify(wanted.descriptor, for: wanted.interest, token: UInt64(index))
    case (_, let wanted):
      // What was closed left the poller with it, unless somebody else holds it still.
      if let former { try? poller.remove(former.descriptor) }
      guard let wanted else { return }
      try poller.register(wanted.descriptor, for: wanted.interest, token: UInt64(index))
    }
  }
}
