import AudioSessionJSON
import AudioSessionSchema
import AudioSessionWire
import ControlCore
import Glibc

/// What a command line wants drawn, and where.
struct Command {
  private enum Format: String {
    case svg, html
  }

  /// The file to write; nil for standard output.
  let path: String?
  private let format: Format
  private let clock: Clock
  private let since: Moment?
  private let before: Moment?
  private let filter: SessionFilter

  /// Examines a command line.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - clock: The user's time zone.
  ///   - isTerminal: True if standard output is a terminal, which can't show a picture.
  /// - Throws: ``Failure/usage(_:)`` for options that contradict each other.
  init(_ invocation: Invocation, _ clock: Clock, isTerminal: Bool) throws(Failure) {
    let name = invocation.value("output")
    path = name == "-" ? nil : name
    self.clock = clock
    filter = try SessionFilter(invocation)
    since = invocation.moment("since", clock)
    before = invocation.moment("before", clock)
    let isJSON = invocation.has("json")
    if invocation.arguments.count > 1 {
      try Command.expectTime("since", since)
      try Command.expectTime("before", before)
    }
    if invocation.has("follow") {
      if !invocation.arguments.isEmpty {
        throw .usage("timeline --follow: expected no FILE, since it follows the daemon")
      }
      if isJSON { throw .usage("timeline --follow: --json can't be combined with it") }
      if before != nil { throw .usage("timeline --follow: --before can't be combined with it") }
      if path == nil { throw .usage("timeline --follow: expected -o FILE to write repeatedly") }
    }
    if isJSON, path != nil { throw .usage("timeline --output: --json can't be combined with it") }
    if path == nil, isTerminal, !isJSON {
      throw .usage("timeline: expected -o FILE, or a redirection: a terminal shows no picture")
    }
    format = try Command.format(invocation, path)
  }

  /// A number means another decision in each of several recordings.
  private static func expectTime(_ option: String, _ moment: Moment?) throws(Failure) {
    guard case .decision(let number)? = moment else { return }
    let what = "expected a time, since each FILE counts its own decisions"
    throw .usage("timeline --\(option): \(what); found the number \(number)")
  }

  private static func format(
    _ invocation: Invocation,
    _ path: String?
  ) throws(Failure) -> Format {
    if let format = invocation.value("format").flatMap(Format.init) { return format }
    guard let path else { return .html }
    if path.hasSuffix(".svg") { return .svg }
    if path.hasSuffix(".html") || path.hasSuffix(".htm") { return .html }
    throw .usage("-o \(path.printable): expected a name that ends in .svg or .html, or --format")
  }

  /// The part of a timeline that is wanted.
  func part(of model: Model) -> Model {
    let chosen = model.filtered(by: filter)
    if since == nil, before == nil { return chosen }
    return chosen.clipped(from: moment(since, in: model), to: moment(before, in: model))
  }

  private func moment(_ moment: Moment?, in model: Model) -> Int64? {
    switch moment {
    case nil: nil
    case .time(let time)?: model.axis.place(of: time)
    case .decision(let number)?:
      model.moment(ofDecision: UInt64(clamping: number)) ?? model.end
    }
  }

  /// The picture of a timeline, as the content of a file.
  func text(_ model: Model, isLive: Bool = false) -> String {
    let part = part(of: model)
    return switch format {
    case .svg: Drawing(part, clock).file
    case .html: Page(part, clock, isLive: isLive).file
    }
  }
}

/// Where the decisions of a timeline come from.
enum Source {
  /// The daemon's log, with all sessions.
  static func log(_ daemon: inout Daemon) throws(Failure) -> Journal {
    // The sessions come first: what is then missing in the log didn't change since.
    let list = try daemon.call(.sessionList, as: SessionListResult.self).value
    let journal = try log(list) { parameters throws(Failure) in
      try daemon.call(.serverLog, parameters, as: LogResult<LogEntry>.self).value
    }
    return journal ?? Journal()
  }

  /// The daemon's log, where all sessions are known already.
  ///
  /// - Parameters:
  ///   - list: The sessions.
  ///   - last: The decision with which it ends; nil for the latest.
  ///   - request: Requests a page of the log, with these parameters.
  /// - Returns: The log; nil if a page couldn't be had.
  /// - Throws: What the request throws.
  static func log(
    _ list: SessionListResult,
    upTo last: UInt64? = nil,
    _ request: (JSONValue) throws(Failure) -> LogResult<LogEntry>?
  ) throws(Failure) -> Journal? {
    var decisions: [Input] = []
    // Behind the greatest number of all there is none.
    var end = last.flatMap { $0 < .max ? $0 + 1 : nil }
    while true {
      var parameters = [JSONValue.Member("limit", 1024)]
      if let end { parameters.append(.init("before", end.json)) }
      guard let reply = try request(.object(parameters)) else { return nil }
      let page = Input.log(reply)
      decisions = page + decisions
      guard reply.more, decisions.count < 1024, let first = page.first else { break }
      end = first.decisionNumber
    }
    return Journal(decisions, known: list.sessions.sessions, asOf: list.seq)
  }
}
