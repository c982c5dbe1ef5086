/// The policy as the wire shows it: the configuration's keys, times in whole milliseconds.
package struct PolicyObject: Equatable, Sendable {
  package var duckGain = 0.2
  package var strongDuckGain = 0.0178
  package var duckRampMilliseconds = 300
  package var unduckRampMilliseconds = 1000
  /// Nil: without end.
  package var resumeOfferMilliseconds: Int? = 5000
  package var endedOnSilentDeactivation = true
  package var playbackDuringPhoneCall = true
  package var interruptOnSleep = true
  package var enforcementTimeoutMilliseconds = 200

  package init() {}

  static let members: [MemberDescription] = [
    .required("duckGain", .number(0...1), "The gain of a ducked session (R18)."),
    .required("strongDuckGain", .number(0...1), "The gain under a call or an assistant (R18)."),
    .required("duckRampMilliseconds", .count, "How long a gain takes to fall (R19)."),
    .required("unduckRampMilliseconds", .count, "How long a gain takes to rise (R19)."),
    .required(
      "resumeOfferMilliseconds",
      .nullable(.count),
      "How long a resume offer stands; null: without end (R30)."
    ),
    .required("endedOnSilentDeactivation", .boolean, "Whether a silent end is told (R24)."),
    .required("playbackDuringPhoneCall", .boolean, "Whether playback may start in a call (R9)."),
    .required("interruptOnSleep", .boolean, "Whether the machine's sleep interrupts (R50)."),
    .required("enforcementTimeoutMilliseconds", .count, "How long enforcers are awaited (R14)."),
  ]
}

extension PolicyObject: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("duckGain", duckGain)
    writer.member("strongDuckGain", strongDuckGain)
    writer.member("duckRampMilliseconds", duckRampMilliseconds)
    writer.member("unduckRampMilliseconds", unduckRampMilliseconds)
    writer.member("resumeOfferMilliseconds", resumeOfferMilliseconds)
    writer.member("endedOnSilentDeactivation", endedOnSilentDeactivation)
    writer.member("playbackDuringPhoneCall", playbackDuringPhoneCall)
    writer.member("interruptOnSleep", interruptOnSleep)
    writer.member("enforcementTimeoutMilliseconds", enforcementTimeoutMilliseconds)
    writer.endObject()
  }
}
