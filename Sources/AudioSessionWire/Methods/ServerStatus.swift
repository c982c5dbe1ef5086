/// `server.status`: how the daemon does.
struct ServerStatus: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .serverStatus }

  static let specification = MethodSpecification(
    "Shows how the daemon does.",
    result: .object(StatusResult.members)
  )
}
