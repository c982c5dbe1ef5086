import AudioSessionSystem

/// The agent's scheduling priority, above that of ordinary programs.
extension AgentLoop {
  /// Raises it to real time, or as far as the user's limits allow.
  ///
  /// A new stream that the agent hears of too late is loud for its first moment. PipeWire's own
  /// threads, which carry the sound, still come first.
  func hurry() {
    do throws(Errno) {
      // By default, RealtimeKit gives real time to nobody with a longer limit.
      try Scheduling.becomeRealTime(priority: 20, longestRun: .milliseconds(200))
    } catch {
      // At least a larger share of the processor.
      try? Scheduling.setNiceness(-11)
      realtimeKit.ask(at: now)
    }
  }

  /// Raises it again, if it was lost because one message took too long.
  func regainRealTime() { if Scheduling.takeLossOfRealTime() { hurry() } }
}
