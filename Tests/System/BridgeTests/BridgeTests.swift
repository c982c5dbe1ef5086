import AudioSessionJSON
import Foundation
import Glibc
import House
import TestSupport
import TestTraits
import Testing

/// Real daemons and bridges around a real mosquitto.
@Suite(
  .besideThePool(.players),
  .enabled(if: canRunBridges(), "needs mosquitto and the trait MQTT")
)
struct BridgeTests {
  @Test func `an alarm in one room interrupts the music of the other, and gives it back`() throws {
    let broker = try TestBroker()
    let (study, kitchen) = (try Room("study", broker), try Room("kitchen", broker))
    let music = try kitchen.play("music")
    let alarm = try study.play("wake", "alarm")
    try kitchen.waitForLeases(["study: wake, active"])
    #expect(try kitchen.session(music)["state"] == "interrupted")
    #expect(try study.leases() == [])
    try Condition.wait("an outcome") { try study.report().exports.first?.elsewhere.count == 1 }
    let export = try #require(try study.report().exports.first)
    #expect(HouseWords.elsewhere(export) == ["kitchen: active"])
    try study.close(alarm)
    try kitchen.waitForLeases([])
    #expect(try kitchen.session(music)["state"] == "inactive")
    #expect(try kitchen.activate(music)["result"] != nil)
  }

  @Test func `a room that refuses says so, and by which rule; and why another only lowers`() throws
  {
    let broker = try TestBroker()
    let study = try Room("study", broker)
    let kitchen = try Room(
      "kitchen",
      broker,
      configuration: "[Interactions]\nalarm.phoneCall=refuse\n"
    )
    let hall = try Room("hall", broker, configuration: "[Grant alarm]\nUsers=\n")
    _ = try kitchen.play("call", "phoneCall")
    let music = try hall.play("music")
    // In the hall as well: the call is session 2 there, and the alarm session 3.
    for room in [study, hall] { try room.waitForLeases(["kitchen: call, active"]) }
    _ = try study.play("wake", "alarm")
    try Condition.wait("both outcomes") { try study.report().exports.first?.elsewhere.count == 2 }
    let export = try #require(try study.report().exports.first)
    #expect(
      HouseWords.elsewhere(export) == [
        "hall: lowering (R3): the grant alarm is missing there",
        "kitchen: refused (R59 alarm.phoneCall), by phoneCall",
      ]
    )
    #expect(try hall.session(music)["state"] == "active")
    #expect(try hall.session(music)["gain"]?.double.map { $0 < 1 } == true)
    let elsewhere = """
      Elsewhere in the house:
        hall: lowering (R3): the grant alarm is missing there
        kitchen: refused (R59 alarm.phoneCall), by phoneCall
      """
    #expect(try study.control("explain", "wake").hasSuffix("\(elsewhere)\n"))
    let status = try hall.control("status")
    #expect(status.contains("House home, node hall\n"))
    #expect(
      status.contains(
        "  study: alarm, active there; here session 3: lowering (R3): the grant alarm is missing "
          + "there\n"
      )
    )
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `a bridge that ends, in order or not: nothing is left of its machine`(signal: CInt) throws {
    let broker = try TestBroker()
    let (study, kitchen) = (try Room("study", broker), try Room("kitchen", broker))
    _ = try study.play("wake", "alarm")
    _ = try kitchen.play("call", "phoneCall")
    try kitchen.waitForLeases(["study: wake, active"])
    try study.waitForLeases(["kitchen: call, active"])
    if signal == SIGTERM {
      #expect(try study.stopBridge() == 0)
      // It took with it what it had in its daemon.
      #expect(try study.leases() == [])
    } else {
      try study.killBridge()
    }
    try kitchen.waitForLeases([])
    try study.waitForLeases([])
    _ = try kitchen.stopBridge()
    try Condition.wait("the broker to forget") { try broker.retained() == [] }
  }

  @Test func `at a SIGHUP the bridge begins anew, unless the file is wrong`() throws {
    let broker = try TestBroker()
    let (study, kitchen) = (try Room("study", broker), try Room("kitchen", broker))
    _ = try study.play("wake", "alarm")
    try kitchen.waitForLeases(["study: wake, active"])
    try study.reloadBridge("[Hose]\nExport=\n")
    try study.reloadBridge("[House]\nExport=\nExport=phoneCall\n")
    try kitchen.waitForLeases([])
    try study.reloadBridge("")
    try kitchen.waitForLeases(["study: wake, active"])
    #expect(try study.stopBridge() == 0)
  }

  @Test func `the first assistant answers, and the others are refused`() throws {
    let policy = """
      [Role remoteAssistant]
      Like=assistant
      [Interactions]
      assistant.remoteAssistant=refuse
      remoteAssistant.assistant=interrupt
      remoteAssistant.*=mix
      *.remoteAssistant=mix
      """
    let broker = try TestBroker()
    let study = try Room("study", broker, configuration: policy)
    let kitchen = try Room("kitchen", broker, configuration: policy)
    try study.waitUntilConnected()
    try kitchen.waitUntilConnected()
    _ = try study.play("hey", "assistant")
    try kitchen.waitForLeases(["study: hey, active"])
    let mine = try kitchen.open("mine", "assistant")
    let refusal = try kitchen.activate(mine)
    #expect(refusal["error"]?["data"]?["by"]?["name"] == "study: hey")
    #expect(refusal["error"]?["data"]?["cell"] == "assistant.remoteAssistant")
  }

  @Test func `two machines of one name: one of them is silent, and both say so`() throws {
    let broker = try TestBroker()
    let kitchen = try Room("kitchen", broker)
    let twins = [try Room("study", broker), try Room("study", broker)]
    try Condition.wait("the twins") { twins.allSatisfy { (try? $0.report())?.hasRival == true } }
    for (number, twin) in twins.enumerated() { _ = try twin.play("wake \(number)", "alarm") }
    try Condition.wait("one of the two") { try kitchen.leases().count == 1 }
    // Whichever it is: when it is gone, the other speaks.
    let told = try kitchen.leases()[0].contains("wake 0") ? 0 : 1
    _ = try twins[told].stopBridge()
    try kitchen.waitForLeases(["study: wake \(1 - told), active"])
  }

  @Test func `what comes from elsewhere may be anything`() throws {
    let broker = try TestBroker()
    let kitchen = try Room("kitchen", broker)
    try kitchen.waitUntilConnected()
    let start = "audiosession/1/home/node"
    let alarm = #"{"seq":1,"kind":"alarm","state":"active","zone":null,"name":"NAME"}"#
    try broker.publish("\(start)/evil/session/e/1", "{")
    try broker.publish("\(start)/evil/session/e/2", #"{"seq":-1,"kind":7}"#)
    try broker.publish("\(start)/evil/session/e/x", alarm)
    try broker.publish("\(start)/evil/session/e/3", alarm, expiry: nil)
    try broker.publish("\(start)/evil/session/e/4/5", alarm)
    try broker.publish("\(start)/kitchen/session/e/5", alarm)
    let long = alarm.replacing("NAME", with: String(repeating: "x", count: 5000))
    try broker.publish("\(start)/evil/session/e/6", long)
    for number in 10..<30 { try broker.publish("\(start)/evil/session/e/\(number)", alarm) }
    let odd = alarm.replacing(
      "NAME",
      with: #"a\u001b[31m\u0007"# + String(repeating: "ü", count: 200)
    )
    try broker.publish("\(start)/odd/session/e/1", odd)
    try Condition.wait("the odd one") {
      try kitchen.leases().contains { $0.hasPrefix("odd: a[31mü") }
    }
    // Of one machine no more than eight.
    #expect(try kitchen.leases().count == 9)
    #expect(try kitchen.report().lasting == [] || kitchen.report().lasting == ["evil"])
  }

  @Test func `a password that the broker refuses, or that can't be read: the bridge says so`()
    throws
  {
    let folder = try TemporaryDirectory()
    // The broker gives up its rights before it reads them.
    chmod(folder.path, 0o755)
    let passwords = folder.path(of: "passwords")
    let secret = folder.path(of: "secret")
    try "".write(toFile: passwords, atomically: true, encoding: .utf8)
    try "wrong\n".write(toFile: secret, atomically: true, encoding: .utf8)
    let strict = try TestBroker("allow_anonymous false\npassword_file \(passwords)")
    let refused = try Room(
      "study",
      strict,
      bridgeConfiguration: "[Broker]\nUser=anna\nPasswordFile=\(secret)\n"
    )
    try Condition.wait("a refusal") {
      (try? refused.report())?.broker.because?.contains("the broker refuses") == true
    }
    let missing = try Room(
      "hall",
      strict,
      bridgeConfiguration: "[Broker]\nUser=anna\nPasswordFile=/nowhere\n"
    )
    try Condition.wait("the file") {
      (try? missing.report())?.broker.because == "/nowhere: No such file or directory"
    }
    #expect(
      HouseWords.lines(try missing.report()).contains { $0.contains("not connected: /nowhere") }
    )
  }
}
