import AgentAnswers
import AudioSessionWire
import ControlCore

/// The text about the agent's streams in `status` and `explain`.
enum StreamLines {
  /// A row for each stream, with the reason for each that isn't free.
  static func table(_ agent: AgentView, _ presentation: Presentation) -> [String] {
    let name = "audiosession-agent \(agent.report.value.version.printable)"
    let troubles = agent.troubles.map { "  \($0)" }
    guard !agent.report.value.streams.isEmpty else {
      return troubles.isEmpty ? ["\(name) sees no streams."] : troubles
    }
    var table = Table()
    table.rightAligned = [0]
    table.begin(.init("Streams, by \(name)", .heading))
    for stream in agent.report.value.streams {
      let cells = [
        Table.Cell("\(stream.stream)"),
        Table.Cell(stream.application.printable, .heading),
        Table.Cell(stream.process),
        Table.Cell(stream.way),
        Table.Cell(stream.session.map { "session \($0)" } ?? "-"),
        Table.Cell(stream.treatment, stream.style),
      ]
      table.append(cells, notes: stream.standing == .free ? [] : [Table.Cell(stream.reason)])
    }
    return table.lines(presentation.colour, columns: presentation.columns) + troubles
  }

  /// Two lines for each stream: its state, and the reason.
  static func explanation(
    of streams: [StreamReport],
    _ presentation: Presentation
  ) -> [String] {
    streams.flatMap { stream in
      let standing = presentation.colour.paint(stream.treatment, stream.style)
      return ["\(stream.label), \(stream.way): \(standing).", stream.reason]
    }
  }
}
