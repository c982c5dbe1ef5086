import Foundation

/// The seed of a random test: `SEED` from the environment, or a new one; printed either way.
package func seed() -> UInt64 {
  let given = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
  let seed = given ?? UInt64.random(in: 0...UInt64.max)
  print("seed=\(seed)")
  return seed
}
