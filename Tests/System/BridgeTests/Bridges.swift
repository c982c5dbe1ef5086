import CMosquitto

/// Whether there is a broker, and the bridge was built with what it needs.
func canRunBridges() -> Bool { TestBroker.isInstalled && audiosession_mqtt_is_built_in() }
