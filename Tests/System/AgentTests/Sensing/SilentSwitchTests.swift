import AudioSessionEventLoop
import AudioSessionSystem
import TestSupport
import Testing

@testable import audiosession_agent

@Suite struct SilentSwitchTests {
  @Test func `the silent switch: its file appears when turned on, vanishes when turned off`() throws
  {
    let folder = try TemporaryDirectory()
    let silentSwitch = try #require(SilentSwitch { $0 == "XDG_RUNTIME_DIR" ? folder.path : nil })
    var watch = try FileWatch()
    #expect(try watch.watch([silentSwitch.path]) == [])
    #expect(!silentSwitch.isOn)
    for _ in 0..<2 {
      try silentSwitch.set(true)
      #expect(silentSwitch.isOn)
    }
    #expect(try watch.takeChanges() == [.init(path: silentSwitch.path, kind: .appeared)])
    for _ in 0..<2 {
      try silentSwitch.set(false)
      #expect(!silentSwitch.isOn)
    }
    #expect(try watch.takeChanges() == [.init(path: silentSwitch.path, kind: .vanished)])
  }

  @Test func `a machine is silenced by the switch or by the configuration`() throws {
    let folder = try TemporaryDirectory()
    let silentSwitch = try #require(SilentSwitch { $0 == "XDG_RUNTIME_DIR" ? folder.path : nil })
    for isOn in [false, true] {
      try silentSwitch.set(isOn)
      #expect(MachineState(silentSwitch, isSilenced: false).isSilenced == isOn)
      #expect(MachineState(silentSwitch, isSilenced: true).isSilenced)
    }
    #expect(!MachineState(nil, isSilenced: false).isSilenced)
  }

  @Test(arguments: [nil, "", "relative"])
  func `without a runtime folder there is none`(folder: String?) {
    #expect(SilentSwitch { _ in folder } == nil)
  }

  @Test func `the silent switch in a folder that can't be made: turning it on throws`() throws {
    let silentSwitch = try #require(SilentSwitch { _ in "/proc/nowhere" })
    #expect(throws: Errno(.mkdir, 2)) { try silentSwitch.set(true) }
    try silentSwitch.set(false)
  }
}
