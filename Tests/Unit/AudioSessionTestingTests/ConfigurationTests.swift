import AudioSession
import AudioSessionTesting
import Testing

/// Daemons with a configuration of their own.
@Suite struct ConfigurationTests {
  @Test func `a simulated daemon's configuration: its roles and grants hold for users it names`()
    async throws
  {
    let daemon = try SimulatedDaemon(
      configuration: """
        [Policy]
        DuckGain=0.5
        [Grant alarm]
        Users=1001
        [Role announcement]
        Like=alarm
        [Grant announcement]
        Users=1001
        """,
      isRunning: false
    )
    daemon.start()
    let guest = daemon.session(as: SimulatedProgram(name: "guest", uid: 1001, grants: []))
    #expect(try await guest.configure(Configuration(priority: .alarm)).priority == .alarm)
    let announcement = Configuration(priority: .normal, role: "announcement")
    #expect(try await guest.configure(announcement).role == "announcement")
    let other = daemon.session(as: SimulatedProgram(name: "other"))
    let refusal = try await refusal { try await other.configure(announcement) }
    #expect(refusal.name == "missingEntitlement")
  }

  @Test func `each wrong line is named`() {
    let error = #expect(throws: InvalidConfiguration.self) {
      try SimulatedDaemon(configuration: "[Policy]\nDuckGain=loud\nDuckRamp=slow\n")
    }
    #expect(error?.faults.count == 2)
    #expect(error?.description.contains("configuration:2: DuckGain=loud") == true)
    #expect(throws: InvalidConfiguration.self) {
      try SimulatedDaemon(configuration: "[Grant alarm]\nUsers=nobody\n")
    }
  }
}
