import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// R60: the routes that are kept, how they are written, and how much of them there may be.
struct RouteReportsTests {
  /// A route with so many ports, of the longest names.
  private static func route(_ count: Int, _ letter: String = "p") -> RouteObject {
    let name = String(repeating: letter, count: 128)
    return RouteObject(
      outputs: (0..<count).map { number in
        Port(portType: name, name: name, portID: "\(number)" + name.dropFirst(4))
      }
    )
  }

  private static func reporter(_ user: UInt32) -> Reporter {
    Reporter(connection: ConnectionID(UInt64(user)), user: UserID(user))
  }

  private static func isShared(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in one.baseAddress == other.baseAddress }
    }
  }

  @Test func `a change of route is written once, however many sessions are told of it`() {
    let latest = LatestRoutes()
    let (none, some) = (ReportedRoute(RouteObject()).text, ReportedRoute(Self.route(2)).text)
    // The second is another user's, with the same ports.
    let equal = ReportedRoute(Self.route(2)).text
    let first = latest.members(from: none, to: some)
    for text in [some, equal, equal, some] {
      let isShared = Self.isShared(first.lineEnd, latest.members(from: none, to: text).lineEnd)
      #expect(isShared)
    }
    let back = latest.members(from: some, to: none)
    #expect(back != first)
    #expect(back == SharedMembers(RouteChangeRoutes(previousRoute: some, currentRoute: none)))
  }

  @Test func `all users' routes have a limit together, and what was taken back makes room`() {
    var reports = RouteReports()
    func isTaken(_ route: ReportedRoute, by reporter: Reporter) -> Bool {
      (try? reports.set(route, by: reporter)) != nil
    }
    let (long, other) = (ReportedRoute(Self.route(32)), ReportedRoute(Self.route(32, "q")))
    var user: UInt32 = 1000
    while isTaken(long, by: Self.reporter(user)) { user += 1 }
    #expect(Int(user - 1000) == RouteReports.mostBytes / long.text.bytes.count)
    // One's own may be replaced, by one that isn't longer; the machine's always.
    for _ in 1...3 { #expect(isTaken(other, by: Self.reporter(1000))) }
    #expect(!isTaken(ReportedRoute(Self.route(64)), by: Self.reporter(1000)))
    #expect(isTaken(long, by: Reporter(connection: ConnectionID(1), user: nil)))
    reports.takeBack(ConnectionID(1001))
    #expect(isTaken(long, by: Self.reporter(user)))
    #expect(!isTaken(long, by: Self.reporter(user + 1)))
  }

  @Test func `R60: a route for which there is no room is refused, and the former one stays`() throws
  {
    try OpenFilesLimit.raise()
    let world = try ServerWorld("[Grant system]\nUsers=\nUsers=0\n")
    func request(_ ports: Int) throws -> JSONValue {
      let text = WrittenValue(Self.route(ports)).bytes
      return try JSONValue(parsing: String(decoding: text, as: UTF8.self))
    }
    let long = try request(32)
    let size = ReportedRoute(Self.route(32)).text.bytes.count
    var clients: [WorldClient] = []
    func connect() throws -> WorldClient {
      let number = UInt32(1000 + clients.count)
      let peer = PeerCredentials(pid: Int32(number), uid: number, gid: number)
      clients.append(try world.connect(as: peer))
      return clients[clients.count - 1]
    }
    for _ in 0..<RouteReports.mostBytes / size {
      try connect().ask("system.setRoute", long)
    }
    let late = try connect()
    try late.ask("system.setRoute", request(1))
    #expect(try late.refusal("system.setRoute", long) == "limitExceeded")
    #expect(try late.ask("system.get")["route"] == request(1))
    try clients[0].ask("system.setRoute", long)
    try world.connect(as: PeerCredentials(pid: 1, uid: 0, gid: 0))
      .ask("system.setRoute", request(32))
  }
}
