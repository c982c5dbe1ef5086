// What the core, the wire and a client cost, as ratios within one run, since these machines are
// shared and their absolute times mean little. Arguments: `core`, `wire`, `client`; nothing for all.

let parts = CommandLine.arguments.dropFirst()
if parts.isEmpty || parts.contains("core") { CoreCost.report() }
if parts.isEmpty || parts.contains("wire") { WireCost.report() }
if parts.isEmpty || parts.contains("client") { ClientCost.report() }
