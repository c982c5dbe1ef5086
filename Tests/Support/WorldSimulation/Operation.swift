import AudioSessionTypes
import TestSupport

/// Something that happens in the world.
///
/// What doesn't fit when its turn comes has no effect, so that any part of a list of operations is
/// a list of operations, too.
package enum Operation: Hashable, Sendable {
  /// A client without a connection makes one, and takes up its leases again.
  case connect(Int)
  case request(Int, ClientRequest)
  /// A client sends its latest request again.
  case resend(Int)
  /// A client ceases to read, or reads again.
  case stall(Int, Bool)
  /// The daemon ceases to get to what a client sends, or gets to it again.
  case hold(Int, Bool)
  /// A client's connection ends; of what the daemon hasn't read, it still carries out so much.
  case cut(Int, carriedOut: Int)
  /// A client's process ends, in the same way.
  case kill(Int, carriedOut: Int)
  /// An administrator closes a client's session.
  case evict(Int, Int)
  case report(MachineReport)
  case restart(isOrderly: Bool, keepsConnections: Bool)
  /// A stream of a program begins, stops, goes on or ends.
  case stream(Int, StreamChange)
  /// The agent dies, or begins.
  case agent(Bool)
  case pass(milliseconds: Int)
  /// Everybody gets to everything, and time passes until nothing is due: all is compared.
  case settle
}

/// A client's request about one of its sessions, of which the last is a lease.
package enum ClientRequest: Hashable, Sendable {
  case open(Int, Wish)
  case configure(Int, Wish)
  case activate(Int)
  case deactivate(Int, notifyingOthers: Bool)
  case report(Int, isPlaying: Bool)
  case show(Int, isInForeground: Bool)
  case renew(Int)
  case close(Int)
  case get(Int)

  /// The number of the session in its client.
  var slot: Int {
    switch self {
    case .open(let slot, _), .configure(let slot, _), .activate(let slot),
      .deactivate(let slot, _), .report(let slot, _), .show(let slot, _), .renew(let slot),
      .close(let slot), .get(let slot):
      slot
    }
  }
}

/// What is reported of the machine.
package enum MachineReport: Hashable, Sendable {
  case sleeping(Bool), silenced(Bool), microphoneMuted(Bool)
  /// The headphones are plugged in, or gone.
  case headphones(Bool)
  case suspended(Int, Bool)
}

package enum StreamChange: Hashable, Sendable {
  case begin, run, idle, end
}

/// A configuration that clients ask for.
package enum Wish: Int, CaseIterable, Hashable, Sendable {
  case initial, music, mixing, ducking, call, alarm, ring, ambient, recording, spoken, assistant

  var category: Category {
    switch self {
    case .initial: .soloAmbient
    case .call, .assistant: .playAndRecord
    case .ambient: .ambient
    case .recording: .record
    default: .playback
    }
  }

  var mode: String {
    switch self {
    case .call: "voiceChat"
    case .spoken: "spokenAudio"
    default: "default"
    }
  }

  var priority: Priority {
    switch self {
    case .call: .phoneCall
    case .alarm: .alarm
    case .ring: .ringtone
    case .assistant: .assistant
    default: .normal
    }
  }

  var options: [String] {
    switch self {
    case .mixing: ["mixWithOthers"]
    case .ducking: ["duckOthers"]
    default: []
    }
  }
}

/// Makes operations, from a seed alone.
package struct OperationGenerator {
  private var random: SplitMix64

  package static let clients = 6
  static let slots = 2
  static let streams = 6

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns so many operations, with a comparison after some, and at the end.
  package mutating func operations(count: Int) -> [Operation] {
    let all = (0..<count - 1).map { $0 % 250 == 249 ? .settle : next() }
    return all + [.settle]
  }

  private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func next() -> Operation {
    let client = below(Self.clients)
    switch below(100) {
    case 0..<56: return .request(client, request())
    case 56..<62: return .connect(client)
    case 62..<64: return .resend(client)
    case 64..<68: return .stall(client, chance(35))
    case 68..<72: return .hold(client, chance(45))
    case 72..<75: return .cut(client, carriedOut: below(4))
    case 75: return .kill(client, carriedOut: below(4))
    case 76: return .evict(client, below(Self.slots))
    case 77, 78: return .report(report())
    case 79:
      return chance(25)
        ? .restart(isOrderly: chance(50), keepsConnections: chance(50)) : .agent(chance(70))
    case 80..<89: return .stream(below(Self.streams), stream())
    default: return .pass(milliseconds: chance(10) ? below(20_000) : below(600))
    }
  }

  private mutating func request() -> ClientRequest {
    let slot = below(Self.slots)
    switch below(100) {
    case 0..<16: return .open(slot, wish())
    case 16..<24: return .configure(slot, wish())
    case 24..<54: return .activate(slot)
    case 54..<66: return .deactivate(slot, notifyingOthers: chance(60))
    case 66..<76: return .report(slot, isPlaying: chance(55))
    case 76..<82: return .show(slot, isInForeground: chance(70))
    case 82..<89: return .renew(slot)
    case 89..<95: return .get(slot)
    default: return .close(slot)
    }
  }

  private mutating func wish() -> Wish { Wish.allCases[below(Wish.allCases.count)] }

  private mutating func report() -> MachineReport {
    switch below(8) {
    case 0: .sleeping(chance(30))
    case 1: .silenced(chance(40))
    case 2: .microphoneMuted(chance(40))
    case 3, 4, 5: .headphones(chance(50))
    default: .suspended(below(Self.clients), chance(40))
    }
  }

  private mutating func stream() -> StreamChange {
    switch below(10) {
    case 0..<3: .begin
    case 3..<7: .run
    case 7, 8: .idle
    default: .end
    }
  }
}
