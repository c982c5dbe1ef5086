import AudioSessionSystem
import Testing

/// The variables of sd_listen_fds(3).
struct InheritedDescriptorsTests {
  private static let rows: [(environment: [String: String], names: [String])] = [
    ([:], []),
    (["LISTEN_FDS": "2"], []),
    (["LISTEN_PID": "7", "LISTEN_FDS": "2"], ["unknown", "unknown"]),
    (["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a:b"], ["a", "b"]),
    (["LISTEN_PID": "7", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "a::b"], ["a", "", "b"]),
    (["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a"], ["a", "unknown"]),
    (["LISTEN_PID": "8", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a:b"], []),
    (["LISTEN_PID": "7x", "LISTEN_FDS": "2"], []),
    (["LISTEN_PID": "7", "LISTEN_FDS": "0"], []),
    (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], []),
    (["LISTEN_PID": "7", "LISTEN_FDS": "99999999999"], []),
  ]

  @Test func `inherited descriptors: taken from 3 on, with their names, when LISTEN_PID is ours`() {
    for (environment, names) in Self.rows {
      let inherited = InheritedDescriptors(environment: { environment[$0] }, pid: 7)
      let expected = names.enumerated().map { index, name in
        InheritedDescriptors.Entry(name: name, number: CInt(3 + index))
      }
      #expect(inherited.entries == expected, "\(environment)")
    }
  }

  @Test func `inherited descriptors: taken out by their name, and the others stay`() {
    let entries = ["a", "b", "a"].enumerated().map { index, name in
      InheritedDescriptors.Entry(name: name, number: CInt(3 + index))
    }
    var inherited = InheritedDescriptors(entries: entries)
    #expect(inherited.take { $0 == "a" } == [entries[0], entries[2]])
    #expect(inherited.entries == [entries[1]])
  }
}
