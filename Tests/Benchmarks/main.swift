// What the core and the wire cost, as ratios within one run, since these machines are shared and
// their absolute times mean little. Arguments: `core`, `wire` or nothing for both.

let parts = CommandLine.arguments.dropFirst()
if parts.isEmpty || parts.contains("core") { CoreCost.report() }
if parts.isEmpty || parts.contains("wire") { WireCost.report() }
