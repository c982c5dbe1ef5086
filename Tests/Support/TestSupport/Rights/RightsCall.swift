import AudioSessionJSON
package import AudioSessionWire

/// A request, with whom it is carried out for: a row of the table of rights.
package struct RightsCall: Sendable {
  /// Whom a right is for; the first that includes a peer counts.
  enum Who: Sendable {
    case everybody
    case owner
    /// Any process of the owner's user.
    case ownersUser
    case holders([Grant])
    /// The holders of a role's grant.
    case holdersOfRole(String)
    case peer(RightsPeer.Kind)
  }

  /// What there is when the request is made.
  enum Scene: Sendable {
    /// The owner's session and lease are inactive.
    case inactive
    case active
    /// The owner's session has interrupted one of another process of its user.
    case interrupting
    /// The owner has reported a route for its user.
    case routed
  }

  /// What shows that it was carried out.
  enum Proof: Sendable {
    /// There is a result.
    case result
    /// The owner's session or lease, or what the system is for the owner, is another.
    case change
    /// The result concerns something of the owner's.
    case reach
    /// The result, or what is told after it, has names of the owner's.
    case names
  }

  /// The numbers that a request's parameters may name.
  struct Numbers {
    var session = JSONValue.null
    var lease = JSONValue.null
    /// A session of another process of the owner's user.
    var interrupted = JSONValue.null
    /// A session of the caller's own.
    var own = JSONValue.null
    /// A session that the caller opened over another of its connections.
    var otherOwn = JSONValue.null
    /// The pid of a process of the owner's user.
    var process = JSONValue.null
  }

  package let method: Method
  /// What the request is about, as the page has it.
  package let object: String
  let scene: Scene
  let proof: Proof
  private let rights: [(who: Who, right: Right)]
  let parameters: @Sendable (Numbers) -> JSONValue

  init(
    _ method: Method,
    _ object: String,
    _ rights: [(Who, Right)],
    _ proof: Proof = .result,
    in scene: Scene = .active,
    _ parameters: @escaping @Sendable (Numbers) -> JSONValue = { _ in [:] }
  ) {
    self.method = method
    self.object = object
    self.rights = rights
    self.proof = proof
    self.scene = scene
    self.parameters = parameters
  }

  /// What a peer gets; a grant that the interface's description requires counts before all else.
  package func right(of peer: RightsPeer) -> Right {
    if let grant = method.grant, !peer.grants.contains(grant.rawValue) { return .notPermitted }
    return rights.first { $0.who.includes(peer) }?.right ?? .yes
  }
}

extension RightsCall.Who {
  fileprivate func includes(_ peer: RightsPeer) -> Bool {
    switch self {
    case .everybody: true
    case .owner: peer.kind == .owner
    case .ownersUser: [.owner, .ownersUser, .unseen].contains(peer.kind)
    case .holders(let grants): grants.contains { peer.grants.contains($0.rawValue) }
    case .holdersOfRole(let role): peer.grants.contains(role)
    case .peer(let kind): peer.kind == kind
    }
  }
}

extension RightsCall: CustomStringConvertible {
  package var description: String { "\(method.rawValue), \(object)" }
}
