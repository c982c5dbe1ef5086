import AudioSessionSystem
import Glibc
import Testing

@Suite struct ProcessStandingTests {
  @Test(
    arguments: [
      (
        "22 1 0:21 / /proc rw,nosuid shared:12 - proc proc rw\n"
          + "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n",
        "/sys/fs/cgroup"
      ),
      // No optional word; beside the older hierarchies.
      (
        "30 29 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
          + "31 29 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
        "/sys/fs/cgroup/unified"
      ),
      // The name of what is mounted isn't its kind.
      ("30 29 0:27 / /mnt rw - tmpfs cgroup2 rw\n", nil),
      ("30 29 0:27 / /mnt rw -\n- cgroup2\ncgroup2\n\n", nil),
      ("", nil),
    ] as [(String, String?)]
  )
  func `where cgroups are mounted`(mountInfo: String, root: String?) {
    #expect(ProcessStanding.cgroupRoot(mountInfo: mountInfo) == root)
  }

  @Test(arguments: [
    ("populated 1\nfrozen 1\n", true), ("populated 1\nfrozen 0\n", false),
    ("frozen 1", true), ("frozen 10\n", false), ("populated 1\n", false), ("", false),
  ])
  func `whether a cgroup is frozen`(events: String, isFrozen: Bool) {
    #expect(ProcessStanding.isFrozen(events: events) == isFrozen)
  }

  @Test func `processes: this one isn't stopped, and one of an impossible number isn't found`()
    throws
  {
    #expect(try !ProcessStanding.isStopped(pid: getpid()))
    #expect(throws: Errno(.open, ENOENT)) { try ProcessStanding.isStopped(pid: .max) }
    #expect(ProcessStanding.cgroup(pid: .max) == nil)
    #expect(!ProcessStanding.isFrozen(folder: "/nowhere"))
  }
}
