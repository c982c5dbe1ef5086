import AudioSessionWire
import ControlCore

/// The text about the agent's streams in `status` and `explain`.
enum StreamLines {
  /// A row for each stream, with the reason for each that isn't free.
  static func table(_ agent: AgentView, _ presentation: Presentation) -> [String] {
    let name = "audiosession-agent \(agent.report.text(of: "version") ?? "?")"
    let troubles = agent.troubles.map { "  \($0)" }
    guard !agent.streams.isEmpty else {
      return troubles.isEmpty ? ["\(name) sees no streams."] : troubles
    }
    var table = Table()
    table.rightAligned = [0]
    table.begin(.init("Streams, by \(name)", .heading))
    for stream in agent.streams {
      let cells = [
        Table.Cell(stream.streamNumber),
        Table.Cell(stream.text(of: "application") ?? "-", .heading),
        Table.Cell(stream.streamProcess),
        Table.Cell(stream.streamWay),
        Table.Cell(stream.sessionNumber.map { "session \($0)" } ?? "-"),
        Table.Cell(stream.streamStanding, stream.streamStyle),
      ]
      table.append(cells, notes: stream.isStreamFree ? [] : [Table.Cell(stream.streamReason)])
    }
    return table.lines(presentation.colour, columns: presentation.columns) + troubles
  }

  /// Two lines for each stream: its state, and the reason.
  static func explanation(
    of streams: [JSONValue],
    _ presentation: Presentation
  ) -> [String] {
    streams.flatMap { stream in
      let standing = presentation.colour.paint(stream.streamStanding, stream.streamStyle)
      return ["\(stream.streamLabel), \(stream.streamWay): \(standing).", stream.streamReason]
    }
  }
}
