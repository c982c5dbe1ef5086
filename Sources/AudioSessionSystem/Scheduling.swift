import CAudioSessionLinux

/// The scheduling priority of this process.
package enum Scheduling {
  /// Gives this thread real-time scheduling, which its children don't inherit.
  ///
  /// - Parameters:
  ///   - priority: The `SCHED_RR` priority, 1…99.
  ///   - longestRun: The longest time the process may run without blocking before the kernel kills
  ///     it, so that a bug doesn't lock up the machine.
  /// - Throws: `EPERM` if the user's limits don't allow it.
  package static func becomeRealTime(
    priority: CInt,
    longestRun: Duration
  ) throws(Errno) {
    let microseconds = UInt64(longestRun / .microseconds(1))
    try SystemCall.perform(.sched_setscheduler) {
      audiosession_become_real_time(priority, microseconds)
    }
  }

  /// Sets the niceness of the process; a lower one gives a larger share of the processor.
  ///
  /// - Parameter niceness: −20…19, as of nice(1).
  /// - Throws: `EACCES` or `EPERM` if the user's limits don't allow it.
  package static func setNiceness(_ niceness: CInt) throws(Errno) {
    try SystemCall.perform(.setpriority) { audiosession_set_niceness(niceness) }
  }
}
