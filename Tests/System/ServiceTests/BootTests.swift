import Foundation
import TestSupport
import TestTraits
import Testing

/// The machines in which other tests live.
@Suite(
  .disabled(if: Machine.lack != nil, Comment(rawValue: Machine.lack ?? "")),
  .serialized,
  .besideThePool(.machines)
)
struct BootTests {
  @Test func `programs in a test machine: can't set the clock, which all machines share`() throws {
    let machine = try Machine("clock")
    try machine.start(.own)
    for how in [[], ["systemd-run", "--quiet", "--pipe", "--wait"]] {
      let bounds = try machine.run(how + ["sed", "-n", "s/^CapBnd:\\t//p", "/proc/self/status"])
      let bits = try #require(UInt64(bounds.text.dropLast(), radix: 16))
      // Whoever had CAP_SYS_TIME would really set it.
      try #require(bits >> 25 & 1 == 0)
      let now = "@\(Int(Date.now.timeIntervalSince1970))"
      let set = try machine.run(how + ["date", "--set", now])
      #expect(set.status == 1 && set.text.contains("cannot set date: Operation not permitted"))
    }
  }

  @Test(
    .disabled(
      if: BootedSystem.debian13.lack != nil,
      Comment(rawValue: BootedSystem.debian13.lack ?? "")
    )
  )
  func `Debian 13 is another system than this one`() throws {
    let machine = try Machine("debian13")
    try machine.start(.debian13)
    let release = try machine.run(["sh", "-c", ". /etc/os-release; echo $ID $VERSION_ID"])
    #expect(release == (0, "debian 13\n"))
  }
}
