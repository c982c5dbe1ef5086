import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
package import AudioSessionTypes
import AudioSessionWire
import TestSupport

/// A world from its beginning to its end: a policy, and what happens.
package struct Life {
  /// The first thing that was found wrong.
  package struct Fault {
    /// The operation after which it was found; nil: at the end.
    package var place: Int?
    package var text: String
  }

  package let policy: Policy
  package private(set) var operations: [Operation]

  /// The number of operations of a life.
  package static let length = 2_000

  /// - Parameters:
  ///   - seed: The seed of all that is random.
  ///   - count: The number of operations.
  package init(seed: UInt64, count: Int = Life.length) {
    var random = SplitMix64(seed: seed ^ 1)
    var policy = Policy()
    let flips: [WritableKeyPath<Policy, Bool>] = [
      \.playbackDuringPhoneCall, \.interruptOnSleep,
      \.refusedDisplaces, \.releaseOnMixable, \.interruptedMayStart, \.aboveNormalNotifies,
      \.routeLossInterruptsAll,
    ]
    for flip in flips where random.next() % 6 == 0 { policy[keyPath: flip].toggle() }
    self.policy = policy
    var generator = OperationGenerator(seed: seed)
    operations = generator.operations(count: count)
  }

  /// Lets it happen.
  ///
  /// - Parameters:
  ///   - interval: After how many operations all sessions are compared; each decision always is.
  ///   - look: Is shown each operation with its world, after it has happened.
  /// - Returns: What was wrong; nil: nothing.
  package func run(
    comparingEvery interval: Int,
    _ look: (Operation, World) -> Void = { _, _ in }
  ) -> Fault? {
    let world = World(policy)
    for (place, operation) in operations.enumerated() {
      world.perform(operation)
      if place % interval == 0 { world.compare() }
      look(operation, world)
      if let fault = world.faults.first { return Fault(place: place, text: fault) }
    }
    world.finish()
    return world.faults.first.map { Fault(place: nil, text: $0) }
  }

  /// The same without the operations that its fault doesn't need.
  ///
  /// Parts are left out, at first large ones, as long as anything remains wrong (Zeller and
  /// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002).
  package func shrunk() -> Life {
    var life = self
    guard let fault = life.run(comparingEvery: 1) else { return self }
    if let place = fault.place { life.operations.removeSubrange((place + 1)...) }
    var length = max(life.operations.count / 2, 1)
    while true {
      var hasShrunk = false
      var start = 0
      while start < life.operations.count {
        var shorter = life
        let end = min(start + length, life.operations.count)
        shorter.operations.removeSubrange(start..<end)
        if shorter.run(comparingEvery: 1) != nil {
          life = shorter
          hasShrunk = true
        } else {
          start += length
        }
      }
      if length == 1 && !hasShrunk { return life }
      length = hasShrunk && length == 1 ? 1 : max(length / 2, 1)
    }
  }

  /// The lines of a recording of all that the daemon decides, for `audiosessionctl replay`.
  package func recording() -> [String] {
    var lines = [Recording.header(writtenBy: "audiosession-world").text]
    let names = Arbiter(policy: policy).kindNames
    let world = World(policy)
    var now = Instant(nanoseconds: 0)
    func begin() {
      let state = RecordedState(
        state: world.snapshot,
        at: now,
        time: nil,
        epoch: nil,
        daemon: version,
        names: [],
        lostFrom: nil
      )
      lines.append(state.json.text)
    }
    begin()
    world.witness = { event, time, decision in
      now = time
      // The daemon that starts begins with nothing, as the file does then.
      guard event != .started else { return }
      let recorded = RecordedEvent(
        event: event,
        at: time,
        names: nil,
        decision: decision.json(names)
      )
      lines.append(recorded.json.text)
    }
    for operation in operations {
      world.perform(operation)
      if case .restart = operation { begin() }
    }
    return lines
  }
}
