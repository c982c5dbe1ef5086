package import AudioSessionSystem
import Glibc

/// What the service manager that started the daemon passed to it: variables and descriptors.
package struct ServiceEnvironment: Sendable {
  /// The address where the manager listens; nil if there is none, or it wants no notifications.
  package var notifyAddress: String?
  /// The time within which the manager expects a ping; nil if it expects none.
  package var watchdogTime: Duration?
  package var descriptors = InheritedDescriptors()

  /// Creates an empty environment, for a daemon that was started by hand.
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

  /// Takes what was passed, and unsets the variables so that no child speaks for the daemon.
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
