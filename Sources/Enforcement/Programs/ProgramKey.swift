/// The application behind a stream; several processes may be one (R52).
enum Application: Hashable, Sendable {
  /// By the Flatpak or portal id of its sandbox.
  case sandboxed(String)
  /// By its first process: a browser plays and captures through helpers.
  case process(Int32)

  init?(_ stream: StreamDescription) {
    guard let pid = stream.owner.pid else { return nil }
    self = stream.sandbox.map { .sandboxed($0) } ?? .process(stream.family ?? pid)
  }
}

/// Identifies a program, which has one session: an application, a rule that takes its streams, and
/// a zone.
struct ProgramKey: Hashable, Sendable {
  var application: Application
  var rule: String
  var zone: String?
}
