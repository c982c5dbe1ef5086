import AudioSession
import AudioSessionConfigurationFile
import Synchronization

/// The machine with its lock, and the way from it to the links.
final class LockedMachine: InProcessDaemon {
  private let machine: Mutex<Machine>
  let lock = RecursiveLock()

  init(settings: Settings, isRunning: Bool) {
    machine = Mutex(Machine(settings: settings, isRunning: isRunning))
  }

  /// The time, in nanoseconds since the machine was created.
  var now: Int64 { machine.withLock { $0.now } }

  /// Returns a new link of a program.
  func link(application: String?, of program: SimulatedProgram) -> InProcessLink {
    let link = InProcessLink(to: self, application: application)
    machine.withLock { $0.add(link, of: program) }
    return link
  }

  /// Changes the machine, and tells the links what results.
  func change<Result: Sendable>(_ body: (inout Machine) -> Result) -> Result {
    lock.withLock {
      let result = machine.withLock { body(&$0) }
      while let delivery = machine.withLock({ $0.nextDelivery() }) {
        switch delivery {
        case .bytes(let bytes, let link): link.deliver(bytes)
        case .end(let link): link.end()
        }
        machine.withLock { $0.finishDelivery() }
      }
      return result
    }
  }

  func connect(_ link: InProcessLink) -> Bool { change { $0.connect(link) } }

  func receive(_ bytes: [UInt8], from link: InProcessLink) {
    change { $0.receive(bytes, from: link) }
  }

  func disconnect(_ link: InProcessLink) { change { $0.disconnect(link) } }

  func link(application: String?) -> InProcessLink { link(application: application, of: .own) }

  /// Lets time pass from one event to the next until a given moment.
  ///
  /// - Parameters:
  ///   - limit: The moment, in nanoseconds.
  ///   - isOver: Returns true once no more time needs to pass.
  func letTimePass(until limit: Int64, unless isOver: @Sendable () -> Bool) {
    // Between two steps other threads have their turn; what they are at isn't overtaken by time.
    while lock.withLock({ takeStep(until: limit, unless: isOver) }) {}
    // Where nothing is due any more, an unlimited wait is hopeless, and time doesn't help.
    lock.withLock { if !isOver(), limit < .max { advance(to: limit) } }
  }

  private func takeStep(until limit: Int64, unless isOver: @Sendable () -> Bool) -> Bool {
    guard !isOver(), let time = nextTime, time <= limit else { return false }
    advance(to: time)
    return true
  }

  private func advance(to time: Int64) {
    change { $0.advance(to: time) }
    settle()
  }

  /// Lets the links do what is due.
  private func settle() {
    for link in machine.withLock({ $0.links }) { link.timePassed() }
  }

  /// The time at which something is next due; what is due now has been done.
  private var nextTime: Int64? {
    let (now, deadline, links) = machine.withLock { ($0.now, $0.deadline, $0.links) }
    return (links.map(\.deadline) + [deadline]).compactMap { $0 }.filter { $0 > now }.min()
  }
}
