package import TestSupport

/// How a search has reached each state, and the edge that it tries.
///
/// An object of its own, so that it can be asked when the core ends the program in the middle of an
/// edge.
package final class Trail {
  /// The move by which a state was first reached, from the state of another edge; -1: the beginning.
  struct Edge {
    var parent: Int32
    var move: Move
  }

  private let world: World
  private var edges: [Edge] = []
  /// The edge that is being tried.
  var edge: Edge?

  init(_ world: World) { self.world = world }

  /// Keeps the edge that is being tried, as its state is new.
  ///
  /// - Returns: Its number.
  func keep() -> Int32 {
    if let edge { edges.append(edge) }
    return Int32(edges.count - 1)
  }

  /// The shortest way to the end of the edge that is being tried, from the beginning.
  var moves: [Move] {
    var moves: [Move] = []
    var next = edge
    while let edge = next {
      moves.append(edge.move)
      next = edge.parent < 0 ? nil : edges[Int(edge.parent)]
    }
    return moves.reversed()
  }

  /// The scenario of the edge that is being tried, at which the core ends the program.
  ///
  /// - Returns: Its text.
  /// - Throws: What of it isn't understood.
  package func scenarioOfTrap() throws(ScenarioFault) -> String {
    try Counterexample(world, moves, endsInTrap: true).text("the core: it ends the program")
  }
}
