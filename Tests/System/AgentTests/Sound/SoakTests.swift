import GraphTestSupport
import Testing

extension SoundTests {
  @Test("streams that are born, duck, interrupt and die leave nothing behind")
  func soak() throws {
    let soak = try Soak()
    let before = try soak.result()
    let usages = try soak.run(80)
    let after = try soak.result()
    for usage in usages { print(usage) }
    #expect(before.volumes.count == 3)
    #expect(after == before)
    // What it needs at all is there after the first streams.
    let settled = usages.dropFirst(usages.count / 2)
    let descriptors = settled.map(\.descriptors)
    #expect((descriptors.max() ?? 0) - (descriptors.min() ?? 0) < 20)
  }
}
