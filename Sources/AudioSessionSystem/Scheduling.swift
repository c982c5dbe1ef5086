import CAudioSessionLinux

/// How soon the kernel lets a process run that has something to do.
package enum Scheduling {
  /// Asks for real time for this thread, and not for its children's.
  ///
  /// - Parameters:
  ///   - priority: 1…99, of `SCHED_RR`.
  ///   - longestRun: How long the process may run at a stretch before the kernel ends it, so that a
  ///     fault of its own doesn't take the machine.
  /// - Throws: `EPERM` where the user's limits don't allow it.
  package static func becomeRealTime(
    priority: CInt,
    longestRun: Duration
  ) throws(Errno) {
    let microseconds = UInt64(longestRun / .microseconds(1))
    try SystemCall.perform(.sched_setscheduler) {
      audiosession_become_real_time(priority, microseconds)
    }
  }

  /// Asks for a larger share of the processor.
  ///
  /// - Parameter niceness: −20…19, as of nice(1).
  /// - Throws: `EACCES` or `EPERM` where the user's limits don't allow it.
  package static func setNiceness(_ niceness: CInt) throws(Errno) {
    try SystemCall.perform(.setpriority) { audiosession_set_niceness(niceness) }
  }
}
