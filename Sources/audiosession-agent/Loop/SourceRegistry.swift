import AudioSessionSystem
import EventLoop

/// Which descriptors the loop waits on, as the sources change theirs, and which of them are ready.
struct SourceRegistry: ~Copyable {
  private struct Registration: Equatable {
    var descriptor: CInt
    var generation: Int
    var interest: Poller.Interest
  }

  private let poller: Poller
  private var sources: [any EventSource] = []
  private var registrations: [Registration?] = []
  /// The tokens of what was ready after the last wait: few, in no order.
  private var ready: [UInt64] = []

  init() throws(Errno) { poller = try Poller() }

  /// Waits for a source from now on; its descriptor may come later.
  ///
  /// Those that were added before others come before them in each turn.
  mutating func add(_ source: any EventSource) {
    sources.append(source)
    registrations.append(nil)
  }

  /// Waits for a descriptor that isn't a source's, and stays the same.
  func add(fixed descriptor: CInt) throws(Errno) {
    try poller.register(descriptor, for: .reading, token: SourceRegistry.token(descriptor))
  }

  /// Above the places of the sources.
  private static func token(_ descriptor: CInt) -> UInt64 { 1 << 32 + UInt64(descriptor) }

  /// When a source wants to be asked though nothing is ready.
  var deadline: Duration? { sources.compactMap(\.deadline).min() }

  /// Waits until something is ready.
  mutating func wait() throws(Errno) {
    for index in sources.indices { try update(index) }
    let count = try poller.wait(timeout: nil)
    ready.removeAll(keepingCapacity: true)
    for index in 0..<count { ready.append(poller[index].token) }
  }

  /// Whether a descriptor that isn't a source's was ready after the last wait.
  func isReady(fixed descriptor: CInt) -> Bool {
    ready.contains(SourceRegistry.token(descriptor))
  }

  /// Has every source that is ready or due do what there is to do.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - afterEach: Is done after each of them, before the next.
  func dispatch(at now: Duration, afterEach: () -> Void) {
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
