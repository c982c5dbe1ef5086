/// `rpc.discover`: this interface as a document.
struct Discover: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .discover }

  static let specification = MethodSpecification(
    "Gives this interface as an OpenRPC document.",
    result: .map(nil)
  )
}
