import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import ControlFollow

/// The session of a player that knows nothing of sessions, event by event.
struct PlayerTests {
  private static let refusal = ErrorReply(code: 561_017_449, message: "No.")

  @Test func `a call pauses the player, and its end lets it play again`() throws {
    var player = Player(reports: false)
    #expect(player.handle(.opened) == [.activate])
    #expect(try player.handle(.changed(change([.active], "active"))) == [])
    #expect(try player.handle(.changed(change([.began], "interrupted"))) == [.run(.began)])
    #expect(try player.handle(.changed(change([.ended], "inactive"))) == [.run(.ended)])
    #expect(player.handle(.recommended(true)) == [.activate])
    let actions = try player.handle(.changed(change([.duck, .resume], "active")))
    #expect(actions == [.run(.duck), .run(.resume)])
  }

  @Test func `R24: what isn't to resume stays paused`() throws {
    var player = Player(reports: false)
    _ = player.handle(.opened)
    _ = try player.handle(.changed(change([.active], "active")))
    _ = try player.handle(.changed(change([.began], "interrupted")))
    _ = try player.handle(.changed(change([.ended], "inactive")))
    #expect(player.handle(.recommended(false)) == [])
  }

  @Test func `a player paused by its user: not resumed by a recommendation`() throws {
    var player = Player(reports: true)
    #expect(player.handle(.opened) == [])
    #expect(player.handle(.reported(plays: true)) == [.activate])
    _ = try player.handle(.changed(change([.active], "active")))
    #expect(player.handle(.reported(plays: false)) == [.deactivate])
    #expect(player.handle(.recommended(true)) == [])
    // The activation that came before the pause is told only now.
    #expect(try player.handle(.changed(change([.active], "active"))) == [])
  }

  @Test func `a player stopped while there was no daemon: not resumed by the next daemon`() {
    var player = Player(reports: true)
    _ = player.handle(.opened)
    _ = player.handle(.reported(plays: true))
    _ = player.handle(.lost)
    #expect(player.handle(.reported(plays: false)) == [])
    #expect(player.handle(.opened) == [])
    #expect(player.handle(.recommended(true)) == [])
  }

  @Test func `a player's report of what its session made it do: causes no action`() throws {
    var player = Player(reports: true)
    _ = player.handle(.opened)
    _ = player.handle(.reported(plays: true))
    _ = try player.handle(.changed(change([.active], "active")))
    #expect(player.handle(.reported(plays: true)) == [])
    #expect(try player.handle(.changed(change([.began], "interrupted"))) == [.run(.began)])
    #expect(player.handle(.reported(plays: false)) == [])
    _ = try player.handle(.changed(change([.ended], "inactive")))
    #expect(player.handle(.recommended(true)) == [.activate])
    #expect(try player.handle(.changed(change([.resume], "active"))) == [.run(.resume)])
    #expect(player.handle(.reported(plays: true)) == [])
  }

  @Test func `a player whose activation is refused: paused, and resumed when allowed`() throws {
    var player = Player(reports: true)
    _ = player.handle(.opened)
    #expect(player.handle(.reported(plays: true)) == [.activate])
    #expect(player.handle(.refused(Self.refusal)) == [.refuse(Self.refusal)])
    #expect(player.handle(.reported(plays: false)) == [])
    #expect(player.handle(.recommended(true)) == [.activate])
    // A second refusal has nothing to pause.
    #expect(player.handle(.refused(Self.refusal)) == [])
    #expect(player.handle(.recommended(true)) == [.activate])
    #expect(try player.handle(.changed(change([.active], "active"))) == [.run(.resume)])
  }

  @Test func `R49: who played goes on in the next daemon; who was interrupted asks later`() throws {
    var player = Player(reports: false)
    _ = player.handle(.opened)
    _ = try player.handle(.changed(change([.active], "active")))
    #expect(player.handle(.lost) == [])
    #expect(player.handle(.opened) == [.activate])
    _ = try player.handle(.changed(change([.active], "active")))
    _ = try player.handle(.changed(change([.began], "interrupted")))
    #expect(player.handle(.lost) == [])
    #expect(player.handle(.reminded) == [])
    #expect(player.handle(.opened) == [.remind])
    #expect(player.handle(.reminded) == [.activate])
    var reporting = Player(reports: true)
    _ = reporting.handle(.opened)
    _ = reporting.handle(.reported(plays: true))
    _ = try reporting.handle(.changed(change([.began], "interrupted")))
    _ = reporting.handle(.lost)
    // Its user will say so.
    #expect(reporting.handle(.opened) == [])
    #expect(reporting.handle(.reported(plays: true)) == [.activate])
  }

  @Test func `an evicted player is paused; only its user begins again`() throws {
    var player = Player(reports: true)
    _ = player.handle(.opened)
    _ = player.handle(.reported(plays: true))
    _ = try player.handle(.changed(change([.active], "active")))
    #expect(player.handle(.evicted) == [.run(.began)])
    #expect(player.handle(.recommended(true)) == [])
    #expect(player.handle(.reported(plays: false)) == [])
    #expect(player.handle(.reported(plays: true)) == [.open])
    #expect(player.handle(.opened) == [.activate])
    var other = Player(reports: false)
    _ = other.handle(.opened)
    #expect(other.handle(.evicted) == [.run(.began), .end])
  }

  private func change(_ events: [HeardChange.Event], _ state: String) throws -> HeardChange {
    let session = try Canned.told(["session": 1, "state": .string(state)])
    return HeardChange(events: events, session: session)
  }
}
