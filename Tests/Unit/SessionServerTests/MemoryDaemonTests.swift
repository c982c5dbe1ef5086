import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// The daemon in memory: its time, its clients' ends, and its restarts.
@Suite struct MemoryDaemonTests {
  private let daemon = MemoryDaemon()
  private let player: ConnectionID
  private let phone: ConnectionID

  init() {
    player = daemon.connect(as: MemoryPeer(pid: 101, comm: "player"))
    phone = daemon.connect(as: MemoryPeer(pid: 102, comm: "phone"))
  }

  /// Makes a request: what everybody reads then, in order.
  @discardableResult
  private func ask(_ client: ConnectionID, _ method: Method, _ params: String = "{}") -> [String] {
    daemon.receive(request(1, method.rawValue, params) + "\n", from: client)
    return told()
  }

  /// What everybody reads, in order: the client, then a method with its session or a reply.
  private func told() -> [String] {
    daemon.takeOutput().flatMap { output -> [String] in
      switch output {
      case .bytes(let client, let bytes):
        String(decoding: bytes, as: UTF8.self).split(separator: "\n")
          .map { "\(name(client)): \(digest(String($0)))" }
      case .end(let client): ["\(name(client)): end"]
      }
    }
  }

  private func name(_ client: ConnectionID) -> String {
    switch client {
    case player: "player"
    case phone: "phone"
    default: "\(client.number)"
    }
  }

  private func seconds(_ count: Double) -> Instant { Instant(nanoseconds: Int64(count * 1e9)) }

  /// A call over music, with nobody left to read the replies.
  private func call() {
    ask(player, .sessionOpen, #"{"category":"playback"}"#)
    ask(player, .sessionActivate, #"{"session":1}"#)
    ask(player, .sessionReport, #"{"session":1,"playing":true}"#)
    ask(phone, .sessionOpen, #"{"category":"playAndRecord","priority":"phoneCall"}"#)
  }

  @Test func `a reply comes first, then what others are told`() {
    call()
    #expect(
      ask(phone, .sessionActivate, #"{"session":2}"#) == [
        "phone: 1 ok", "player: session.interruption",
      ]
    )
  }

  @Test func `an enforcer is told of other targets, and of nothing else`() {
    let grants = Set(Grant.allCases)
    let mixer = daemon.connect(as: MemoryPeer(pid: 103, uid: 0, comm: "mixer", grants: grants))
    #expect(ask(mixer, .enforcementAttach) == ["3: 1 ok"])
    ask(player, .sessionOpen, #"{"category":"playback"}"#)
    #expect(ask(player, .sessionActivate, #"{"session":1}"#) == ["player: 1 ok"])
    ask(phone, .sessionOpen, #"{"category":"playAndRecord","priority":"phoneCall"}"#)
    let told = ask(phone, .sessionActivate, #"{"session":2}"#)
    #expect(told.filter { $0.hasPrefix("3: ") } == ["3: enforcement.apply"])
  }

  @Test func `an enforcer of one user isn't told of another's decisions`() {
    let mixer = daemon.connect(as: MemoryPeer(pid: 103, uid: 1001, comm: "mixer"))
    #expect(ask(mixer, .enforcementAttach) == ["3: 1 ok"])
    call()
    #expect(
      ask(phone, .sessionActivate, #"{"session":2}"#) == [
        "phone: 1 ok", "player: session.interruption",
      ]
    )
  }

  @Test func `an offer lapses after its five seconds, not before`() {
    call()
    let guest = daemon.connect(as: MemoryPeer(pid: 103, comm: "guest"))
    ask(guest, .sessionOpen, #"{"category":"playback"}"#)
    ask(guest, .sessionActivate, #"{"session":3}"#)
    ask(phone, .sessionActivate, #"{"session":2}"#)
    daemon.advance(to: seconds(10))
    #expect(
      ask(phone, .sessionClose, #"{"session":2}"#) == ["phone: 1 ok", "3: session.interruption"]
    )
    #expect(daemon.deadline == seconds(15))
    daemon.advance(to: Instant(nanoseconds: 14_999_999_999))
    #expect(told() == [])
    daemon.advance(to: seconds(15))
    #expect(told() == ["player: session.interruption"])
    #expect(daemon.now == seconds(15))
    #expect(daemon.deadline == nil)
  }

  @Test func `leases expire each at its own time, in order`() {
    for (name, length) in [("long", 3600), ("short", 0.5), ("middle", 60)] {
      let lease = #"{"leaseName":"\#(name)","ttlSeconds":\#(length)}"#
      ask(player, .sessionOpen, #"{"name":"\#(name)","lease":\#(lease)}"#)
    }
    #expect(daemon.deadline == seconds(0.5))
    daemon.advance(to: Instant(nanoseconds: 499_999_999))
    #expect(told() == [])
    daemon.advance(to: seconds(59))
    #expect(told() == ["player: session.closed"])
    #expect(daemon.deadline == seconds(60))
    daemon.advance(to: seconds(7200))
    #expect(told() == ["player: session.closed", "player: session.closed"])
    #expect(ask(player, .sessionGet, #"{"session":1}"#) == ["player: 1 -32002"])
  }

  @Test func `an offer that a lease's expiry leads to: begins at the time of the expiry`() {
    call()
    let guest = daemon.connect(as: MemoryPeer(pid: 103, comm: "guest"))
    ask(guest, .sessionOpen, #"{"category":"playback"}"#)
    ask(guest, .sessionActivate, #"{"session":3}"#)
    let lease = #"{"leaseName":"call","ttlSeconds":10}"#
    let call = #"{"category":"playAndRecord","priority":"phoneCall","lease":\#(lease)}"#
    ask(phone, .sessionOpen, call)
    ask(phone, .sessionActivate, #"{"leaseName":"call"}"#)
    daemon.advance(to: seconds(12))
    #expect(told() == ["phone: session.closed", "3: session.interruption"])
    #expect(daemon.deadline == seconds(15))
  }

  @Test func `a client's sessions end with it, and its leases go on`() throws {
    call()
    ask(phone, .sessionActivate, #"{"session":2}"#)
    ask(player, .sessionOpen, #"{"lease":{"leaseName":"radio"}}"#)
    daemon.disconnect(phone)
    #expect(told() == ["player: session.interruption"])
    daemon.disconnect(player)
    daemon.receive("{\n", from: player)
    #expect(told() == [])
    #expect(try ownersOfSessions() == [.number("101")])
    daemon.endProcess(pid: 101)
    #expect(told() == ["3: end"])
    #expect(try ownersOfSessions() == [.null])
  }

  /// The processes of all sessions, as another client of the player's process sees them.
  private func ownersOfSessions() throws -> [JSONValue?] {
    let client = daemon.connect(as: MemoryPeer(pid: 101, comm: "player"))
    daemon.receive(request(1, "session.list") + "\n", from: client)
    let reply = try JSONValue(parsing: daemon.takeOutput().lines(of: client)[0])
    return reply["result"]?["sessions"]?.array?.map { $0["pid"] } ?? []
  }

  @Test func `a process is suspended by its number`() {
    call()
    let machine = MemoryPeer(pid: 1, uid: 0, comm: "machine")
    let system = daemon.connect(as: machine)
    ask(player, .sessionActivate, #"{"session":1}"#)
    #expect(
      ask(system, .systemSetProcessSuspended, #"{"pid":101,"suspended":true}"#) == [
        "3: 1 ok"
      ]
    )
    #expect(
      ask(system, .systemSetProcessSuspended, #"{"pid":101,"suspended":false}"#) == [
        "3: 1 ok", "player: session.interruption",
      ]
    )
    #expect(
      ask(system, .systemSetProcessSuspended, #"{"pid":77,"suspended":true}"#) == ["3: 1 ok"]
    )
  }

  @Test func `a process without connections and leases is forgotten`() {
    let system = daemon.connect(as: MemoryPeer(pid: 1, uid: 0, comm: "machine"))
    ask(player, .sessionOpen)
    ask(system, .systemSetProcessSuspended, #"{"pid":101,"suspended":true}"#)
    daemon.disconnect(player)
    let next = daemon.connect(as: MemoryPeer(pid: 101, comm: "player"))
    ask(next, .sessionOpen)
    #expect(ask(next, .sessionActivate, #"{"session":2}"#) == ["4: 1 ok"])
  }

  @Test func `a user's limit is for the sessions of one run`() {
    var settings = Settings()
    settings.limits.sessionsPerUser = 1
    let daemon = MemoryDaemon(settings: settings)
    let open = request(1, "session.open") + "\n"
    for _ in 0..<2 {
      let client = daemon.connect(as: MemoryPeer(pid: 7, comm: "x"))
      daemon.receive(open + open, from: client)
      #expect(daemon.takeOutput().lines(of: client).map(digest) == ["1 ok", "1 561145203"])
      daemon.restart(isOrderly: false)
    }
  }

  @Test func `methods that it doesn't carry out aren't found`() {
    let all: [(Method, String)] = [
      (.eventsRecord, "{}"), (.policyGet, "{}"),
      (.policySimulate, #"{"session":1,"action":"activate"}"#), (.serverStatus, "{}"),
      (.policySetDuckGain, #"{"duckGain":0.1}"#), (.serverLog, "{}"), (.discover, "{}"),
    ]
    let grants = Set(Grant.allCases)
    let client = daemon.connect(as: MemoryPeer(pid: 103, comm: "all", grants: grants))
    for (method, params) in all {
      daemon.receive(request(1, method.rawValue, params) + "\n", from: client)
      let line = daemon.takeOutput().lines(of: client).first ?? ""
      #expect(line.contains(#""code":-32601"#), "\(method.rawValue)")
      #expect(line.contains(method.rawValue))
    }
  }

  @Test func `a session on behalf of a process that was begun ends with it`() {
    let behalf = #"{"onBehalfOf":200}"#
    #expect(ask(player, .sessionOpen, behalf) == ["player: 1 -32001"])
    daemon.beginProcess(as: MemoryPeer(pid: 200, uid: 1001, comm: "other's"))
    #expect(ask(player, .sessionOpen, behalf) == ["player: 1 -32001"])
    daemon.beginProcess(as: MemoryPeer(pid: 200, comm: "played"))
    #expect(ask(player, .sessionOpen, behalf) == ["player: 1 ok"])
    #expect(ask(player, .sessionGet, #"{"session":1}"#) == ["player: 1 ok"])
    daemon.endProcess(pid: 200)
    #expect(ask(player, .sessionGet, #"{"session":1}"#) == ["player: 1 -32002"])
    #expect(ask(player, .sessionOpen, behalf) == ["player: 1 -32001"])
  }

  @Test func `an observer is told of each decision, after those that it concerns`() {
    call()
    let observer = daemon.connect(as: MemoryPeer(pid: 103, comm: "observer", grants: [.observe]))
    #expect(ask(observer, .eventsSubscribe, #"{"scope":"all"}"#) == ["3: 1 ok"])
    #expect(
      ask(phone, .sessionActivate, #"{"session":2}"#) == [
        "phone: 1 ok", "player: session.interruption", "3: server.decision",
      ]
    )
    #expect(ask(observer, .eventsSubscribe, #"{"scope":"none"}"#) == ["3: 1 ok"])
    #expect(ask(phone, .sessionClose, #"{"session":2}"#).contains("3: server.decision") == false)
  }

  @Test func `an enforcer is told before all others, and only of what is new`() {
    call()
    let enforcer = daemon.connect(as: MemoryPeer(pid: 103, comm: "enforcer"))
    #expect(ask(enforcer, .enforcementAttach) == ["3: 1 ok"])
    #expect(
      ask(phone, .sessionActivate, #"{"session":2}"#) == [
        "3: enforcement.apply", "phone: 1 ok", "player: session.interruption",
      ]
    )
    #expect(ask(enforcer, .enforcementApplied, #"{"seq":5}"#) == ["3: 1 ok"])
    #expect(ask(phone, .sessionReport, #"{"session":2,"playing":false}"#) == ["phone: 1 ok"])
  }

  @Test func `a restart on the same connections: they go on, without anything that was said`() {
    call()
    ask(phone, .eventsSubscribe, #"{"scope":"all"}"#)
    daemon.receive(#"{"jsonrpc":"2.0","id":1,"#, from: phone)
    daemon.restart(isOrderly: false, keepsConnections: true)
    #expect(told() == ["phone: end", "player: mediaServices.wereReset"])
    #expect(ask(phone, .sessionGet, #"{"session":2}"#) == [])
    #expect(ask(player, .sessionGet, #"{"session":1}"#) == ["player: 1 561210739"])
    // No number is used twice.
    #expect(ask(player, .sessionOpen) == ["player: 1 ok"])
    #expect(ask(player, .sessionGet, #"{"session":3}"#) == ["player: 1 ok"])
  }

  @Test(arguments: [true, false])
  func `a restart ends all connections and begins another epoch`(isOrderly: Bool) {
    call()
    ask(player, .hello, #"{"protocol":1}"#)
    daemon.advance(to: seconds(9))
    daemon.restart(isOrderly: isOrderly)
    let lost = isOrderly ? ["player: mediaServices.wereLost", "phone: mediaServices.wereLost"] : []
    #expect(told() == lost + ["player: end", "phone: end"])
    #expect(ask(player, .sessionGet, #"{"session":1}"#) == [])
    let again = daemon.connect(as: MemoryPeer(pid: 101, comm: "player"))
    let former = #"{"protocol":1,"epoch":"00000000000000000000000000000001"}"#
    #expect(ask(again, .hello, former) == ["3: mediaServices.wereReset", "3: 1 ok"])
    #expect(ask(again, .sessionGet, #"{"session":1}"#) == ["3: 1 561210739"])
    #expect(daemon.now == seconds(9))
  }

  @Test func `a line may come in pieces, and a batch is answered in one line`() {
    let line = request(1, "session.open") + "\n"
    let half = line.utf8.count / 2
    daemon.receive(String(line.prefix(half)), from: player)
    #expect(told() == [])
    daemon.receive(String(line.dropFirst(half)), from: player)
    #expect(told() == ["player: 1 ok"])
    daemon.receive("[\(request(1, "session.get")),\(request(2, "system.get"))]\n", from: player)
    #expect(told() == ["player: [1 -32602, 2 ok]"])
  }

  @Test func `a peer holds what it is given, and what the settings give its user`() throws {
    var settings = Settings()
    settings.grants[.admin]?.users.insert(1000)
    let daemon = MemoryDaemon(settings: settings)
    let client = daemon.connect(as: MemoryPeer(pid: 7, comm: "x", grants: [.alarm, .observe]))
    daemon.receive(request(1, "hello", #"{"protocol":1}"#) + "\n", from: client)
    let reply = try JSONValue(parsing: daemon.takeOutput().lines(of: client)[0])
    #expect(reply["result"]?["grants"]?.array == ["alarm", "observe", "admin"])
  }
}
