/// `rpc.discover`: describes this interface.
struct Discover: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .discover }

  static let specification = MethodSpecification(
    "Returns this interface as an OpenRPC document.",
    result: .map(nil)
  )
}
