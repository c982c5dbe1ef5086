/// The application behind a stream; several processes may be one (R52).
enum Application: Hashable, Sendable {
  /// By its portal, Flatpak or desktop id.
  case named(String)
  case process(Int32)

  init?(_ stream: StreamDescription) {
    guard let pid = stream.owner.pid else { return nil }
    self = stream.portalAppID.map { .named($0) } ?? .process(pid)
  }
}

/// Identifies a program, which has one session: an application, a rule that takes its streams, and
/// a zone.
struct ProgramKey: Hashable, Sendable {
  var application: Application
  var rule: String
  var zone: String?
}
