import AudioSessionWire
import ControlCore
import House

/// What was recorded on one machine.
struct MachineRecording {
  let machine: String
  let inputs: [Input]

  /// The timeline up to a moment, or up to the last decision if that is later.
  fileprivate func model(until end: Int64) -> Model {
    var builder = Builder()
    for input in inputs { builder.take(input) }
    return builder.finish(at: end)
  }
}

/// Several machines in one timeline.
extension Model {
  /// The timeline of recordings, side by side on one axis if there are several.
  ///
  /// Times are compared as they stand: the picture is as exact as the machines' clocks agree. The
  /// latest conditions on each last until the last decision on any.
  ///
  /// - Parameter recordings: What was recorded; no two are of one machine.
  /// - Returns: The timeline.
  static func of(_ recordings: [MachineRecording]) -> Model {
    let own = recordings.map { $0.model(until: 0) }
    if let only = own.first, own.count == 1 { return only }
    let end = own.map { $0.axis.time(at: $0.end) }.max() ?? 0
    let timelines = recordings.map { $0.model(until: end).of($0.machine) }
    let rows = timelines.flatMap { $0.rows }
    return Model(
      begin: timelines.map { $0.begin }.min() ?? end,
      end: end,
      machines: recordings.map { $0.machine },
      lanes: timelines.flatMap { $0.lanes },
      system: timelines.flatMap { $0.system },
      gaps: timelines.flatMap { $0.gaps },
      rows: rows.indices.sorted { rows[$0].isBefore(rows[$1], $0 < $1) }.map { rows[$0] }
    )
  }

  /// The part that is of one machine.
  func part(of machine: String?) -> Model {
    var part = self
    part.machines = []
    part.lanes.removeAll { $0.key.machine != machine }
    part.system.removeAll { $0.machine != machine }
    part.gaps.removeAll { $0.machine != machine }
    part.rows.removeAll { $0.machine != machine }
    return part
  }

  /// The timeline as that of one machine of several, where each place on the axis is a time.
  ///
  /// The clock is taken to be right in the end: what was before it was set back moves along.
  private func of(_ machine: String) -> Model {
    let shift = axis.time(at: end) - end
    var model = self
    model.axis = Axis()
    model.begin += shift
    model.end += shift
    model.lanes = lanes.map { $0.of(machine, movedBy: shift) }
    model.system = system.map { $0.of(machine, movedBy: shift) }
    for index in gaps.indices {
      model.gaps[index].begin += shift
      model.gaps[index].end += shift
      model.gaps[index].machine = machine
    }
    for index in rows.indices {
      model.rows[index].moment += shift
      model.rows[index].machine = machine
      model.rows[index].sessions = Set(rows[index].sessions.map { $0.of(machine) })
    }
    return model
  }
}

extension Model.Row {
  /// The order in a table; of one machine's decisions that in which they were made.
  fileprivate func isBefore(_ other: Model.Row, _ wasFirst: Bool) -> Bool {
    if moment != other.moment { return moment < other.moment }
    let (own, others) = (machine ?? "", other.machine ?? "")
    return own == others ? wasFirst : own < others
  }
}

extension Model.Key {
  fileprivate func of(_ machine: String) -> Model.Key {
    Model.Key(run: run, number: number, machine: machine)
  }
}

extension Model.Lane {
  fileprivate func of(_ machine: String, movedBy shift: Int64) -> Model.Lane {
    var lane = self
    lane.key = key.of(machine)
    lane.opened = opened.map { $0 + shift }
    lane.closed = closed.map { $0 + shift }
    lane.spans = spans.map { $0.of(machine, movedBy: shift) }
    lane.markers = markers.map { $0.of(machine, movedBy: shift) }
    guard let object, let leaseName = object.identity?.leaseName,
      let session = RemoteID(leaseName: leaseName)
    else { return lane }
    lane.origin = session.node.text
    // The name of its lease says the same, and more than anybody wants to read.
    lane.details.removeAll(where: object.leaseText.contains)
    return lane
  }
}

extension Model.Span {
  fileprivate func of(_ machine: String, movedBy shift: Int64) -> Model.Span {
    var span = self
    span.begin += shift
    span.end += shift
    for index in condition.influences.indices {
      span.condition.influences[index].session = condition.influences[index].session.of(machine)
    }
    return span
  }
}

extension Model.Marker {
  fileprivate func of(_ machine: String, movedBy shift: Int64) -> Model.Marker {
    var marker = self
    marker.moment += shift
    marker.blocker = blocker?.of(machine)
    marker.machine = machine
    return marker
  }
}
