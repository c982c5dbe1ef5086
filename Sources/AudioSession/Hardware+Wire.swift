package import AudioSessionWire

extension Hardware {
  init(_ hardware: HardwareObject) {
    self.init()
    sampleRate = hardware.sampleRate
    bufferFrames = hardware.bufferFrames
    inputLatency = hardware.inputLatencySeconds
    outputLatency = hardware.outputLatencySeconds
    outputVolume = hardware.outputVolume
    isOutputMuted = hardware.outputMuted
    inputChannels = hardware.inputChannels
    outputChannels = hardware.outputChannels
    availableInputs = hardware.availableInputs?.map { Route.Port($0) }
    loudspeaker = hardware.loudspeaker.map { Route.Port($0) }
  }

  /// It as the daemon tells it.
  package var object: HardwareObject {
    var object = HardwareObject()
    object.sampleRate = sampleRate
    object.bufferFrames = bufferFrames
    object.inputLatencySeconds = inputLatency
    object.outputLatencySeconds = outputLatency
    object.outputVolume = outputVolume
    object.outputMuted = isOutputMuted
    object.inputChannels = inputChannels
    object.outputChannels = outputChannels
    object.availableInputs = availableInputs?.map(\.object)
    object.loudspeaker = loudspeaker?.object
    return object
  }
}

extension Route.Port {
  /// It as the daemon tells it.
  fileprivate var object: Port { Port(portType: type, name: name, portID: id) }
}
