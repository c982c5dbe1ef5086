/// `rpc.discover`: this interface as a document.
package enum Discover {
  static let description = MethodDescription(
    "Gives this interface as an OpenRPC document.",
    result: .map(nil)
  )
}
