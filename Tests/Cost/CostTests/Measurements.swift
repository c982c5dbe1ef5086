import TestSupport

/// What the daemon's work takes: differences of two of its lives, so that its start cancels out.
struct Measurements: Sendable {
  private var amounts: [Limit.Work: [Limit.Resource: Amount]] = [:]

  static let taken = Result { try Measurements() }

  /// Why they can't be taken here; nil if they can.
  static let lack: String? = {
    #if arch(x86_64)
    if let lack = DebianPackage.lack ?? Checkout.lack(of: tools) { return lack }
    let nothing = ["strace", "-o", "/dev/null", "true"]
    return (try? Checkout.run(nothing).status) == 0 ? nil : "strace may not trace here"
    #else
    return "the limits are those of x86-64"
    #endif
  }()

  private static let tools = ["valgrind", "strace", "strip", "readelf", "dpkg-deb"]

  private init() throws {
    let laboratory = try Laboratory()
    let requests: [(Limit.Work, String)] = [
      (.again, "activate"), (.toggle, "toggle"), (.status, "status"),
    ]
    for (work, request) in requests {
      note(work, try Self.request(request, laboratory.callgrind))
      note(work, .systemCalls, try Self.request(request, laboratory.strace))
    }
    note(.notification, try Self.notification(laboratory.callgrind))
    note(.notification, .systemCalls, try Self.notification(laboratory.strace))
    let idle = try laboratory.alone(["idle", "1000"])
    amounts[.connection] = [.bytes: Amount(try Self.number("connection", in: idle))]
    amounts[.rest] = [.bytes: Amount(try Self.number("own", in: idle) * 1024)]
    amounts[.program] = [.bytes: Amount(try laboratory.bytesOnDisk())]
  }

  /// What was measured of that which a limit is for.
  func amount(for limit: Limit) throws(ProcessFault) -> Amount {
    guard let amount = amounts[limit.work]?[limit.resource] else {
      throw ProcessFault("\(limit.testDescription): isn't measured")
    }
    return amount
  }

  private mutating func note(_ work: Limit.Work, _ profile: Counts) {
    let instructions = profile.numbers[Counts.instructions] ?? 0
    amounts[work, default: [:]][.instructions] = Amount(instructions)
    note(work, .allocations, profile.allocations)
  }

  private mutating func note(_ work: Limit.Work, _ resource: Limit.Resource, _ counts: Counts) {
    amounts[work, default: [:]][resource] = Amount(counts.total, parts: counts.words)
  }

  private typealias Live = ([String]) throws -> Laboratory.Life

  /// What one request of many takes.
  private static func request(_ name: String, _ live: Live) throws -> Counts {
    let few = try undisturbed(["trips", name, "100"], live)
    let many = try undisturbed(["trips", name, "600"], live)
    let more = try number("requests", in: many.client) - number("requests", in: few.client)
    return (many.counts - few.counts) / more
  }

  /// What it takes to tell one more client, in each of many turns.
  private static func notification(_ live: Live) throws -> Counts {
    let turns = (few: 10, many: 30)
    func turn(of receivers: Int) throws -> Counts {
      let few = try undisturbed(["fan", "\(receivers)", "\(turns.few)"], live).counts
      let many = try undisturbed(["fan", "\(receivers)", "\(turns.many)"], live).counts
      return (many - few) / Double(turns.many - turns.few)
    }
    return (try turn(of: 200) - turn(of: 100)) / 100
  }

  /// The one of several lives in which the least was done.
  ///
  /// A client has 2 ms in a turn of the daemon. Where other programs take the processor meanwhile,
  /// that is over sooner, and the daemon does more: it asks the poller again. Two lives in which the
  /// same was done saw little of that.
  private static func undisturbed(_ client: [String], _ live: Live) throws -> Laboratory.Life {
    var lives = [try live(client)]
    repeat {
      lives.append(try live(client))
      lives.sort { $0.counts.total < $1.counts.total }
    } while lives[1].counts.total > lives[0].counts.total * 1.002 && lives.count < 5
    return lives[0]
  }

  /// A number that the client printed behind its name.
  private static func number(_ name: String, in output: String) throws(ProcessFault) -> Double {
    let line = output.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
    guard let number = line.flatMap({ Double($0.dropFirst(name.count + 1)) }) else {
      throw ProcessFault("expected a line \"\(name) NUMBER\": \(output)")
    }
    return number
  }
}
