import AVFAudio
import AudioSessionBus
import Foundation
import Synchronization

/// Shows the program as a media player on the session's bus, while it has something to show.
// Unchecked: all but `isToUpdate` is used on the queue only.
final class PlayerServer: @unchecked Sendable {
  static let shared = PlayerServer()

  /// The purpose of a call to the bus itself.
  private enum Purpose {
    case name(String, isLast: Bool)
  }

  /// What others were told.
  private struct Told {
    var state: PlayerState
    var properties: [String: BusArgument]
  }

  /// How long a call waits for the program's handlers; they may take longer.
  private static let patience = DispatchTimeInterval.seconds(1)
  /// The delays before each further attempt to come back to a bus that was lost; the last one stays.
  private static let retries = [0.1, 1, 5, 30]

  private let queue = DispatchQueue(label: "MPRemoteCommandCenter.bus")
  /// Where the session is told of a command, and the program's handlers are waited for.
  private let commands = DispatchQueue(label: "MPRemoteCommandCenter.commands")
  /// Whether an update is on its way, so that several changes are told at once.
  private let isToUpdate = Mutex(false)
  private var driver: BusDriver<Purpose>?
  private var isNamed = false
  private var told: Told?
  /// Calls whose action is under way.
  private var pending: [Int: BusRequest] = [:]
  private var lastNumber = 0
  private var failures = 0
  private var retry: DispatchWorkItem?
  private var observers: [any NSObjectProtocol] = []

  private init() {}

  /// Tells others what has changed.
  func update() {
    let isNews = isToUpdate.withLock { isToUpdate in
      defer { isToUpdate = true }
      return !isToUpdate
    }
    guard isNews else { return }
    queue.async { [self] in
      isToUpdate.withLock { $0 = false }
      refresh()
    }
  }

  private func refresh() {
    let center = MPRemoteCommandCenter.shared()
    let isWanted = center.hasTargets || MPNowPlayingInfoCenter.default().nowPlayingInfo != nil
    guard isWanted || !pending.isEmpty else { return close() }
    followSession()
    if driver == nil { connect() }
    let now = ProcessInfo.processInfo.systemUptime
    tell(PlayerState(now: now), at: now)
  }

  /// Ends the connection, and so the name.
  private func close() {
    driver = nil
    isNamed = false
    told = nil
    retry?.cancel()
    retry = nil
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    observers = []
  }

  /// What a program plays that doesn't say how fast is taken from its session.
  private func followSession() {
    guard observers.isEmpty else { return }
    let names = [
      AVAudioSession.didBecomeActiveNotification, AVAudioSession.didBecomeInactiveNotification,
      AVAudioSession.interruptionNotification,
    ]
    observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        PlayerServer.shared.update()
      }
    }
  }

  private func tell(_ state: PlayerState, at now: TimeInterval) {
    let properties = state.properties
    let former = told
    told = Told(state: state, properties: properties)
    guard isNamed, let driver, let former else { return }
    let changed = properties.filter { $1 != former.properties[$0] }
    let gone = former.properties.keys.filter { properties[$0] == nil }.sorted()
    if !changed.isEmpty || !gone.isEmpty {
      driver.emit(
        "PropertiesChanged",
        of: PlayerInterfaces.properties.name,
        [.string(PlayerInterfaces.player.name), .properties(changed), .strings(gone)]
      )
    }
    if state.nowPlaying.hasJumped(since: former.state.nowPlaying, at: now) {
      let position = state.nowPlaying.position(at: now).microseconds
      driver.emit("Seeked", of: PlayerInterfaces.player.name, [.int64(position)])
    }
  }
}

/// The connection and the name.
extension PlayerServer {
  private func connect() {
    retry?.cancel()
    retry = nil
    guard let address = BusAddress.session() else { return }
    do {
      driver = try BusDriver(to: address, on: queue) { [weak self] in self?.receive($0) }
    } catch {
      // One that was never there is tried again when there is something to tell.
      if error.isPassing || failures > 0 { connectLater() }
      return
    }
    let process = ProcessInfo.processInfo
    let name = PlayerName.preferred(of: process.processName, in: process.environment)
    request(name, isLast: false)
  }

  private func connectLater() {
    let delay = PlayerServer.retries[min(failures, PlayerServer.retries.count - 1)]
    failures += 1
    let retry = DispatchWorkItem { [weak self] in self?.refresh() }
    self.retry = retry
    queue.asyncAfter(deadline: .now() + delay, execute: retry)
  }

  private func request(_ name: String, isLast: Bool) {
    driver?.send(.requestName(name), for: .name(name, isLast: isLast))
  }

  private func receive(_ message: BusMessage<Purpose>) {
    switch message {
    case .reply(let reply, .name(let name, let isLast)):
      let isOwner = reply.values.first?.integer.map(BusCall.isOwner(by:)) ?? false
      if isOwner {
        isNamed = true
        failures = 0
      } else if !isLast {
        request(PlayerName.another(than: name), isLast: true)
      }
    case .call(let request): take(request)
    case .signal: break
    case .lost:
      driver = nil
      isNamed = false
      pending = [:]
      connectLater()
    }
  }
}

/// Calls.
extension PlayerServer {
  private func take(_ request: BusRequest) {
    let now = ProcessInfo.processInfo.systemUptime
    let object = PlayerObject(
      state: PlayerState(now: now),
      identity: ProcessInfo.processInfo.processName,
      now: now
    )
    let call = PlayerObject.Call(
      path: request.path,
      interface: request.interface,
      member: request.member,
      signature: request.signature,
      values: request.values
    )
    switch object.answer(to: call) {
    case .values(let values): driver?.answer(request) { $0.answer(values) }
    case .refusal(let error, let explanation):
      driver?.answer(request) { $0.refuse(error, explanation) }
    case .action(let action, let isToPlay): perform(action, isToPlay: isToPlay, for: request)
    }
  }

  /// Has the program do something; the caller is answered when it has, or after a second.
  private func perform(_ action: RemoteAction?, isToPlay: Bool?, for request: BusRequest) {
    lastNumber += 1
    let number = lastNumber
    pending[number] = request
    queue.asyncAfter(deadline: .now() + PlayerServer.patience) { self.finish(number, .success) }
    commands.async { [self] in
      // Before the program hears of it: what it does then may end the interruption.
      if let isToPlay { AVAudioSession.sharedInstance().followCommand(isToPlay: isToPlay) }
      guard let action else { return queue.async { self.finish(number, .success) } }
      DispatchQueue.main.async { [self] in
        let command = MPRemoteCommandCenter.shared().command(action.kind)
        let status = command.deliver(action.event(of: command))
        queue.async { self.finish(number, status) }
      }
    }
  }

  private func finish(_ number: Int, _ status: MPRemoteCommandHandlerStatus) {
    guard let request = pending.removeValue(forKey: number) else { return }
    driver?.answer(request) {
      if status == .success {
        $0.answer()
      } else {
        let error = "org.freedesktop.DBus.Error.Failed"
        $0.refuse(error, "\($0.member): expected success of the program, got \(status)")
      }
    }
    // The last call may have been what kept the connection.
    if pending.isEmpty { refresh() }
  }
}

extension PlayerState {
  /// What the program has said up to now.
  fileprivate init(now: TimeInterval) {
    let center = MPRemoteCommandCenter.shared()
    self.init(
      nowPlaying: MPNowPlayingInfoCenter.default().nowPlaying(
        isSessionPlaying: AVAudioSession.sharedInstance().isPlaying,
        at: now
      ),
      available: Set(CommandKind.allCases.filter { center.command($0).isAvailable }),
      rates: center.changePlaybackRateCommand.supportedPlaybackRates.map(\.doubleValue),
      repeatType: center.changeRepeatModeCommand.currentRepeatType,
      shuffleType: center.changeShuffleModeCommand.currentShuffleType
    )
  }
}
