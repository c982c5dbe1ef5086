import AudioSessionClient
import Synchronization

/// A daemon in the same process, to which sessions can be connected without a socket.
///
/// It calls back by ``InProcessLink/deliver(_:)``, ``InProcessLink/end()`` and
/// ``InProcessLink/timePassed()``, never while it holds a lock of its own.
package protocol InProcessDaemon: AnyObject, Sendable {
  /// The present, in nanoseconds; it moves only when the daemon says so.
  var now: Int64 { get }

  /// Held by a thread from what it does to what that has caused has been told; others wait.
  ///
  /// Nothing that happens under it waits for another thread.
  var lock: RecursiveLock { get }

  /// Connects a link.
  ///
  /// - Returns: False if the daemon isn't running.
  func connect(_ link: InProcessLink) -> Bool

  /// Takes what a link has to say.
  func receive(_ bytes: [UInt8], from link: InProcessLink)

  /// Ends the connection of a link; nothing may be delivered to it from now on.
  func disconnect(_ link: InProcessLink)

  /// Lets time pass until a given moment, for a caller that blocks.
  ///
  /// - Parameters:
  ///   - limit: The moment, in nanoseconds.
  ///   - isOver: Returns true once the caller needn't wait any more.
  func letTimePass(until limit: Int64, unless isOver: @Sendable () -> Bool)

  /// A link for sessions of this program that name no socket.
  func link(application: String?) -> InProcessLink
}

/// The daemon to which sessions that name no socket are connected; usually there is none, and they
/// look for the machine's.
package enum InProcessDaemons {
  private static let chosen = Mutex<(any InProcessDaemon)?>(nil)

  /// The daemon for sessions that are created from now on; nil for the machine's.
  package static var current: (any InProcessDaemon)? {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }
}

/// A connection to a daemon in the same process.
///
/// Everything happens in the threads of the callers: when a call returns, all that it caused has been
/// told.
package final class InProcessLink: Transport {
  private struct State {
    var client: ClientState
    var isConnected = false
    /// Bytes that have arrived and haven't been read.
    var arrived: [UInt8] = []
    /// True while the thread takes a turn; what that causes is left to its next one.
    var isBusy = false
  }

  /// What a turn has to do without holding the lock.
  private struct Turn: Sendable {
    var callbacks: [Callback] = []
    var sent: [UInt8] = []
    var connects = false
    var disconnects = false
  }

  private let daemon: any InProcessDaemon
  private let state: Mutex<State>

  package init(to daemon: any InProcessDaemon, application: String? = nil) {
    self.daemon = daemon
    state = Mutex(State(client: ClientState(application: application)))
  }

  /// Takes what the daemon has to say.
  package func deliver(_ bytes: [UInt8]) {
    daemon.lock.withLock {
      state.withLock { state in
        if state.isConnected { state.arrived += bytes }
      }
      takeTurns()
    }
  }

  /// The daemon has ended the connection; what it said before is read first.
  package func end() {
    daemon.lock.withLock {
      state.withLock { state in
        var turn = Turn()
        read(&state, &turn)
        guard state.isConnected else { return }
        state.isConnected = false
        let reason = AudioSessionError.unavailable(paths: [], reason: "the connection ended")
        state.client.disconnected(reason, at: daemon.now)
      }
      takeTurns()
    }
  }

  /// The daemon's clock has moved.
  package func timePassed() { daemon.lock.withLock { takeTurns() } }

  /// The time of the next limit or attempt to connect, in nanoseconds; nil if there is none.
  package var deadline: Int64? { access { $0.deadline } }

  func add(_ opening: Opening) -> SessionKey {
    // A link that is over is never offered again: only its daemon hands links out.
    access { $0.add(opening) } ?? SessionKey(number: 0)
  }

  func leave(_ key: SessionKey) { change { $0.remove(key) } }

  package var now: Int64 { daemon.now }

  func access<Result: Sendable>(_ body: (inout ClientState) -> Result) -> Result {
    state.withLock { body(&$0.client) }
  }

  func change<Result: Sendable>(_ body: (inout ClientState) -> Result) -> Result {
    daemon.lock.withLock {
      let result = state.withLock { body(&$0.client) }
      takeTurns()
      return result
    }
  }

  func letTimePass(until limit: Int64, unless isOver: @Sendable () -> Bool) {
    daemon.letTimePass(until: limit, unless: isOver)
  }

  /// Does everything that can be done now.
  private func takeTurns() {
    while let turn = state.withLock({ nextTurn(&$0) }) {
      for callback in turn.callbacks { callback.perform() }
      if turn.disconnects { daemon.disconnect(self) }
      if turn.connects { connect() }
      if !turn.sent.isEmpty { daemon.receive(turn.sent, from: self) }
      state.withLock { $0.isBusy = false }
    }
  }

  private func nextTurn(_ state: inout State) -> Turn? {
    if state.isBusy { return nil }
    var turn = Turn()
    read(&state, &turn)
    if state.client.timePassed(daemon.now) { turn.disconnects = true }
    turn.connects = state.client.wantsConnection(at: daemon.now)
    if state.client.isOver, state.isConnected { turn.disconnects = true }
    if turn.disconnects { state.isConnected = false }
    if state.isConnected {
      state.client.machine.flush { bytes in
        turn.sent += Array(UnsafeRawBufferPointer(bytes))
        return bytes.count
      }
    }
    turn.callbacks = state.client.takeCallbacks()
    state.isBusy =
      !turn.callbacks.isEmpty || !turn.sent.isEmpty || turn.connects || turn.disconnects
    return state.isBusy ? turn : nil
  }

  private func read(_ state: inout State, _ turn: inout Turn) {
    let bytes = state.arrived
    state.arrived = []
    guard !bytes.isEmpty, state.isConnected else { return }
    do throws(ClientError) {
      try state.client.received(bytes.span, at: daemon.now)
    } catch {
      turn.disconnects = true
      state.client.disconnected(AudioSessionError(error, at: []), at: daemon.now)
    }
  }

  private func connect() {
    // Connected first, so that nothing that the daemon says at once is lost.
    state.withLock { $0.isConnected = true }
    let isThere = daemon.connect(self)
    state.withLock { state in
      // It may have ended already.
      guard isThere, state.isConnected else {
        state.isConnected = false
        let reason = AudioSessionError.unavailable(
          paths: [],
          reason: "the simulated daemon isn't running"
        )
        return state.client.connectingFailed(reason, at: daemon.now)
      }
      state.client.connected(at: daemon.now)
    }
  }
}
