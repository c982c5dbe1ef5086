// swift-tools-version: 6.2
import PackageDescription

// Layout: imports only go down; a target that must not do I/O depends on nothing through which it
// could. Targets are listed in layers, from the bottom up, each followed by its tests.
//
// A target that a product reaches is in the graph of every client, where no two packages may have
// targets of one name: it has a name that no client's own target will have, whatever its folder's.

/// Whether the daemon, audiosessionctl and the agent are built in Embedded Swift.
///
/// So they have no types at run time, and no more of the standard library than they call. The flags
/// are unsafe ones to SwiftPM, too, so it is on request, as the static link below; systemd/package
/// asks.
let isEmbedded = Context.environment["AUDIOSESSION_EMBEDDED"] != nil

let settings: [SwiftSetting] =
  [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  + (isEmbedded
    ? [
      .enableExperimentalFeature("Embedded"),
      .unsafeFlags(["-Xfrontend", "-function-sections"]),
    ] : [])

/// A Swift target with the project's settings, in the folder of its name if no path is given.
func library(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  path: String? = nil
) -> Target {
  .target(
    name: name,
    dependencies: dependencies + (isEmbedded ? ["Glibc"] : []),
    path: path,
    swiftSettings: settings
  )
}

/// A program with the project's settings.
func program(
  _ name: String,
  _ dependencies: [Target.Dependency],
  linking: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies,
    swiftSettings: settings,
    linkerSettings: linking
  )
}

/// A program that is a verb of audiosessionctl, or several.
func verbs(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  let shared: [Target.Dependency] = [
    "ControlCore", "AudioSessionSchema", "AudioSessionJSON", "AudioSessionWire",
    "AudioSessionSystem", "AudioSessionClient", "AudioSessionEventLoop",
  ]
  return library(name, shared + dependencies)
}

/// A folder of tests, by what they try.
enum Room: String {
  /// One target, in the process of the tests, or with a daemon beside them.
  case unit = "Unit"
  /// The rules, wherever they are carried out.
  case rules = "Rules"
  /// Programs, services and packages, as they run.
  case system = "System"
  /// What something costs.
  case cost = "Cost"
  /// The repository itself.
  case repository = "Repository"
}

/// Tests.
func tests(
  _ name: String,
  in room: Room,
  _ dependencies: [Target.Dependency],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    path: "Tests/\(room.rawValue)/\(name)",
    exclude: exclude,
    swiftSettings: settings
  )
}

/// The system libraries of the agent, libpipewire and libsystemd: both or neither.
let agentLibraries = TargetDependencyCondition.when(platforms: [.linux], traits: ["PipeWire"])

/// The system library of those that are on a bus, libsystemd: the agent, and players.
let busLibrary = TargetDependencyCondition.when(
  platforms: [.linux],
  traits: ["PipeWire", "Players"]
)

/// A C target over a system library; without one of the traits it only reports that it isn't built in.
func shim(
  _ name: String,
  over library: String,
  macro: String,
  traits: Set<String>
) -> Target {
  .target(
    name: name,
    dependencies: [
      .target(name: library, condition: .when(platforms: [.linux], traits: traits))
    ],
    cSettings: [
      .define(macro, .when(platforms: [.linux], traits: traits)),
      .treatAllWarnings(as: .error),
    ]
  )
}

/// How a program in Embedded Swift is linked: with the tables of Unicode, and mathematics.
let embeddedLinking: [LinkerSetting] =
  isEmbedded
  ? [
    .unsafeFlags(["-use-ld=lld"]),
    .linkedLibrary("swiftUnicodeDataTables"), .linkedLibrary("m"),
  ] : []

/// How the daemon is linked: as any program, or for a package as a static one, at a random address.
///
/// The static one starts twice as fast, since it loads no libraries. SwiftPM calls such flags unsafe,
/// and builds no client of a package that has any: so they are there only on request, which is
/// systemd/package's. `relr` shortens the list of addresses that it corrects at start.
let staticLinking: [LinkerSetting] =
  if isEmbedded {
    embeddedLinking + [
      .unsafeFlags(["-Xclang-linker", "-static-pie", "-Xlinker", "--pack-dyn-relocs=relr"])
    ]
  } else if Context.environment["AUDIOSESSION_STATIC_DAEMON"] != nil {
    [
      .unsafeFlags([
        "-static-executable", "-use-ld=lld", "-Xclang-linker", "-static-pie",
        "-Xlinker", "--pack-dyn-relocs=relr",
      ])
    ]
  } else {
    []
  }

let package = Package(
  name: "audiosession",
  // Libraries only. AudioSessionTesting has the daemon's decisions in it; it is built only for whoever
  // names it, which tests do.
  products: [
    .library(name: "AudioSession", targets: ["AudioSession"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
    .library(name: "AudioToolbox", targets: ["AudioToolbox"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .library(name: "AudioSessionTesting", targets: ["AudioSessionTesting"]),
  ],
  traits: [
    .trait(
      name: "PipeWire",
      description: "Builds audiosession-agent with PipeWire; needs libpipewire-0.3 and libsystemd."
    ),
    .trait(
      name: "Players",
      description: "Builds the players and recorders with GStreamer; needs it and libsystemd."
    ),
    .trait(
      name: "MQTT",
      description: "Builds audiosession-house, the bridge between machines; needs libmosquitto."
    ),
  ],
  targets: [
    // Vocabulary.
    library("AudioSessionSchema"),
    library("AudioSessionTypes", ["AudioSessionSchema"]),
    tests("AudioSessionTypesTests", in: .unit, ["AudioSessionTypes"]),
    .target(name: "CAudioSessionLinux"),
    library("AudioSessionSystem", ["CAudioSessionLinux"]),
    tests("AudioSessionSystemTests", in: .unit, ["AudioSessionSystem", "TestSupport"]),

    // Semantics.
    library(
      "AudioSessionArbitration",
      ["AudioSessionSchema", "AudioSessionTypes"],
      path: "Sources/Arbitration"
    ),
    // Support for tests: processes, folders, the notation of the scenarios and its runners.
    .target(
      name: "TestSupport",
      dependencies: [
        "AudioSessionArbitration", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionSystem", "AudioSessionRecording",
      ],
      path: "Tests/Support/TestSupport",
      swiftSettings: settings
    ),
    // Support for tests: the threads on which tests run.
    .target(name: "TestTraits", path: "Tests/Support/TestTraits", swiftSettings: settings),
    tests(
      "ArbitrationTests",
      in: .unit,
      ["AudioSessionArbitration", "AudioSessionTypes", "TestSupport"]
    ),
    // Support for tests: a second, naive implementation of the rules, to compare the core with.
    .target(
      name: "ReferenceRules",
      dependencies: ["AudioSessionArbitration", "AudioSessionTypes"],
      path: "Tests/Rules/ReferenceRules",
      swiftSettings: settings
    ),
    // Support for tests: what holds at every step of the core, P1 to P8.
    .target(
      name: "RuleInvariants",
      dependencies: [
        "AudioSessionArbitration", "AudioSessionTypes", "ReferenceRules", "TestSupport",
      ],
      path: "Tests/Rules/RuleInvariants",
      swiftSettings: settings
    ),
    // Support for tests: a search through every state of the core.
    .target(
      name: "StateSearch",
      dependencies: [
        "AudioSessionArbitration", "AudioSessionSchema", "AudioSessionTypes", "ReferenceRules",
        "RuleInvariants", "TestSupport",
      ],
      path: "Tests/Rules/StateSearch",
      swiftSettings: settings
    ),
    // Support for tests: that search, for hours if need be.
    .executableTarget(
      name: "audiosession-states",
      dependencies: ["StateSearch", "TestSupport"],
      path: "Tests/Programs/States",
      swiftSettings: settings
    ),
    tests(
      "InvariantTests",
      in: .rules,
      [
        "AudioSessionArbitration", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionRecording", "ReferenceRules", "RuleInvariants", "StateSearch", "TestSupport",
        "TestTraits",
      ]
    ),
    library("AudioSessionJSON", ["AudioSessionSchema"]),
    library("AudioSessionWire", ["AudioSessionSchema", "AudioSessionJSON", "AudioSessionTypes"]),
    tests(
      "AudioSessionWireTests",
      in: .unit,
      [
        "AudioSessionJSON", "AudioSessionWire", "AudioSessionSchema", "AudioSessionTypes",
        "TestSupport",
      ],
      exclude: ["interface.json"]
    ),

    // Mechanisms.
    library(
      "AudioSessionEventLoop",
      ["AudioSessionSystem", "CAudioSessionLinux"],
      path: "Sources/EventLoop"
    ),
    tests(
      "EventLoopTests",
      in: .unit,
      ["AudioSessionEventLoop", "AudioSessionSystem", "TestSupport"]
    ),
    library(
      "AudioSessionConfigurationFile",
      [
        "AudioSessionSchema", "AudioSessionTypes", "AudioSessionArbitration", "AudioSessionJSON",
        "AudioSessionWire",
      ],
      path: "Sources/ConfigurationFile"
    ),
    tests(
      "ConfigurationFileTests",
      in: .unit,
      [
        "AudioSessionConfigurationFile", "AudioSessionTypes", "AudioSessionArbitration",
        "AudioSessionJSON", "AudioSessionWire", "TestSupport",
      ]
    ),
    library(
      "AudioSessionClient",
      [
        "AudioSessionTypes", "AudioSessionSchema", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionSystem",
      ]
    ),
    tests(
      "AudioSessionClientTests",
      in: .unit,
      [
        "AudioSessionClient", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionSystem", "TestSupport",
      ]
    ),

    // Recordings of decisions: their format, and their replay into the core.
    library(
      "AudioSessionRecording",
      [
        "AudioSessionSchema", "AudioSessionTypes", "AudioSessionArbitration", "AudioSessionJSON",
        "AudioSessionWire",
      ],
      path: "Sources/Recording"
    ),
    tests(
      "RecordingTests",
      in: .rules,
      [
        "AudioSessionRecording", "AudioSessionSchema", "AudioSessionTypes",
        "AudioSessionArbitration", "AudioSessionJSON", "AudioSessionWire", "TestSupport",
      ],
      exclude: ["Events", "Recordings"]
    ),

    // The answers of the agent at its socket.
    library("AgentAnswers", ["AudioSessionSchema"]),
    // The agent's decisions about streams, as a pure state machine.
    library("Enforcement", ["AgentAnswers", "AudioSessionTypes"]),
    tests(
      "EnforcementTests",
      in: .unit,
      ["AgentAnswers", "Enforcement", "AudioSessionTypes", "TestSupport", "TestTraits"]
    ),

    // The decisions of the bridge between the daemons of a house, as a pure state machine.
    library(
      "House",
      [
        "AudioSessionSchema", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionClient",
      ]
    ),
    // The system libraries of the agent, of players and of the bridge, behind thin shims.
    .systemLibrary(
      name: "CPipeWireSystem",
      pkgConfig: "libpipewire-0.3",
      providers: [.apt(["libpipewire-0.3-dev"])]
    ),
    shim(
      "CPipeWire",
      over: "CPipeWireSystem",
      macro: "AUDIOSESSION_PIPEWIRE",
      traits: ["PipeWire"]
    ),
    .systemLibrary(
      name: "CAudioSessionSystemd",
      pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]
    ),
    shim(
      "CAudioSessionBus",
      over: "CAudioSessionSystemd",
      macro: "AUDIOSESSION_SYSTEMD",
      traits: ["PipeWire", "Players"]
    ),
    .systemLibrary(
      name: "CMosquittoSystem",
      pkgConfig: "libmosquitto",
      providers: [.apt(["libmosquitto-dev"])]
    ),
    shim(
      "CMosquitto",
      over: "CMosquittoSystem",
      macro: "AUDIOSESSION_MQTT",
      traits: ["MQTT"]
    ),
    // Connections to a D-Bus bus.
    library(
      "AudioSessionBus",
      ["AudioSessionEventLoop", "AudioSessionSystem", "CAudioSessionBus"]
    ),
    .systemLibrary(
      name: "CAudioSessionGStreamerSystem",
      pkgConfig: "gstreamer-1.0",
      providers: [.apt(["libgstreamer1.0-dev"])]
    ),
    shim(
      "CAudioSessionGStreamer",
      over: "CAudioSessionGStreamerSystem",
      macro: "AUDIOSESSION_GSTREAMER",
      traits: ["Players"]
    ),

    // Sounds that are played and recorded, without sessions.
    library("AudioSessionMedia", ["CAudioSessionGStreamer", "CAudioSessionLinux"]),
    tests("AudioSessionMediaTests", in: .unit, ["AudioSessionMedia"]),

    // Libraries and server.
    library(
      "AudioSession",
      [
        "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire", "AudioSessionSystem",
        "AudioSessionClient",
      ]
    ),
    tests(
      "AudioSessionTests",
      in: .unit,
      [
        "AudioSession", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionClient", "AudioSessionSystem", "TestSupport", "audiosessiond",
        "audiosession-test-client",
      ]
    ),
    library("AVFAudio", ["AudioSession", "AudioSessionTypes", "AudioSessionMedia"]),
    // System sounds.
    library("AudioToolbox", ["AVFAudio", "AudioSessionMedia"]),
    // Times in media, without anything else.
    library("CoreMedia"),
    tests("CoreMediaTests", in: .unit, ["CoreMedia"]),
    // The name by which most programs for iOS import all of the above, and the player of items.
    library("AVFoundation", ["AVFAudio", "AudioToolbox", "CoreMedia", "AudioSessionMedia"]),
    // Support for tests: a part of the next, in Swift 6 mode as the program that it is like.
    .target(
      name: "StrictShapes",
      dependencies: ["AVFoundation"],
      path: "Tests/Programs/StrictShapes",
      swiftSettings: settings
    ),
    // Support for tests: programs as they are ported from iOS, mostly in Swift 5.
    .executableTarget(
      name: "avfaudio-programs",
      dependencies: [
        "AVFAudio", "AVFoundation", "MediaPlayer", "StrictShapes", "AudioSession",
        "AudioSessionTypes",
      ],
      path: "Tests/Programs/AVFAudioPrograms",
      swiftSettings: settings + [.swiftLanguageMode(.v5)]
    ),
    // Support for tests: a program as it is ported from iOS, with that import.
    .executableTarget(
      name: "avfoundation-program",
      dependencies: ["AVFoundation"],
      path: "Tests/Programs/AVFoundationProgram",
      swiftSettings: settings + [.swiftLanguageMode(.v5)]
    ),
    tests(
      "AVFAudioTests",
      in: .unit,
      [
        "AVFAudio", "AudioSession", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionSystem", "TestSupport", "TestTraits", "audiosessiond", "avfaudio-programs",
        "avfoundation-program",
      ]
    ),
    // Remote commands, and what is playing.
    library(
      "MediaPlayer",
      ["AVFAudio", "AudioSessionBus", "AudioSessionEventLoop", "AudioSessionSystem"]
    ),
    // Support for tests: a program as it is ported from iOS, that is operated from elsewhere.
    .executableTarget(
      name: "mediaplayer-program",
      dependencies: ["AVFoundation", "MediaPlayer"],
      path: "Tests/Programs/MediaPlayerProgram",
      swiftSettings: settings + [.swiftLanguageMode(.v5)]
    ),
    library(
      "AudioSessionServer",
      [
        "AudioSessionSchema", "AudioSessionTypes", "AudioSessionArbitration", "AudioSessionJSON",
        "AudioSessionWire", "AudioSessionConfigurationFile", "AudioSessionRecording",
        "AudioSessionSystem", "AudioSessionEventLoop",
      ],
      path: "Sources/SessionServer"
    ),
    tests(
      "SessionServerTests",
      in: .unit,
      [
        "AudioSessionServer", "AudioSessionSchema", "AudioSessionTypes", "AudioSessionArbitration",
        "AudioSessionJSON", "AudioSessionWire", "AudioSessionConfigurationFile",
        "AudioSessionSystem", "TestSupport",
      ]
    ),
    // Support for tests: a house of machines in virtual time, with the daemon's decisions.
    .target(
      name: "HouseSimulation",
      dependencies: [
        "House", "AudioSessionServer", "AudioSessionConfigurationFile", "AudioSessionArbitration",
        "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire", "AudioSessionClient",
        "ReferenceRules", "TestSupport",
      ],
      path: "Tests/Support/HouseSimulation",
      swiftSettings: settings
    ),
    tests(
      "HouseTests",
      in: .unit,
      [
        "House", "HouseSimulation", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionSchema", "AudioSessionClient", "TestSupport",
      ]
    ),
    // Support for tests: a daemon, its clients and the agent in virtual time.
    .target(
      name: "WorldSimulation",
      dependencies: [
        "AudioSessionServer", "AudioSessionConfigurationFile", "AudioSessionArbitration",
        "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire", "AudioSessionClient",
        "AudioSessionRecording", "Enforcement", "ReferenceRules", "TestSupport",
      ],
      path: "Tests/Support/WorldSimulation",
      swiftSettings: settings
    ),
    // The same for as long as it takes: `.ci/soak-virtual`.
    .executableTarget(
      name: "audiosession-world",
      dependencies: ["WorldSimulation"],
      path: "Tests/Programs/World",
      swiftSettings: settings
    ),
    tests("WorldTests", in: .rules, ["WorldSimulation", "TestSupport", "TestTraits"]),
    // For the tests of programs: the server's decisions in the process of the test.
    library(
      "AudioSessionTesting",
      [
        "AudioSession", "AudioSessionClient", "AudioSessionTypes", "AudioSessionJSON",
        "AudioSessionWire", "AudioSessionArbitration", "AudioSessionConfigurationFile",
        "AudioSessionServer",
      ]
    ),
    tests(
      "AudioSessionTestingTests",
      in: .unit,
      ["AudioSessionTesting", "AudioSession", "AudioSessionTypes", "AVFAudio", "TestSupport"]
    ),

    // Programs.
    .executableTarget(
      name: "audiosessiond",
      dependencies: [
        "AudioSessionServer", "AudioSessionConfigurationFile", "AudioSessionSystem",
        "AudioSessionJSON", "AudioSessionWire",
      ],
      swiftSettings: settings,
      linkerSettings: staticLinking
    ),
    // The text of Rules.md, from which `audiosessionctl help R28` takes a rule.
    .target(name: "CRulesPage"),
    // What all parts of audiosessionctl share: the command line, the daemon, output, words.
    library(
      "ControlCore",
      [
        "AudioSessionSchema", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionConfigurationFile", "AudioSessionSystem", "AudioSessionClient",
      ]
    ),
    // The verbs that are programs of their own; none knows another.
    verbs("ControlRun", ["AudioSessionTypes"]),
    verbs("ControlFollow", ["AudioSessionTypes"]),
    verbs("ControlTimeline", ["AudioSessionTypes", "House"]),
    verbs("ControlTop", ["AudioSessionTypes"]),
    verbs("ControlRecording", ["AudioSessionArbitration", "AudioSessionRecording"]),
    .executableTarget(
      name: "audiosessionctl",
      dependencies: [
        "ControlCore", "ControlRun", "ControlFollow", "ControlTimeline", "ControlTop",
        "ControlRecording", "AgentAnswers", "House", "AudioSessionSchema", "AudioSessionTypes",
        "AudioSessionArbitration", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionConfigurationFile", "AudioSessionSystem", "AudioSessionClient", "CRulesPage",
      ],
      resources: [
        .embedInCode("Completion/audiosessionctl.bash"),
        .embedInCode("Completion/audiosessionctl.zsh"),
        .embedInCode("Completion/audiosessionctl.fish"),
      ],
      swiftSettings: settings,
      linkerSettings: embeddedLinking
    ),
    tests(
      "ControlTests",
      in: .system,
      [
        "audiosessionctl", "ControlCore", "ControlRun", "ControlFollow", "ControlTimeline",
        "ControlTop", "ControlRecording", "AgentAnswers", "AudioSessionTypes", "AudioSessionJSON",
        "AudioSessionWire", "AudioSessionSystem", "AudioSessionClient",
        "AudioSessionConfigurationFile", "TestSupport", "TestTraits", "audiosessiond",
        "audiosession-test-client",
      ]
    ),
    program(
      "audiosession-agent",
      [
        "AgentAnswers", "Enforcement", "AudioSessionSchema", "AudioSessionTypes",
        "AudioSessionJSON", "AudioSessionWire", "AudioSessionClient",
        "AudioSessionConfigurationFile", "AudioSessionEventLoop", "AudioSessionSystem",
        "AudioSessionBus", "CPipeWire",
      ],
      linking: embeddedLinking
    ),
    program(
      "audiosession-house",
      [
        "House", "AudioSessionSchema", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionClient", "AudioSessionConfigurationFile", "AudioSessionEventLoop",
        "AudioSessionSystem", "CMosquitto",
      ],
      linking: embeddedLinking
    ),
    // Support for tests: scripted players and a scripted login manager on a private bus.
    .executableTarget(
      name: "audiosession-test-bus",
      dependencies: [.target(name: "CAudioSessionSystemd", condition: busLibrary)],
      path: "Tests/Support/TestBus",
      cSettings: [
        .define(
          "AUDIOSESSION_SYSTEMD",
          .when(platforms: [.linux], traits: ["PipeWire", "Players"])
        ),
        .treatAllWarnings(as: .error),
      ]
    ),
    // Support for tests: plays a tone or records a sink, and reports what no player reports.
    .executableTarget(
      name: "audiosession-test-tone",
      dependencies: [.target(name: "CPipeWireSystem", condition: agentLibraries)],
      path: "Tests/Support/TestTone",
      cSettings: [
        .define("AUDIOSESSION_PIPEWIRE", .when(platforms: [.linux], traits: ["PipeWire"])),
        .treatAllWarnings(as: .error),
      ],
      linkerSettings: [.linkedLibrary("m")]
    ),
    // Support for tests: shows PipeWire a card with a jack.
    .executableTarget(
      name: "audiosession-test-card",
      dependencies: [.target(name: "CPipeWireSystem", condition: agentLibraries)],
      path: "Tests/Support/TestCard",
      cSettings: [
        .define("AUDIOSESSION_PIPEWIRE", .when(platforms: [.linux], traits: ["PipeWire"])),
        .treatAllWarnings(as: .error),
      ]
    ),
    // Support for tests: a private PipeWire instance to play to and to record from.
    .target(
      name: "GraphTestSupport",
      dependencies: [
        "AudioSessionSystem", "AudioSessionJSON", "AudioSessionWire", "TestSupport",
        "audiosession-test-tone", "audiosession-test-card",
      ],
      path: "Tests/Support/GraphTestSupport",
      swiftSettings: settings
    ),
    // With a bus of their own.
    tests(
      "MediaPlayerTests",
      in: .unit,
      [
        "MediaPlayer", "AudioSessionBus", "AudioSessionJSON", "AudioSessionWire", "TestSupport",
        "TestTraits", "GraphTestSupport", "audiosessiond", "mediaplayer-program",
      ]
    ),
    // The agent with a real PipeWire; these tests check the recorded audio.
    tests(
      "AgentTests",
      in: .system,
      [
        "audiosession-agent", "audiosessiond", "audiosessionctl", "audiosession-test-bus",
        "mediaplayer-program", "AgentAnswers", "Enforcement", "AudioSessionTypes",
        "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionClient", "AudioSessionConfigurationFile", "AudioSessionSystem",
        "AudioSessionEventLoop", "AudioSessionBus", "TestSupport", "TestTraits",
        "GraphTestSupport",
      ]
    ),
    // The bridge with a real mosquitto, and with a real PipeWire in each room.
    tests(
      "BridgeTests",
      in: .system,
      [
        "audiosession-house", "audiosession-agent", "audiosessiond", "audiosessionctl",
        "avfaudio-programs", "House", "CMosquitto", "AudioSessionConfigurationFile",
        "AudioSessionJSON", "AudioSessionWire", "AudioSessionClient", "AudioSessionSystem",
        "GraphTestSupport", "TestSupport", "TestTraits",
      ],
      exclude: ["homeassistant.py"]
    ),
    // Support for tests: players in the shapes of those on iOS.
    .executableTarget(
      name: "player-shapes",
      dependencies: ["AVFoundation", "MediaPlayer"],
      path: "Tests/Programs/PlayerShapes",
      swiftSettings: settings + [.swiftLanguageMode(.v5)]
    ),
    // Players, recorders and system sounds with a real PipeWire; these tests check the recorded
    // audio.
    tests(
      "PlayerTests",
      in: .system,
      [
        "avfaudio-programs", "player-shapes", "audiosession-agent", "audiosessiond",
        "audiosessionctl", "AudioSessionJSON", "AudioSessionWire", "TestSupport", "TestTraits",
        "GraphTestSupport",
      ]
    ),
    // The recipes, run as they stand with real programs; what is heard is checked.
    tests(
      "RecipeTests",
      in: .system,
      [
        "audiosession-agent", "audiosessiond", "audiosessionctl", "AudioSessionJSON",
        "AudioSessionWire", "TestSupport", "TestTraits", "GraphTestSupport",
      ]
    ),
    // The demo does not import the daemon, but needs it built, because it starts it.
    program(
      "audiosession-demo",
      [
        "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire", "AudioSessionEventLoop",
        "AudioSessionSystem", "AudioSessionClient", "audiosessiond",
      ]
    ),
    tests("DemoTests", in: .system, ["audiosession-demo", "TestSupport"]),
    // Support for tests: a client process, which can run as another user and be killed.
    .executableTarget(
      name: "audiosession-test-client",
      path: "Tests/Support/TestClient",
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    tests(
      "DaemonTests",
      in: .system,
      [
        "audiosessiond", "audiosessionctl", "audiosession-test-client", "AudioSessionTypes",
        "AudioSessionJSON", "AudioSessionWire", "TestSupport", "TestTraits",
      ],
      exclude: ["old-kernel"]
    ),
    // The client for Python, Sources/Python, is tested by programs of its own.
    tests(
      "PythonTests",
      in: .system,
      ["audiosessiond", "TestSupport"],
      exclude: ["adapter", "programs"]
    ),
    // Support for tests: many connections of many processes while the service is restarted.
    .executableTarget(
      name: "audiosession-test-load",
      path: "Tests/Support/TestLoad",
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    // Support for tests: many users at every limit.
    .executableTarget(
      name: "audiosession-test-crowd",
      path: "Tests/Support/TestCrowd",
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    // Units, installation and packaging; a script boots a machine to try them in.
    tests(
      "ServiceTests",
      in: .system,
      [
        "audiosessiond", "audiosessionctl", "audiosession-test-load", "AudioSessionJSON",
        "AudioSessionWire", "AudioSessionConfigurationFile", "TestSupport", "TestTraits",
      ],
      exclude: [
        "clients", "endurance", "life", "life-agent", "listener", "machine", "tone", "walk",
      ]
    ),

    // Checks of the repository itself: layout, documents, traceability.
    tests(
      "RepositoryTests",
      in: .repository,
      [
        "AudioSessionTypes", "AudioSessionArbitration", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionConfigurationFile", "TestSupport",
      ]
    ),

    // Benchmarks, run manually: no test asserts a time. The clients, and the servers that the daemon
    // is compared with, are C; what they measure with is a library, for its tests.
    .target(
      name: "CBenchmarkFigures",
      path: "Tests/Cost/BenchmarkFigures",
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    .executableTarget(
      name: "audiosession-benchmark-load",
      dependencies: ["CBenchmarkFigures"],
      path: "Tests/Cost/BenchmarkLoad",
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    .executableTarget(
      name: "audiosession-benchmark-bus",
      dependencies: ["CBenchmarkFigures"],
      path: "Tests/Cost/BenchmarkBus",
      cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("dl")]
    ),
    .target(name: "BenchmarkReport", path: "Tests/Cost/BenchmarkReport", swiftSettings: settings),
    .executableTarget(
      name: "audiosession-benchmark",
      dependencies: [
        "AudioSessionTypes", "AudioSessionArbitration", "AudioSessionJSON", "AudioSessionWire",
        "AudioSessionClient", "BenchmarkReport", "TestSupport", "audiosessiond",
        "audiosession-benchmark-load", "audiosession-benchmark-bus",
      ],
      path: "Tests/Cost/Benchmarks",
      exclude: ["README.md", "floor.c"],
      swiftSettings: settings
    ),
    tests(
      "BenchmarkTests",
      in: .cost,
      [
        "BenchmarkReport", "CBenchmarkFigures", "TestSupport", "audiosession-benchmark",
        "audiosession-agent-benchmark",
      ]
    ),
    // What the packaged daemon may cost, in instructions, allocations, system calls and bytes: what
    // the clock has no part in. The clients are the benchmark's.
    tests(
      "CostTests",
      in: .cost,
      [
        "AudioSessionJSON", "AudioSessionWire", "TestSupport", "TestTraits",
        "audiosession-benchmark-load", "audiosession-test-client", "audiosession-test-crowd",
      ]
    ),
    // What a house of many machines costs, in virtual time.
    .executableTarget(
      name: "audiosession-house-figures",
      dependencies: ["HouseSimulation"],
      path: "Tests/Cost/HouseFigures",
      swiftSettings: settings
    ),
    // Benchmarks of the agent: compared with other arbiters by recording, and its latency.
    .executableTarget(
      name: "audiosession-agent-benchmark",
      dependencies: [
        "GraphTestSupport", "TestSupport", "AudioSessionJSON", "AudioSessionWire",
        "audiosession-agent", "audiosessiond", "avfaudio-programs",
      ],
      path: "Tests/Cost/AgentBenchmark",
      exclude: ["relay.c", "send-times.c"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// What Embedded Swift lacks, under the names that it has otherwise.
if isEmbedded {
  package.targets += [
    .target(name: "CGlibc", path: "Sources/Embedded/CGlibc"),
    .target(
      name: "Glibc",
      dependencies: ["CGlibc"],
      path: "Sources/Embedded/Glibc",
      swiftSettings: settings
    ),
  ]
}

// The fuzzers of what comes from outside, which .ci/fuzz builds: it names libFuzzer's library. What is
// in a program can only be linked into another one without its entry.
if let driver = Context.environment["AUDIOSESSION_FUZZ"] {
  let programs: Set = ["audiosessionctl", "audiosession-agent", "audiosession-house"]
  package.targets = package.targets.map { target in
    guard programs.contains(target.name) else { return target }
    return .target(
      name: target.name,
      dependencies: target.dependencies,
      exclude: ["main.swift"],
      resources: target.resources,
      swiftSettings: target.swiftSettings
    )
  }
  package.targets.append(
    .executableTarget(
      name: "audiosession-fuzz",
      dependencies: [
        "AudioSessionSchema", "AudioSessionTypes", "AudioSessionArbitration", "AudioSessionJSON",
        "AudioSessionWire", "AudioSessionSystem", "AudioSessionConfigurationFile",
        "AudioSessionClient", "AudioSessionRecording", "AudioSessionServer", "AudioSession",
        "House", "ControlCore", "ControlTimeline", "ControlTop", "ControlRecording",
        "audiosessionctl", "audiosession-agent", "audiosession-house", "ReferenceRules",
      ],
      path: "Tests/Fuzz/Fuzzer",
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags([driver]), .linkedLibrary("stdc++")]
    )
  )
}
