import AudioSessionWire
import Testing

@testable import AudioSession

/// What a daemon may call a session.
struct SessionNumberTests {
  @Test(arguments: ["0", "9007199254740992"])
  func `a session whose number is none isn't asked about by that`(number: String) throws {
    var client = ClientState()
    let added = client.add(Opening())
    let key = try #require(added)
    client.begin(Call.testing(.activate(), key), client.nextCallNumber(), at: 0)
    client.connected(at: 0)
    try client.hear(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    _ = client.takeSent()
    try client.hear(#"{"jsonrpc":"2.0","id":2,"result":{"session":\#(number)}}"#)
    #expect(client.takeSent().filter { $0.hasPrefix("session.activate") } == [])
  }
}
