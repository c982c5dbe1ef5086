import AudioSessionTypes
import Testing

@testable import audiosession_agent

/// What has become of an output, and why the route has changed (R44), by the states of a graph.
@Suite struct OutputFateTests {
  private struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var former: GraphState
    var now: GraphState
    var fate: OutputFate
    var reason: RouteChangeReason

    init(
      _ name: String,
      _ former: GraphState,
      _ now: GraphState,
      _ fate: OutputFate,
      _ reason: RouteChangeReason
    ) {
      (testDescription, self.former, self.now) = (name, former, now)
      (self.fate, self.reason) = (fate, reason)
    }
  }

  private static let losses = [
    Change(
      "a USB device is pulled out",
      GraphState([.speaker, .usb], "usb"),
      GraphState([.speaker], "pci"),
      .lost,
      .oldDeviceUnavailable
    ),
    Change(
      "and nothing is left",
      GraphState([.usb], "usb"),
      GraphState([], nil),
      .lost,
      .oldDeviceUnavailable
    ),
    Change(
      "and only the dummy is left",
      GraphState([.usb], "usb"),
      GraphState([.dummy], "auto_null"),
      .lost,
      .oldDeviceUnavailable
    ),
    Change(
      "and another device comes",
      GraphState([.usb], "usb"),
      GraphState([.a2dp], "a2dp"),
      .lost,
      .oldDeviceUnavailable
    ),
    Change(
      "a Bluetooth device is gone",
      GraphState([.speaker, .a2dp], "a2dp"),
      GraphState([.speaker], "pci"),
      .lost,
      .oldDeviceUnavailable
    ),
    Change(
      "a sink without a card is destroyed",
      GraphState([.speaker, .software], "software"),
      GraphState([.speaker], "pci"),
      .lost,
      .oldDeviceUnavailable
    ),
    Change(
      "headphones are pulled out",
      GraphState([.headphones], "pci"),
      GraphState([.speaker], "pci", empty: ["pci": ["headphones"]]),
      .lost,
      .oldDeviceUnavailable
    ),
    Change(
      "so that the speakers aren't called empty any more",
      GraphState([.headphones], "pci", empty: ["pci": ["speaker"]]),
      GraphState([.speaker], "pci", empty: ["pci": ["headphones"]]),
      .lost,
      .oldDeviceUnavailable
    ),
    Change(
      "a monitor is pulled out, and its sink stays",
      GraphState([.speaker, GraphState.Sink("hdmi", "gpu", "hdmi")], "hdmi"),
      GraphState(
        [.speaker, GraphState.Sink("hdmi", "gpu", "hdmi")],
        "pci",
        empty: ["gpu": ["hdmi"]]
      ),
      .lost,
      .oldDeviceUnavailable
    ),
    Change(
      "headphones with a sink of their own are pulled out",
      GraphState([GraphState.Sink("phones", "pci", "headphones")], "phones"),
      GraphState(
        [GraphState.Sink("loud", "pci", "speaker")],
        "loud",
        empty: ["pci": ["headphones"]]
      ),
      .lost,
      .oldDeviceUnavailable
    ),
  ]

  private static let choices = [
    Change(
      "another output is chosen",
      GraphState([.speaker, .usb], "pci"),
      GraphState([.speaker, .usb], "usb"),
      .left,
      .override
    ),
    Change(
      "another sink of software",
      GraphState([.software, .usb], "software"),
      GraphState([.software, .usb], "usb"),
      .left,
      .override
    ),
    Change(
      "another port of the card",
      GraphState([.headphones], "pci"),
      GraphState([.speaker], "pci"),
      .left,
      .override
    ),
    Change(
      "a port that was always called empty is left",
      GraphState([.headphones], "pci", empty: ["pci": ["headphones"]]),
      GraphState([.speaker], "pci", empty: ["pci": ["headphones"]]),
      .left,
      .override
    ),
    Change(
      "the card is switched off",
      GraphState([.speaker, .usb], "usb"),
      GraphState([.speaker], "pci", cards: ["usb"]),
      .away,
      .override
    ),
    Change(
      "and no other is there",
      GraphState([.usb], "usb"),
      GraphState([], nil, cards: ["usb"]),
      .away,
      .noSuitableRouteForCategory
    ),
    Change(
      "the default is taken back",
      GraphState([.usb], "usb"),
      GraphState([.usb], nil),
      .left,
      .noSuitableRouteForCategory
    ),
  ]

  private static let arrivals = [
    Change(
      "a device is plugged in",
      GraphState([.speaker], "pci"),
      GraphState([.speaker, .usb], "usb"),
      .left,
      .newDeviceAvailable
    ),
    Change(
      "headphones are plugged in, and the speakers called empty",
      GraphState([.speaker], "pci", empty: ["pci": ["headphones"]]),
      GraphState([.headphones], "pci", empty: ["pci": ["speaker"]]),
      .left,
      .newDeviceAvailable
    ),
    Change(
      "the first sink",
      GraphState([], nil),
      GraphState([.usb], "usb"),
      .stays,
      .newDeviceAvailable
    ),
    Change(
      "a sink after the dummy",
      GraphState([.dummy], "auto_null"),
      GraphState([.usb], "usb"),
      .stays,
      .newDeviceAvailable
    ),
    Change(
      "a sink beside the dummy",
      GraphState([.dummy], "auto_null"),
      GraphState([.dummy, .usb], "usb"),
      .stays,
      .newDeviceAvailable
    ),
    Change(
      "a microphone is plugged in",
      GraphState([.usb], "usb"),
      GraphState([.usb], "usb", sources: ["mic"], input: "mic"),
      .stays,
      .newDeviceAvailable
    ),
  ]

  private static let configurations = [
    Change(
      "a headset's profile is switched",
      GraphState([.a2dp], "a2dp"),
      GraphState([GraphState.Sink("hfp", "blue", "headset", isBluetooth: true)], "hfp"),
      .away,
      .routeConfigurationChange
    ),
    Change(
      "and its profile calls the port empty",
      GraphState([.a2dp], "a2dp"),
      GraphState(
        [GraphState.Sink("hfp", "blue", "hands-free", isBluetooth: true)],
        "hfp",
        empty: ["blue": ["headset"]]
      ),
      .away,
      .newDeviceAvailable
    ),
    Change(
      "a card's profile is switched",
      GraphState([.usb], "usb"),
      GraphState([GraphState.Sink("surround", "usb", "line")], "surround"),
      .away,
      .routeConfigurationChange
    ),
    Change(
      "the port becomes known",
      GraphState([GraphState.Sink("pci", "pci")], "pci"),
      GraphState([.speaker], "pci"),
      .left,
      .routeConfigurationChange
    ),
    Change(
      "a microphone is pulled out",
      GraphState([.usb], "usb", sources: ["mic"], input: "mic"),
      GraphState([.usb], "usb"),
      .stays,
      .routeConfigurationChange
    ),
    Change(
      "another microphone is chosen",
      GraphState([.usb], "usb", sources: ["mic", "web"], input: "mic"),
      GraphState([.usb], "usb", sources: ["mic", "web"], input: "web"),
      .stays,
      .override
    ),
  ]

  @Test(arguments: losses + choices + arrivals + configurations)
  private func `an output's fate, and the reason`(change: Change) {
    let (former, now) = (change.former.endpoints, change.now.endpoints)
    #expect(now.fate(of: former) == change.fate)
    #expect(now.reason(since: former) == change.reason)
  }
}
