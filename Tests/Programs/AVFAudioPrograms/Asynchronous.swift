import AVFAudio
import Foundation

/// Activates without waiting, and from many tasks that wait.
final class Asynchronous: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observers: [any NSObjectProtocol] = []

  init() {
    let names = [
      AVAudioSession.didBecomeActiveNotification, AVAudioSession.didBecomeInactiveNotification,
    ]
    observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
        let key = AVAudioSession.deactivationContextKey
        let context = $0.userInfo?[key] as? AVAudioSession.DeactivationContext
        say("\($0.name.rawValue) \(context.map { "\($0.source)" } ?? "")")
      }
    }
  }

  func obey(_ command: String) throws {
    switch command {
    case "handler":
      session.activate(options: []) { [session] isActive, error in
        say("active \(isActive), error \(error == nil ? "none" : "some")")
        session.deactivate(options: .notifyOthers) { isInactive, _ in say("inactive \(isInactive)")
        }
      }
    case "await":
      Task {
        say("active \(try await session.activate())")
        say("inactive \(try await session.deactivate())")
      }
    case "tasks": Task { await activateFromManyTasks() }
    default: say("\(command)?")
    }
  }

  /// More tasks than there are threads for them, each of which holds up its own.
  private func activateFromManyTasks() async {
    let refusals = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<32 {
        group.addTask { [session] in
          do {
            try session.setActive(true)
            try session.setActive(false)
            return 0
          } catch {
            return 1
          }
        }
      }
      return await group.reduce(0, +)
    }
    say("refusals \(refusals)")
  }
}
