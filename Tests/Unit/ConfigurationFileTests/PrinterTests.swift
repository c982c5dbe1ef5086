import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionTypes
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@Suite struct PrinterTests {
  static let shippedPath = "config/audiosessiond.conf"

  /// `UPDATE_SHIPPED_FILE=1 .ci/test --filter PrinterTests` writes it anew.
  @Test func `the file as shipped is what the table prints`() throws {
    let printed = ConfigurationPrinter.shippedFile()
    if ProcessInfo.processInfo.environment["UPDATE_SHIPPED_FILE"] != nil {
      let path = Checkout.path(PrinterTests.shippedPath)
      try Data(printed.utf8).write(to: URL(filePath: path))
    }
    #expect(try Checkout.text(PrinterTests.shippedPath) == printed)
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
    let single = Setting.all.filter { [.policy, .zones, .limits].contains($0.section) }.map(\.key)
    let lists = Grant.allCases.flatMap { _ in ["Users", "Groups", "Units", "UserUnits"] }
    #expect(keys.map(String.init).sorted() == (single + lists).sorted())
    // What holds without a line has no line either: it is shown by examples.
    let examples = ["# phoneCall.mixable=duck", "# [Role emergency]", "# Like=alarm"]
    #expect(examples.filter { !lines.contains(Substring($0)) } == [])
  }

  @Test func `the effective settings: printed as a file that sets the same when loaded`() throws {
    let text = """
      [Policy]
      DuckGain=0.00001
      DuckRamp=1500us
      InterruptOnSleep=no
      [Interactions]
      siren.*=duck -6dB
      phoneCall.mixable=duck
      [Role siren]
      Like=alarm
      [Grant siren]
      Users=ann
      [Zones]
      Default=user
      [Grant observe]
      Users=
      Units=b.service a.service
      [Grant alarm]
      Users=ann
      Groups=wheel
      [Limits]
      JSONDepth=100

      """
    let loaded = try load(text)
    let file = try #require(loaded.files.first)
    let printed = ConfigurationPrinter.effective(loaded)
    #expect(try load(printed).settings == loaded.settings)
    #expect(
      printed.hasPrefix(
        "# \(file)\n\n[Policy]\nProfile=\n# \(file):2\nDuckGain=1e-05\nStrongDuckGain=0.0178\n"
      )
    )
    #expect(
      printed.contains(
        """
        [Interactions]
        # \(file):6
        siren.*=duck 0.5011872336272722
        # \(file):7
        phoneCall.mixable=duck

        [Role siren]
        # \(file):9
        Like=alarm
        DuckWithinApplication=no

        [Zones]
        # \(file):13
        Default=user

        """
      )
    )
    #expect(
      printed.contains(
        """
        [Grant observe]
        # \(file):15
        Users=
        Groups=
        # \(file):16
        Units=
        Units=a.service b.service
        UserUnits=

        """
      )
    )
  }

  @Test func `the printed settings: name ignored files, and say if no file was read`() {
    var loaded = LoadedSettings(settings: Settings())
    loaded.ignored = ["/etc/a.conf.d/50-mine"]
    let lines = ConfigurationPrinter.effective(loaded).split(separator: "\n").prefix(3)
    #expect(
      lines == [
        "# no file: this is built in",
        "# ignored, since its name doesn't end in .conf: /etc/a.conf.d/50-mine", "[Policy]",
      ]
    )
  }
}
