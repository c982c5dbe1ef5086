/// What one round takes, the best of five series; best, because others use the machine too.
func nanoseconds(rounds: Int, _ round: () -> Void) -> Double {
  let clock = ContinuousClock()
  var best = Duration.seconds(1_000)
  for _ in 0..<5 {
    best = min(best, clock.measure { for _ in 0..<rounds { round() } })
  }
  return best / .nanoseconds(rounds)
}
