import AudioSessionConfigurationFile
import AudioSessionSystem
import Foundation
import House
import TestSupport
import Testing

@testable import audiosession_house

/// The bridge's command line, its configuration and its pages of the manual.
struct ProgramTests {
  private func options(_ line: String) throws -> Options {
    try Options(line.split(separator: " ").map(String.init)[...])
  }

  @Test func `the options of the issue`() throws {
    let options = try options("--socket /s --broker hub:1884 --house home --node=kitchen")
    #expect(options.socketPath == "/s" && options.broker?.description == "hub:1884")
    #expect(options.house?.text == "home" && options.node?.text == "kitchen")
    #expect(options.action == .serve)
  }

  @Test(arguments: [
    ("--house a/b", "--house=a/b: expected \(HouseName.expected)"),
    ("--broker a:b:c", "--broker=a:b:c: expected \(BrokerAddress.expected)"),
    ("--broker a:0", "--broker=a:0: expected \(BrokerAddress.expected)"),
    ("--node", "--node: expected a name after it"),
    ("--lease 3", "--lease: expected an option that --help shows"),
  ])
  func `a wrong option is named, and what was expected`(line: String, message: String) throws {
    #expect(throws: UsageError(message)) { try options(line) }
  }

  @Test(arguments: ["hub", "hub:1883", "10.0.0.1:8883", "[fe80::1]", "[fe80::1]:1883"])
  func `an address of a broker is printed as it is read`(text: String) {
    #expect(BrokerAddress(text)?.description == text)
  }

  private func configuration(_ text: String) -> HouseConfiguration {
    HouseConfiguration(ConfigurationFiles(text: text, named: "conf"))
  }

  @Test func `a configuration file is printed as it is read, with the places`() {
    let text = """
      [House]
      Name=home
      Zones=kitchen terrace
      Export=
      Export=alarm doorbell
      [Broker]
      Address=hub
      CertificateAuthority=/etc/ssl/certs/ca.pem
      [Device]
      Name=headset
      Connect=bluetoothctl connect AA:BB
      [HomeAssistant]
      Discovery=homeassistant
      [Import]
      alarm=duck
      doorbell=bell
      """
    let read = configuration(text)
    #expect(read.faults == [])
    #expect(read.choices.broker.port == 8883)
    let printed = HouseConfigurationPrinter.effective(read)
    let again = configuration(printed)
    #expect(again.choices == read.choices)
    #expect(printed.contains("# conf:5\nExport=\nExport=alarm doorbell\n"))
    #expect(printed.contains("# conf:15\nalarm=duck\n"))
  }

  @Test(arguments: [
    ("Name=home", "conf:1: Name=home: expected a [Section] above it"),
    ("[House]\nName=a b", "conf:2: Name=a b: expected \(HouseName.expected)"),
    (
      "[Broker]\nAdress=hub",
      "conf:2: Adress=hub: expected Address=, User=, PasswordFile=, CertificateAuthority=, "
        + "Certificate= or Key=; did you mean Address=?"
    ),
    (
      "[HomeAssistant]\nDiscovery=home/+",
      "conf:2: Discovery=home/+: expected the beginning of a topic, without + # and a / at its ends"
    ),
    ("[Import]\nalarm=loud horn", "conf:2: alarm=loud horn: expected \(Treatment.expected)"),
    (
      "[Agent]",
      "conf:1: [Agent]: expected [House], [Broker], [Device], [HomeAssistant] or [Import]; "
        + "[Agent] belongs to audiosession-agent.conf"
    ),
  ])
  func `a faulty line is named, and what was expected`(text: String, fault: String) {
    #expect(configuration(text).faults.map { "\($0)" } == [fault])
  }

  @Test func `what is missing is said`() {
    #expect(configuration("").choices.lack?.contains("--house") == true)
    #expect(configuration("[House]\nName=home").choices.lack?.contains("--broker") == true)
    #expect(configuration("[House]\nName=a\n[Broker]\nAddress=b").choices.lack == nil)
  }

  private static let keys =
    SectionKey.house + SectionKey.broker + SectionKey.device + SectionKey.homeAssistant

  @Test func `audiosession-house.conf(5) has every key, and no other`() throws {
    let tags = try ManualPage("audiosession-house.conf.5").tags("Cm")
    let names = tags.map { $0.components(separatedBy: " Ns = Ns Ar ")[0] }
    let keys = Self.keys.map(\.name)
    #expect(names == keys + ["alarm", "assistant", "phoneCall", "ringtone"])
    for (kind, treatment) in HouseSettings.defaultTreatments {
      #expect(tags.contains("\(kind) Ns = Ns Ar \(treatment.word)"), "\(kind)")
    }
  }

  @Test func `audiosession-house(8) has every option of --help and every exit status`() throws {
    let page = try ManualPage("audiosession-house.8")
    let options = Options.help.matches(of: /(?m)^  (?:-\w, )?--([a-z-]+)/).map {
      String($0.output.1)
    }
    let tags = page.tags("Fl").compactMap { tag in
      tag.firstMatch(of: /Fl ([a-z-]+)(?: |$)/).map { String($0.output.1) }
    }
    #expect(options.count == 12 && tags == options)
    #expect(page.numbers == [0, 1, 69, 78])
  }

  @Test func `the shipped file is all comments, and names every key`() throws {
    let file = try Checkout.text("config/audiosession-house.conf")
    #expect(configuration(file).choices == HouseChoices())
    for key in Self.keys {
      #expect(file.contains("\n#\(key.name)="), "\(key.name)")
    }
  }
}
