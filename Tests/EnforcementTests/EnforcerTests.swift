import Enforcement
import Testing

struct EnforcerTests {
  @Test func `nothing waits at first`() {
    #expect(Enforcer(settings: AgentSettings()).deadline(after: .zero) == nil)
  }
}
