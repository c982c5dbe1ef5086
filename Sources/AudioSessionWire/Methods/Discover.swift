import AudioSessionSchema

/// `rpc.discover`: describes this interface.
struct Discover: RequestBody, EmptyObject {
  static let specification = MethodSpecification(
    "Returns this interface as an OpenRPC document.",
    result: .map(nil)
  )
}
