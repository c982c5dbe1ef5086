import AudioSessionSystem
import AudioSessionWire
import Enforcement
import Glibc
import GraphTestSupport
import TestSupport

@testable import audiosession_agent

/// The driver of PipeWire in a headless graph, with a loop that waits for what a test waits for.
final class GraphDriver {
  let graph: Graph
  private let stage: HeadlessGraph
  /// All that it has told, in order.
  private(set) var events: [GraphEvent] = []
  private(set) var reports: [RouteReport] = []
  private(set) var hardware: [HardwareObject] = []
  var routes: [RouteObject] { reports.map(\.route) }

  /// Whether the driver is told one and the same time until this is false again.
  var stopsTime: Bool {
    get { stopped != nil }
    set { stopped = newValue ? GraphDriver.clock : nil }
  }
  private var stopped: Duration?

  init(in stage: HeadlessGraph) throws {
    self.stage = stage
    graph = Graph(
      runtimeFolder: stage.folder.path(of: "run"),
      remote: stage.folder.path(of: "run/pipewire-0")
    )
    graph.retry(at: now)
  }

  private static var clock: Duration { .nanoseconds(SystemClock.boottime) }
  private var now: Duration { stopped ?? GraphDriver.clock }

  /// Runs the loop until something holds.
  func wait(for what: String, until holds: () throws -> Bool) throws {
    let end = GraphDriver.clock + .milliseconds(Int(Patience.milliseconds))
    while true {
      update()
      if try holds() {
        // What came while it was looked at is told, too.
        update()
        return
      }
      guard GraphDriver.clock < end else {
        let state = [("pw-metadata", []), ("pw-link", ["-l"])].map { program, arguments in
          (try? stage.run(program, arguments)) ?? "\(program) doesn't answer"
        }
        throw ProcessFault(
          "waited in vain for \(what); PipeWire has: \(state.joined()); told: \(events); \(reports)"
        )
      }
      // Also what the graph doesn't tell is looked for, such as the sound.
      var request = pollfd(fd: graph.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, 10)
    }
  }

  /// Takes what there is to be told.
  private func update() {
    graph.dispatch(at: now)
    events += graph.takeEvents()
    if let report = graph.takeRoute(at: now) { reports.append(report) }
    if let hardware = graph.takeHardware(at: now) { self.hardware.append(hardware) }
  }

  /// Runs the loop until it has told of a stream of that `node.name`, and that it has volumes.
  func stream(_ name: String) throws -> StreamID {
    var found: StreamID?
    try wait(for: "the stream \(name)") {
      found = self.id(of: name)
      // Not the soft ones: PipeWire 1.6 has none until somebody sets them.
      return found.flatMap { self.volumes(of: $0)?.channels.count } ?? 0 > 0
    }
    guard let found else { throw ProcessFault("no stream \(name)") }
    return found
  }

  /// What it was told of a stream first: before anything of it was heard.
  func announcement(of name: String) -> StreamDescription? {
    for case .added(_, let description) in events where description.nodeName == name {
      return description
    }
    return nil
  }

  /// The stream of that name that is there now.
  func id(of name: String) -> StreamID? { descriptions.first { $0.value.nodeName == name }?.key }

  func description(of name: String) -> StreamDescription? {
    descriptions.values.first { $0.nodeName == name }
  }

  /// The streams that are there now.
  var descriptions: [StreamID: StreamDescription] {
    var found: [StreamID: StreamDescription] = [:]
    for event in events {
      switch event {
      case .added(let id, let description), .changed(let id, let description):
        found[id] = description
      case .removed(let id): found[id] = nil
      case .lost: found = [:]
      case .state, .volumes, .peak: break
      }
    }
    return found
  }

  func state(of id: StreamID) -> StreamState {
    var found = StreamState.suspended
    for case .state(id, let state) in events { found = state }
    return found
  }

  func volumes(of id: StreamID) -> StreamVolumes? {
    var found: StreamVolumes?
    for case .volumes(id, let volumes) in events { found = volumes }
    return found
  }

  /// Runs the loop until a stream has played for a while at a level, in dB of full scale.
  func hear(_ range: ClosedRange<Double>, _ recording: Recording) throws {
    try wait(for: "a level in \(range)") {
      let now = Moment.now
      let past = now - .milliseconds(60)..<now - .milliseconds(30)
      return (try? recording.level(of: Pitch.music, past)).map(range.contains) ?? false
    }
  }
}
