import Arbitration
import AudioSessionSystem
import AudioSessionWire
import EventLoop

/// Time that runs out: offers and leases for the arbiter, held replies for the gate, and pauses of
/// our own.
extension Server {
  /// Lets everything happen whose time has come, as far as a turn has time for it.
  ///
  /// What is left over is due at once, so the next turn goes on with it.
  func timePassed() {
    let now = now
    release(gate.expire(at: now))
    endParking(at: now)
    if let end = listenerPause.end, end <= now { resumeListener() }
    if let time = storeTime, time <= now { storeWaiting() }
    let end = SystemClock.monotonic + RunQueue.userLength
    while let due = wakeTime, due <= now, SystemClock.monotonic < end {
      decide(.timePassed, DecisionCause(.event(.offerLapsed)))
      // One that is early changes nothing, and is asked for again by the timer.
      if decision.seq == nil && wakeTime == due { return }
    }
  }

  /// Arms the one timer for what comes first; with nothing ahead, none is armed.
  func armTimer() throws(Errno) {
    let times = [
      wakeTime, gate.deadline, supervisionDeadline, parkingDeadline, listenerPause.end, storeTime,
    ]
    try timer.arm(at: times.lazy.compactMap(\.self).min()?.nanoseconds)
  }
}
