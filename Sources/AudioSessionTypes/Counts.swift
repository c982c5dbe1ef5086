/// The numbers of sessions: open ones in any state, and those among them of each sort.
package struct Counts: Equatable, Sendable, BitwiseCopyable {
  package var sessions = 0
  package var active = 0
  package var interrupted = 0
  package var ducked = 0
  package var pending = 0
  package var leases = 0

  package init() {}
}
