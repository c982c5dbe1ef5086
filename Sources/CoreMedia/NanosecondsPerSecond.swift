/// The nanoseconds of a second, by which programs for iOS name a timescale.
///
/// Apple's Dispatch has it; that of Linux doesn't.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
