import AudioSessionBus
import Testing

@testable import audiosession_agent

@Suite struct BusAddressTests {
  @Test(
    arguments: [
      (["XDG_RUNTIME_DIR": "/run/user/1000"], "unix:path=/run/user/1000/bus", "/run/user/1000/bus"),
      (["XDG_RUNTIME_DIR": "/run/a b,c"], "unix:path=/run/a%20b%2cc/bus", "/run/a b,c/bus"),
      (["XDG_RUNTIME_DIR": "/run/ö"], "unix:path=/run/%c3%b6/bus", "/run/ö/bus"),
      (["XDG_RUNTIME_DIR": "run"], nil, nil),
      ([:], nil, nil),
      (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/r"], "unix:path=/r/bus", "/r/bus"),
      (
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a,guid=1", "XDG_RUNTIME_DIR": "/r"],
        "unix:path=/a,guid=1", "/a"
      ),
      (
        ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/x;unix:path=/a%2Fb"],
        "unix:abstract=/x;unix:path=/a%2Fb", "/a/b"
      ),
      (["DBUS_SESSION_BUS_ADDRESS": "disabled:"], "disabled:", nil),
      (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a%"], "unix:path=/a%", "/a%"),
    ] as [([String: String], String?, String?)]
  )
  func `the session's bus`(environment: [String: String], text: String?, path: String?) {
    let address = BusAddress.session { environment[$0] }
    #expect(address?.text == text)
    #expect(address?.socketPath == path)
  }

  @Test func `the system's bus`() {
    #expect(BusAddress.system { _ in nil }.socketPath == "/run/dbus/system_bus_socket")
    let address = BusAddress.system { $0 == "DBUS_SYSTEM_BUS_ADDRESS" ? "unix:path=/a" : nil }
    #expect(address.text == "unix:path=/a")
  }

  @Test func `an address that is none is said`() {
    var complaints: [String] = []
    let players = Players(address: BusAddress(text: "disabled:")) { complaints.append($0) }
    players.retry(at: DriverLoop.now)
    #expect(!players.isConnected)
    #expect(complaints.count == 1)
  }
}
