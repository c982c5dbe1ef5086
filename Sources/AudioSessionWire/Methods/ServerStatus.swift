/// `server.status`: how the daemon does.
package enum ServerStatus {
  static let description = MethodDescription(
    "Shows how the daemon does.",
    result: .object(StatusResult.members)
  )
}
