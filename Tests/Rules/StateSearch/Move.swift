import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules
import TestSupport

/// Something that can happen in a world, whoever's names it takes; three bytes, since a search keeps
/// one for each state.
enum Move: Sendable {
  /// An actor opens a session as one of its kinds, at one of the places.
  case open(actor: UInt8, kind: UInt8, place: UInt8, isPaired: Bool)
  /// An open session, by its place among all, does what all may.
  case act(session: UInt8, UInt8)
  /// The same, of what its actor may.
  case own(session: UInt8, UInt8)
  case event(UInt8)
}

extension World {
  /// All that can happen where so many sessions are open.
  ///
  /// - Parameter names: The names of the open sessions, in the order of their opening.
  /// - Returns: The moves, of which some may turn out to be impossible.
  func moves(of names: [String]) -> [Move] {
    var moves = names.count < sessions ? openings : []
    for (session, name) in names.enumerated() {
      moves += acts.indices.map { .act(session: UInt8(session), UInt8($0)) }
      moves += actor(named: name).acts.indices.map { .own(session: UInt8(session), UInt8($0)) }
    }
    return moves + events.indices.map { .event(UInt8($0)) }
  }

  private var openings: [Move] {
    actors.enumerated().flatMap { number, actor in
      actor.opens.indices.flatMap { kind in
        places.indices.flatMap { place in
          (actor.isPaired ? [false, true] : [false]).map { isPaired in
            Move.open(
              actor: UInt8(number),
              kind: UInt8(kind),
              place: UInt8(place),
              isPaired: isPaired
            )
          }
        }
      }
    }
  }

  /// The actor of which a session is.
  func actor(named name: String) -> Actor {
    let prefix = name.prefix { !$0.isNumber }
    return actors.first { $0.name == prefix } ?? actors[0]
  }
}
