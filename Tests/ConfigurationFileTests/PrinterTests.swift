import Arbitration
import AudioSessionWire
import ConfigurationFile
import Foundation
import Testing

@Suite struct PrinterTests {
  static let shippedPath = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("config/audiosessiond.conf")

  /// `UPDATE_SHIPPED_FILE=1 swift test --filter PrinterTests` writes it anew.
  @Test func `the file as shipped is what the table prints`() throws {
    let printed = ConfigurationPrinter.shippedFile()
    if ProcessInfo.processInfo.environment["UPDATE_SHIPPED_FILE"] != nil {
      try Data(printed.utf8).write(to: PrinterTests.shippedPath)
    }
    #expect(try String(contentsOf: PrinterTests.shippedPath, encoding: .utf8) == printed)
  }

  @Test func `the file as shipped is comments alone, and short lines`() {
    let lines = ConfigurationPrinter.shippedFile().split(separator: "\n")
    #expect(lines.filter { !$0.hasPrefix("#") || $0.count > 100 } == [])
  }

  @Test func `the file as shipped has every key, and says what holds without it`() throws {
    let lines = ConfigurationPrinter.shippedFile().split(separator: "\n")
    let settings = lines.filter { !$0.hasPrefix("# ") }.map { $0.dropFirst() }
    let loaded = try load(settings.joined(separator: "\n"))
    #expect(loaded.settings == Settings())
    #expect(loaded.warnings == [])
    let keys = settings.filter { !$0.hasPrefix("[") }.compactMap { $0.split(separator: "=").first }
    let single = Setting.all.filter { $0.section == .policy || $0.section == .limits }.map(\.key)
    let lists = Grant.allCases.flatMap { _ in ["Users", "Groups", "Units"] }
    #expect(keys.map(String.init).sorted() == (single + lists + ["phoneCall.mixable"]).sorted())
  }

  @Test func `what is in force is printed as a file that sets it`() throws {
    let text = """
      [Policy]
      DuckGain=0.00001
      DuckRamp=1500us
      InterruptOnSleep=no
      [Interactions]
      alarm.alarm=mix
      phoneCall.mixable=duck
      [Grant observe]
      Users=
      Units=b.service a.service
      [Grant alarm]
      Users=ann
      Groups=wheel
      [Limits]
      JSONDepth=100

      """
    let settings = try load(text).settings
    let printed = ConfigurationPrinter.effective(settings)
    #expect(try load(printed).settings == settings)
    let interactions = "[Interactions]\nalarm.alarm=mix\nphoneCall.mixable=duck\n\n"
    #expect(printed.contains(interactions))
    #expect(
      printed.contains("[Grant observe]\nUsers=\nGroups=\nUnits=\nUnits=a.service b.service\n")
    )
  }
}
