import AudioSessionClient
import AudioSessionWire
import Testing

@testable import audiosession_agent

/// What PipeWire says of cards, in the wire's words (R40).
@Suite struct GraphDriverRouteTests {
  @Test(
    arguments: [
      ([:], nil, "LineOut"),
      ([:], "unknown", "LineOut"),
      ([:], "speaker", "Speaker"),
      ([:], "headphones", "Headphones"),
      ([:], "headset", "Headphones"),
      ([:], "hdmi", "HDMIOutput"),
      ([:], "spdif", "LineOut"),
      ([:], "earpiece", "Receiver"),
      (["device.bus": "pci"], "analog", "LineOut"),
      (["device.bus": "usb"], "headphones", "USBAudio"),
      (["device.bus": "firewire"], nil, "FireWire"),
      (
        ["api.bluez5.profile": "a2dp-sink", "device.bus": "bluetooth"], "headset",
        "BluetoothA2DPOutput"
      ),
      (["api.bluez5.profile": "headset-head-unit"], "headset", "BluetoothHFP"),
      (["api.bluez5.profile": "bap-sink"], nil, "BluetoothLE"),
      (["raop.ip": "192.0.2.7"], nil, "AirPlay"),
      (["device.form-factor": "speaker"], nil, "Speaker"),
      (["device.form-factor": "speaker"], "unknown", "LineOut"),
      (["device.form-factor": "speaker", "device.bus": "usb"], nil, "USBAudio"),
    ] as [([String: String], String?, String)]
  )
  func `an output's type`(node: [String: String], portType: String?, told: String) {
    var endpoints = endpoints("sink", ["media.class": "Audio/Sink"], node)
    endpoints.set(route(portType), ofCard: 5)
    #expect(endpoints.currentRoute.outputs.map(\.portType) == [told])
    #expect(endpoints.currentRoute.inputs.isEmpty)
  }

  @Test(
    arguments: [
      ([:], nil, nil, "LineIn"),
      ([:], "mic", "analog-input-internal-mic", "MicrophoneBuiltIn"),
      ([:], "mic", "[In] Mic1", "MicrophoneBuiltIn"),
      ([:], "mic", "analog-input-rear-mic", "MicrophoneWired"),
      ([:], "headset", "analog-input-headset-mic", "MicrophoneWired"),
      ([:], "line", "analog-input-linein", "LineIn"),
      (["device.bus": "usb"], "mic", "analog-input-mic", "USBAudio"),
      (["api.bluez5.profile": "headset-head-unit"], "headset", nil, "BluetoothHFP"),
      (["api.bluez5.profile": "a2dp-source"], nil, nil, "LineIn"),
    ] as [([String: String], String?, String?, String)]
  )
  func `an input's type`(node: [String: String], portType: String?, name: String?, told: String) {
    var endpoints = endpoints("source", ["media.class": "Audio/Source"], node)
    endpoints.set(route(portType, name: name), ofCard: 5)
    #expect(endpoints.currentRoute.inputs.map(\.portType) == [told])
    #expect(endpoints.currentRoute.outputs.isEmpty)
  }

  @Test func `a socket is called as the card calls it, a device as itself`() {
    var card = endpoints("sink", ["media.class": "Audio/Sink"], [:])
    card.set(route("headphones", name: "analog-output-headphones", "Headphones"), ofCard: 5)
    #expect(
      card.currentRoute.outputs == [
        Port(
          portType: "Headphones",
          name: "Headphones",
          portID: "alsa.0:analog-output-headphones"
        )
      ]
    )
    var headset = endpoints("sink", ["media.class": "Audio/Sink", "device.bus": "usb"], [:])
    headset.set(route("headphones", name: nil, "Headphones"), ofCard: 5)
    #expect(
      headset.currentRoute.outputs
        == [Port(portType: "USBAudio", name: "Built-in Audio", portID: "alsa.0")]
    )
  }

  @Test func `the bus may be the card's word, and another device's route says nothing`() {
    var endpoints = endpoints("sink", ["media.class": "Audio/Sink"], [:])
    var other = route("hdmi")
    other.device = 4
    endpoints.set(other, ofCard: 5)
    #expect(endpoints.currentRoute.outputs.first?.portType == "LineOut")
    endpoints.updateCard(5, PipeWireProperties(["device.bus": "usb"]))
    #expect(endpoints.currentRoute.outputs.first?.portType == "USBAudio")
    let hadCard = endpoints.remove(5)
    #expect(hadCard)
    #expect(endpoints.currentRoute.outputs.first?.portType == "LineOut")
    let hadSink = endpoints.remove(1)
    #expect(hadSink)
    #expect(endpoints.currentRoute == RouteObject())
    let hasSink = endpoints.remove(1)
    #expect(!hasSink)
  }

  @Test func `only a card that mutes by itself says whether the microphone is muted`() {
    var endpoints = endpoints("source", ["media.class": "Audio/Source"], [:])
    #expect(endpoints.isMicrophoneMuted == nil)
    var route = route("mic")
    route.isMuted = true
    endpoints.set(route, ofCard: 5)
    #expect(endpoints.isMicrophoneMuted == nil)
    route.hasHardwareMute = true
    endpoints.set(route, ofCard: 5)
    #expect(endpoints.isMicrophoneMuted == true)
    route.isMuted = false
    endpoints.set(route, ofCard: 5)
    #expect(endpoints.isMicrophoneMuted == false)
  }

  @Test func `a default that is taken back is none, and a sink's monitor is no input`() {
    var endpoints = endpoints("sink", ["media.class": "Audio/Sink"], [:])
    #expect(endpoints.isDefaultKnown)
    let monitor = #"{"name":"alsa.0"}"#
    let isNew = endpoints.setDefault(key: "default.audio.source", monitor)
    #expect(isNew)
    #expect(endpoints.currentRoute.inputs.isEmpty)
    let isNewAgain = endpoints.setDefault(key: "default.audio.source", monitor)
    #expect(!isNewAgain)
    let isOther = endpoints.setDefault(key: "target.node", "5")
    #expect(!isOther)
    let isGone = endpoints.setDefault(key: "default.audio.sink", nil)
    #expect(!isGone && endpoints.isSinkDoubtful)
    #expect(endpoints.currentRoute.outputs.count == 1)
    endpoints.settleDoubt()
    #expect(endpoints.currentRoute == RouteObject())
    #expect(endpoints.isDefaultKnown)
    endpoints.forgetDefaults()
    #expect(!endpoints.isDefaultKnown)
  }

  @Test(arguments: [
    ("Built-in Audio", "Built-in Audio"), ("", "?"), ("a\u{1B}[2J\nb\u{85}", "a[2Jb"),
    (String(repeating: "x", count: 200), String(repeating: "x", count: 128)),
    (String(repeating: "é", count: 100), String(repeating: "é", count: 64)),
    ("x" + String(repeating: "é", count: 100), "x" + String(repeating: "é", count: 63)),
  ])
  func `names are as the wire takes them`(name: String, told: String) {
    #expect(name.wireName(orElse: "?") == told)
  }

  /// One default device, node 1 of card 5.
  private func endpoints(
    _ kind: String,
    _ properties: [String: String],
    _ more: [String: String]
  ) -> Endpoints {
    let fixed = [
      "node.name": "alsa.0", "node.description": "Built-in Audio", "device.id": "5",
      "card.profile.device": "3", "object.serial": "40",
    ]
    let all = fixed.merging(properties) { $1 }.merging(more) { $1 }
    var endpoints = Endpoints()
    endpoints.addCard(5, Card(PipeWireProperties(["device.name": "alsa_card.0"])))
    endpoints[1] = Endpoint(PipeWireProperties(all))
    _ = endpoints.setDefault(key: "default.audio.\(kind)", #"{"name":"alsa.0"}"#)
    return endpoints
  }

  private func route(
    _ portType: String?,
    name: String? = nil,
    _ description: String? = nil
  ) -> PipeWireRoute {
    PipeWireRoute(
      device: 3,
      name: name,
      description: description,
      portType: portType,
      isMuted: false,
      hasHardwareMute: false
    )
  }
}
