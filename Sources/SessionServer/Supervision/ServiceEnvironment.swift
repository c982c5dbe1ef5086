package import AudioSessionSystem
import Glibc

/// What the service manager that started the daemon gave it: words in the environment, descriptors.
package struct ServiceEnvironment: Sendable {
  /// Where the manager listens; nil: there is none, or it doesn't want to hear.
  package var notifyAddress: String?
  /// Within which time it wants to be pinged.
  package var watchdogTime: Duration?
  package var descriptors = InheritedDescriptors()

  /// Nothing: the daemon was started by hand.
  package init() {}

  /// Reads the variables, for the process `pid`.
  init(environment: (String) -> String?, pid: Int32) {
    notifyAddress = environment("NOTIFY_SOCKET")
    let watched = environment("WATCHDOG_PID")
    guard watched == nil || watched == "\(pid)",
      let time = environment("WATCHDOG_USEC").flatMap({ Int64($0) }), time > 0
    else { return }
    watchdogTime = .microseconds(time)
  }

  /// Takes what was given, and the variables away: no child is to speak for the daemon.
  package static func take() -> ServiceEnvironment {
    var environment = ServiceEnvironment(
      environment: { name in getenv(name).map { String(cString: $0) } },
      pid: getpid()
    )
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
    environment.descriptors = .take()
    return environment
  }
}
