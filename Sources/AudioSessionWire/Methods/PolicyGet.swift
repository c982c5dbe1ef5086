/// `policy.get`: shows the policy in force.
struct PolicyGet: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .policyGet }

  static let specification = MethodSpecification(
    "Shows the policy in force, the pair table and the limits.",
    result: .object(PolicyResult.members)
  )
}
