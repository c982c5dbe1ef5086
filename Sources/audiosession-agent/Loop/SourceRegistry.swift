import AudioSessionSystem
import EventLoop

/// Which descriptors the loop waits on, as the sources change theirs.
struct SourceRegistry: ~Copyable {
  private struct Registration: Equatable {
    var descriptor: CInt
    var generation: Int
    var interest: Poller.Interest
  }

  private let poller: Poller
  private var sources: [any EventSource] = []
  private var registrations: [Registration?] = []

  init() throws(Errno) { poller = try Poller() }

  /// Waits for a source from now on; its descriptor may come later.
  mutating func add(_ source: any EventSource) {
    sources.append(source)
    registrations.append(nil)
  }

  /// Waits for a descriptor that isn't a source's, such as a timer's, and stays the same.
  func add(fixed descriptor: CInt) throws(Errno) {
    try poller.register(descriptor, for: .reading, token: .max)
  }

  /// When a source wants to be asked though nothing is ready.
  var deadline: Duration? { sources.compactMap(\.deadline).min() }

  /// Waits until something is ready or the time is over.
  mutating func wait(until timeout: Duration?) throws(Errno) {
    for index in sources.indices { try update(index) }
    _ = try poller.wait(timeout: timeout)
  }

  /// Has every source do what there is to do.
  func dispatch(at now: Duration) {
    for source in sources { source.dispatch(at: now) }
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
