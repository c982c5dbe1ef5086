import AudioSessionEventLoop
import AudioSessionSystem
import Glibc
import House

/// The commands that connect and disconnect the shared device, one at a time.
final class DeviceHook: EventSource {
  private let settings: DeviceSettings
  private var running: Running?
  private var events: [DeviceEvent] = []
  private(set) var generation = 0
  private(set) var deadline: Duration?

  private final class Running {
    let pid: Int32
    let process: ProcessDescriptor
    let isConnecting: Bool
    let command: String
    var isLate = false

    init(
      _ pid: Int32,
      _ process: consuming ProcessDescriptor,
      isConnecting: Bool,
      _ command: String
    ) {
      self.pid = pid
      self.process = process
      self.isConnecting = isConnecting
      self.command = command
    }
  }

  init(_ settings: DeviceSettings) { self.settings = settings }

  /// The longest time that a command takes; then it is killed.
  private static let patience = Duration.seconds(15)

  var descriptor: CInt? { running?.process.number }
  var interest: Poller.Interest { .reading }

  /// Does what the bridge wants of the device; anything else is not for it.
  func perform(_ effect: BridgeEffect, at now: Duration) {
    switch effect {
    case .connectDevice: start(settings.connect, isConnecting: true, at: now)
    case .disconnectDevice: start(settings.disconnect, isConnecting: false, at: now)
    default: break
    }
  }

  /// Takes the events since the last call.
  func takeEvents() -> [DeviceEvent] {
    defer { events = [] }
    return events
  }

  private func start(_ command: String?, isConnecting: Bool, at now: Duration) {
    // The bridge waits for the end of one before it wants another.
    guard let command, running == nil else { return end(isConnecting, failure: nil) }
    var program = Subprocess(command.split(separator: " ").map(String.init))
    program.input = .null
    program.output = .descriptor(STDERR_FILENO)
    program.blockedSignals = []
    program.handlesSignalsByDefault = true
    program.leadsGroup = true
    do throws(Errno) {
      let pid = try program.start()
      let process = try ProcessDescriptor(pid: pid)
      running = Running(pid, process, isConnecting: isConnecting, command)
      generation += 1
      deadline = now + DeviceHook.patience
    } catch {
      end(isConnecting, failure: "\(command): \(error)")
    }
  }

  private func end(_ isConnecting: Bool, failure: String?) {
    if let failure { Commands.complain(failure) }
    events.append(isConnecting ? .connected(failure: failure) : .disconnected)
  }

  func dispatch(at now: Duration) {
    guard let running else { return }
    if let deadline, deadline <= now {
      running.isLate = true
      // All that the command has started, too.
      kill(-running.pid, SIGKILL)
      self.deadline = nil
    }
    do throws(Errno) {
      guard let ending = try Subprocess.reap(running.pid) else { return }
      finish(running, failure: failure(ending, isLate: running.isLate))
    } catch {
      finish(running, failure: "\(error)")
    }
  }

  private func finish(_ running: Running, failure: String?) {
    self.running = nil
    deadline = nil
    end(running.isConnecting, failure: failure.map { "\(running.command): \($0)" })
  }

  private func failure(_ ending: Subprocess.Ending, isLate: Bool) -> String? {
    switch ending {
    case .exited(0): nil
    case .exited(let status): "it has failed with exit status \(status)"
    case .killed(let signal):
      isLate ? "it took more than \(DeviceHook.patience)" : "it was killed by signal \(signal)"
    }
  }
}
