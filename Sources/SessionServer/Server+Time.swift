import Arbitration
import AudioSessionSystem
import AudioSessionWire
import EventLoop

/// Time that runs out: offers and leases for the arbiter, held replies for the gate.
extension Server {
  /// Lets everything happen whose time has come.
  func timePassed() {
    let now = now
    release(gate.expire(at: now))
    while let due = wakeTime, due <= now {
      decide(.timePassed, DecisionCause(.event(.offerLapsed)))
      // One that is early changes nothing, and is asked for again by the timer.
      if decision.seq == nil && wakeTime == due { return }
    }
  }

  /// Arms the one timer for what comes first; with nothing ahead, none is armed.
  func armTimer() throws(Errno) {
    let times = [wakeTime, gate.deadline, supervisionDeadline]
    try timer.arm(at: times.lazy.compactMap(\.self).min()?.nanoseconds)
  }
}
