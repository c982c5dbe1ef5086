import AudioSessionSystem
import Glibc
import Testing

@Suite struct SystemTests {
  @Test func `random bytes are as many as wanted, and others each time`() throws {
    #expect(try randomBytes(count: 0) == [])
    #expect(try randomBytes(count: 1000).count == 1000)
    #expect(try randomBytes(count: 16) != randomBytes(count: 16))
  }

  @Test func `the clocks go on`() {
    let boot = SystemClock.boottime
    #expect(boot > 0)
    #expect(SystemClock.boottime >= boot)
    // The first day of 2020, so that seconds and nanoseconds can't be mixed up.
    #expect(SystemClock.realtime > 1_577_836_800_000_000_000)
  }

  @Test func `the soft limit of descriptors becomes the hard one`() throws {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    let raised = try OpenFilesLimit.raise()
    var limit = rlimit()
    try #require(getrlimit(resource, &limit) == 0)
    #expect([UInt64(limit.rlim_cur), UInt64(limit.rlim_max)] == [raised, raised])
  }

  @Test func `a descriptor that was released outlives its owner`() {
    let number: CInt
    do { number = FileDescriptor(dup(0)).release() }
    #expect(fcntl(number, F_GETFD) >= 0)
    close(number)
  }
}
