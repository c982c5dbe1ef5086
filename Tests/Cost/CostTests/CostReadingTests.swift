import TestSupport
import Testing

/// What the tools write, and what is said of it.
struct CostReadingTests {
  @Test func `calls of functions that allocate are counted once, whoever calls them`() throws {
    let profile = """
      events: Ir
      fn=main
      12 5
      cfn=swift_slowAlloc
      calls=7 0
      12 90
      cfn=malloc
      calls=2 0x40
      12 30
      fn=swift_slowAlloc
      4 5
      cfn=malloc
      calls=3 0
      4 30
      cfn=__libc_calloc
      calls=4 0
      4 30
      cfn=posix_memalign
      calls=6 0
      4 30
      cfn=free
      calls=9 0
      fn=posix_memalign
      4 5
      cfn=_mid_memalign.part.0
      calls=6 0
      4 30
      fn=_mid_memalign.part.0
      4 5
      cfn=malloc
      calls=6 0
      4 30
      totals: 1234
      """
    let counts = try Counts(callgrind: profile)
    let allocations = ["malloc": 5.0, "calloc": 4, "posix_memalign": 6]
    #expect(counts.allocations == Counts(allocations))
    #expect(counts == Counts(allocations.merging(["instructions": 1234]) { $1 }))
  }

  @Test(arguments: ["", "cfn=malloc\ncalls=1 0\n", "totals: 1234\n"])
  func `a profile without a total, or without allocations, is refused`(profile: String) {
    let fault = ProcessFault("callgrind's profile: expected a total, and calls that allocate")
    #expect(throws: fault) { try Counts(callgrind: profile) }
  }

  @Test func `system calls are counted by their names`() throws {
    let summary = """
      syscall              calls
      ---------------- ---------
      sendto                 214
      execve                   1
      ---------------- ---------
      total                  215

      """
    #expect(try Counts(strace: summary) == Counts(["sendto": 214, "execve": 1]))
    #expect(throws: ProcessFault.self) { try Counts(strace: "") }
  }

  @Test func `differences are named, the largest first`() {
    let many = Counts(["sendto": 310, "recvfrom": 110, "brk": 5])
    let few = Counts(["sendto": 110, "recvfrom": 10, "brk": 4, "read": 1])
    let one = (many - few) / 100
    #expect(one.words == "sendto 2, recvfrom 1")
    #expect(Amount(one.total).words == "3")
    #expect(Amount(2.41).words == "2.4")
  }

  @Test func `a limit that is passed says by how much, and how to move it`() {
    let limit = Limit(.again, .systemCalls, 3)
    #expect(limit.fault(in: Amount(3.2)) == nil)
    #expect(limit.fault(in: Amount(3.3)) != nil)
    #expect(
      limit.fault(in: Amount(4, parts: "sendto 2, epoll_wait 1, recvfrom 1")) == """
        session.activate of an active session: 4 system calls (sendto 2, epoll_wait 1, recvfrom 1), \
        expected at most 3. If this is meant, set the limit in Tests/Cost/CostTests/Limits.swift to 4, \
        and say why in the commit.
        """
    )
    #expect(
      Limit(.status, .instructions, 100_000).fault(in: Amount(40_000.4)) == """
        server.status: 40000 instructions, expected at least half and at most 100000. If this is \
        meant, set the limit in Tests/Cost/CostTests/Limits.swift to 41600, and say why in the commit.
        """
    )
  }
}
