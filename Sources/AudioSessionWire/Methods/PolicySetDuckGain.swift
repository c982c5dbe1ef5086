package import AudioSessionSchema

/// `policy.setDuckGain`: sets the depth of ducking until the configuration is read again (R61).
package struct PolicySetDuckGain: Equatable, Sendable {
  /// Linear, 0…1.
  package var duckGain: Double
}

extension PolicySetDuckGain: RequestBody {
  package static func members<A: Archive & ~Copyable>(
    _ it: PolicySetDuckGain?,
    of archive: inout A
  ) throws(A.Fault) -> PolicySetDuckGain {
    PolicySetDuckGain(
      duckGain: try archive.member(
        "duckGain",
        it?.duckGain,
        .number(0...1),
        "The gain of sessions that are ducked, in place of DuckGain= of the configuration."
      )
    )
  }

  static let specification = MethodSpecification(
    """
    Sets how far sessions are ducked, until the daemon ends or reads its configuration again.
    """,
    grant: .system,
    parameters: members,
    result: EmptyResult.shape,
    example: #"{"duckGain":0.1}"#
  )
}
