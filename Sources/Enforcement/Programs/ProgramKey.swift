/// Whose sound it is: several processes may be one application (R52).
enum Application: Hashable, Sendable {
  /// By its portal, Flatpak or desktop id.
  case named(String)
  case process(Int32)

  init?(_ stream: StreamDescription) {
    guard let pid = stream.owner.pid else { return nil }
    self = stream.portalAppID.map { .named($0) } ?? .process(pid)
  }
}

/// What has one session: the streams of an application that one rule takes, in one zone.
struct ProgramKey: Hashable, Sendable {
  var application: Application
  var rule: String
  var zone: String?
}
