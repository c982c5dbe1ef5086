import AudioSessionClient
import AudioSessionSystem
import Synchronization

/// This program's use of the device that the machines of a house share, such as a headset.
///
/// The bridge between the machines, `audiosession-house`, decides who has it: who began last.
package final class SharedDevice: Sendable {
  /// What came of a wish for the device.
  package enum Outcome: Equatable, Sendable {
    /// No bridge runs here, or it knows of no such device.
    case absent
    /// It is connected to this machine; whether it has just been.
    case held(hasChanged: Bool)
    /// Another machine has begun to use it.
    case lost
    /// It could not be connected, for that reason.
    case failed(because: String)
  }

  private struct State {
    var connection: Connection?
    /// Those that wait for what comes of their wish, in order.
    var handlers: [@Sendable (Outcome) -> Void] = []
    var isHeld = false
  }

  private final class Connection: Sendable {
    let bridge: SharedDeviceConnection

    init(at paths: [String]) throws(ClientError) { bridge = try SharedDeviceConnection(at: paths) }
  }

  private let state = Mutex(State())
  private let paths: [String]
  private let onLoss: @Sendable () -> Void

  /// - Parameters:
  ///   - paths: Where the bridge may be.
  ///   - onLoss: Called when another machine has got the device, on any thread.
  package init(at paths: [String]? = nil, onLoss: @escaping @Sendable () -> Void) {
    self.paths = paths ?? HouseSocket.candidates()
    self.onLoss = onLoss
  }

  /// Asks for the device, which other machines give up then.
  ///
  /// - Parameter handler: Called once: without a bridge before this returns, otherwise on another thread.
  package func begin(_ handler: @escaping @Sendable (Outcome) -> Void) {
    let isWaiting = state.withLock { state in
      guard let connection = state.connection ?? connect() else { return false }
      let isNew = state.connection == nil
      state.connection = connection
      state.handlers.append(handler)
      // If it is gone, whoever reads from it hears of that.
      if !isNew { try? connection.bridge.begin() }
      return true
    }
    if !isWaiting { handler(.absent) }
  }

  private func connect() -> Connection? {
    guard let connection = try? Connection(at: paths) else { return nil }
    do {
      try SystemThread.start(named: "audio-house") { [self] in
        // It always ends by an error: that of the end.
        try? connection.bridge.follow { take($0, from: connection) }
        end(connection)
      }
    } catch {
      return nil
    }
    return connection
  }

  /// Gives the device up: another machine may take it.
  package func leave() {
    let former = state.withLock { state in
      defer { state.connection = nil }
      state.isHeld = false
      return state.connection
    }
    former?.bridge.end()
  }

  private func take(_ news: DeviceNews, from connection: Connection) {
    let outcome: Outcome =
      switch news.state {
      case .none: .absent
      case .held: .held(hasChanged: news.hasChanged)
      case .lost: .lost
      case .failed: .failed(because: news.because ?? "no reason given")
      }
    let (handlers, isLost) = state.withLock { state in
      guard state.connection === connection else { return ([@Sendable (Outcome) -> Void](), false) }
      defer { state.handlers = [] }
      let wasHeld = state.isHeld
      if case .held = outcome { state.isHeld = true } else { state.isHeld = false }
      return (state.handlers, wasHeld && outcome == .lost)
    }
    for handler in handlers { handler(outcome) }
    if isLost { onLoss() }
  }

  /// The bridge has ended, or this program has left.
  private func end(_ connection: Connection) {
    let handlers = state.withLock { state in
      guard state.connection == nil || state.connection === connection else {
        return [@Sendable (Outcome) -> Void]()
      }
      defer { (state.connection, state.handlers, state.isHeld) = (nil, [], false) }
      return state.handlers
    }
    for handler in handlers { handler(.absent) }
  }
}
