package import AudioSessionArbitration

extension Arbiter {
  /// An arbiter restored from what is stored of this one is the same: what is left out follows.
  package var faultOfRestoring: String? {
    guard let restored = try? Arbiter(snapshot) else { return "not restored" }
    if restored.counts != counts { return "counts: \(restored.counts)" }
    if restored.enforced != enforced { return "other sessions are enforced" }
    return firstDifference("sessions", core: naiveViews, reference: restored.naiveViews)
      ?? firstDifference(
        "explanations",
        core: explained,
        reference: restored.explained
      )
  }
}
