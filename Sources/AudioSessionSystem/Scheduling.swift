import CAudioSessionLinux

/// The scheduling priority of this process.
package enum Scheduling {
  /// Gives this thread real-time scheduling, which its children don't inherit.
  ///
  /// A thread that never sleeps would keep everything else from the processor. One that runs for
  /// half of `longestRun` at a stretch is scheduled as an ordinary one from then on, and
  /// ``takeLossOfRealTime()`` tells of it.
  ///
  /// - Parameters:
  ///   - priority: The `SCHED_RR` priority, 1…99.
  ///   - longestRun: The longest run after which the kernel kills the process, should it still be in
  ///     real time.
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

  /// Whether real time was lost since this was asked last.
  package static func takeLossOfRealTime() -> Bool { audiosession_take_loss_of_real_time() != 0 }

  /// Sets the niceness of the process; a lower one gives a larger share of the processor.
  ///
  /// - Parameter niceness: −20…19, as of nice(1).
  /// - Throws: `EACCES` or `EPERM` if the user's limits don't allow it.
  package static func setNiceness(_ niceness: CInt) throws(Errno) {
    try SystemCall.perform(.setpriority) { audiosession_set_niceness(niceness) }
  }
}
