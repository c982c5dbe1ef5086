import AudioSessionBus

/// The calls that the agent makes to org.freedesktop.login1(5).
enum Logind {
  static let busName = "org.freedesktop.login1"
  static let path = "/org/freedesktop/login1"
  static let sessionsPath = "/org/freedesktop/login1/session"
  static let managerInterface = "org.freedesktop.login1.Manager"
  static let sessionInterface = "org.freedesktop.login1.Session"

  /// Delays sleep; the arguments are what, who, why and mode.
  static let inhibit = manager(
    "Inhibit",
    ["sleep", "audiosession-agent", "Audio sessions are told before", "delay"]
  )
  static let listSessions = manager("ListSessions")
  static let isPreparing = BusCall.get("PreparingForSleep", of: managerInterface, busName, path)

  static func isActive(_ session: String) -> BusCall {
    .get("Active", of: sessionInterface, busName, session)
  }

  static func isLocked(_ session: String) -> BusCall {
    .get("LockedHint", of: sessionInterface, busName, session)
  }

  private static func manager(_ member: String, _ arguments: [String] = []) -> BusCall {
    BusCall(
      destination: busName,
      path: path,
      interface: managerInterface,
      member: member,
      arguments: arguments.map(BusArgument.string)
    )
  }
}
