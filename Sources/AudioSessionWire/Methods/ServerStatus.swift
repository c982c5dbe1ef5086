/// `server.status`: shows the daemon's state.
struct ServerStatus: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .serverStatus }

  static let specification = MethodSpecification(
    "Shows the daemon's counts, limits and configuration faults.",
    result: .object(StatusResult.members)
  )
}
