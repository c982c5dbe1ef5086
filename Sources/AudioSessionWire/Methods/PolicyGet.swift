/// `policy.get`: what the rules are set to.
package enum PolicyGet {
  static let description = MethodDescription(
    "Shows the policy in force, the pair table and the limits.",
    result: .object(PolicyResult.members)
  )
}
