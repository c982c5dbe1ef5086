import AudioSessionClient
import AudioSessionTypes
import AudioSessionWire
import Glibc  // log10(3), and nothing else.

/// What is heard on this machine, from what its daemon says of its sessions.
struct Activity {
  private struct Heard {
    var name: String
    var kind: String
    /// Whether it stands for a session of another machine, which is heard there.
    var isLease: Bool
    var isActive: Bool
    /// Whether it plays what is nothing but music, a film or a game.
    var isPlaying: Bool
    /// Whether it has the title of what plays now.
    var hasTitle: Bool
    var isLowered: Bool
    var isSilent: Bool
    /// Why it is lowered or waits, as the daemon explains it.
    var reason: String?

    var isHindered: Bool { isLowered || !isActive }
  }

  private var sessions: [UInt64: Heard] = [:]
  /// Whether the silent switch is on.
  var isSilenced = false
  /// The gain of those that are lowered, linear, 0…1.
  var duckGain = 0.0

  /// The most sessions whose names and reasons are told.
  private static let mostTold = 8
  /// The most bytes of all names, and of all reasons.
  private static let longestNames = 250
  private static let longestReasons = 1_024

  /// Takes sessions that are new or have changed.
  ///
  /// - Returns: Those of which the daemon is to say why they are lowered or wait.
  mutating func take(_ changed: [SessionObject]) -> [UInt64] {
    var unexplained: [UInt64] = []
    for session in changed {
      guard session.state != .inactive else {
        sessions[session.session] = nil
        continue
      }
      let mutes = session.mutedByUser.union(session.mutedByProgram)
      var heard = Heard(
        name: (session.identity?.name ?? session.kind).wireName(orElse: session.kind),
        kind: session.kind,
        isLease: session.identity?.leaseName?.hasPrefix(RemoteID.leasePrefix) == true,
        isActive: session.state == .active,
        isPlaying: session.playing && session.priority == .normal,
        hasTitle: session.nowPlaying,
        isLowered: session.gain < 1,
        isSilent: session.gain == 0 || mutes.contains(.output),
        reason: nil
      )
      if heard.isHindered {
        heard.reason = sessions[session.session]?.reason
        unexplained.append(session.session)
      }
      sessions[session.session] = heard
    }
    return Array(unexplained.prefix(Activity.mostTold))
  }

  /// Forgets sessions that have ended.
  mutating func end(_ numbers: [UInt64]) { for number in numbers { sessions[number] = nil } }

  /// Forgets all sessions.
  mutating func clear() { sessions = [:] }

  /// Takes the daemon's sentences on why a session is lowered or waits.
  mutating func explain(_ number: UInt64, _ sentences: [String]) {
    guard let heard = sessions[number], heard.isHindered else { return }
    let reason = sentences.joined(separator: " ")
    sessions[number]?.reason = reason.isEmpty ? nil : "\(heard.name): \(reason)"
  }

  /// What is told.
  var message: ActivityMessage {
    let all = sessions.sorted { $0.key < $1.key }.map { $0.value }
    let here = all.filter { $0.isActive && !$0.isLease }
    let playing = here.filter { $0.isPlaying }
    let depth = duckGain > 0 ? 20 * log10(duckGain) : ActivityMessage.softest
    return ActivityMessage(
      playing: (playing.first { $0.hasTitle } ?? playing.last)?.name.printable,
      hasCall: here.contains { $0.kind == "phoneCall" || $0.kind == "ringtone" },
      hasAlarm: here.contains { $0.kind == "alarm" },
      heard: Activity.join(
        here.filter { !$0.isSilent }.map { $0.name },
        ", ",
        Activity.longestNames
      ),
      why: Activity.join(all.compactMap { $0.reason }, "\n", Activity.longestReasons),
      isSilenced: isSilenced,
      duckDepth: max((depth * 10).rounded() / 10, ActivityMessage.softest)
    )
  }

  /// As many of the texts as have room, without control characters.
  private static func join(_ texts: [String], _ separator: String, _ room: Int) -> String {
    var joined = ""
    for text in texts.prefix(mostTold) {
      let next = (joined.isEmpty ? "" : separator) + text.printable
      guard joined.utf8.count + next.utf8.count <= room else { return joined }
      joined += next
    }
    return joined
  }
}
