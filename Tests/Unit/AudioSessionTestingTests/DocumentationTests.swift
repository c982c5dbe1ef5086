import TestSupport
import Testing

/// The catalogue: what it shows is compiled here, and run.
@Suite struct DocumentationTests {
  @Test func `every program in the pages is compiled`() throws {
    let file = "Tests/Unit/AudioSessionTestingTests/DocumentedTests.swift"
    let compiled = Catalogue.lines(of: try Checkout.text(file))
    let folder = "Sources/AudioSessionTesting/AudioSessionTesting.docc"
    let programs = try Catalogue.programs(in: folder)
    for (page, program) in programs {
      #expect(compiled.firstRange(of: program) != nil, "\(page): \(program.first ?? "")")
    }
    #expect(programs.count == 8)
  }
}
