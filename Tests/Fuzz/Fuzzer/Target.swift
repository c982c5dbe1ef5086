/// An input that comes from outside, and what is done with it.
enum Target: String, CaseIterable {
  case json, lines, parameters, conversation, events, recording, configuration, files, answers
  case client, timeline, house

  /// Tries an input; a fault ends the process.
  func run(_ input: [UInt8]) {
    switch self {
    case .json: JSONTarget.run(input)
    case .lines: LinesTarget.run(input)
    case .parameters: ParametersTarget.run(input)
    case .conversation: ConversationTarget.run(input)
    case .events: EventsTarget.run(input)
    case .recording: RecordingTarget.run(input)
    case .configuration: ConfigurationTarget.run(input)
    case .files: FilesTarget.run(input)
    case .answers: AnswersTarget.run(input)
    case .client: ClientTarget.run(input)
    case .timeline: TimelineTarget.run(input)
    case .house: HouseTarget.run(input)
    }
  }
}
