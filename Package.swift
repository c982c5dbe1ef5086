// swift-tools-version: 6.2
import PackageDescription

// The layout's rules: imports only go down; a target that must not do I/O depends on nothing through
// which it could; each target is followed by its tests, in the order of the layers from the ground.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A Swift target with the project's settings.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A program with the project's settings.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of a target.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The agent's outside world: libpipewire and sd-bus, both or neither.
let agentLibraries = TargetDependencyCondition.when(platforms: [.linux], traits: ["PipeWire"])

/// A C target over a system library; without the trait it says that it wasn't built in.
func shim(_ name: String, over library: Target.Dependency) -> Target {
  .target(
    name: name,
    dependencies: [library],
    cSettings: [
      .define("AUDIOSESSION_PIPEWIRE", .when(platforms: [.linux], traits: ["PipeWire"])),
      .treatAllWarnings(as: .error),
    ]
  )
}

let package = Package(
  name: "audiosession",
  // The libraries alone: a program that is a product would drag the daemon into every app's graph.
  products: [
    .library(name: "AudioSession", targets: ["AudioSession"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
  ],
  traits: [
    .trait(
      name: "PipeWire",
      description: "audiosession-agent with its drivers: takes libpipewire-0.3 and libsystemd"
    )
  ],
  targets: [
    // Words.
    library("AudioSessionTypes"),
    tests("AudioSessionTypesTests", ["AudioSessionTypes"]),
    .target(name: "CAudioSessionLinux"),
    library("AudioSessionSystem", ["CAudioSessionLinux"]),
    tests("AudioSessionSystemTests", ["AudioSessionSystem", "TestSupport"]),

    // Meaning.
    library("Arbitration", ["AudioSessionTypes"]),
    // No tests itself: what several tests stand on, such as processes, folders and scenarios.
    .target(
      name: "TestSupport",
      dependencies: ["Arbitration", "AudioSessionTypes", "AudioSessionWire", "AudioSessionSystem"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    // No tests itself: on which threads tests run.
    .target(name: "TestTraits", path: "Tests/TestTraits", swiftSettings: settings),
    tests("ArbitrationTests", ["Arbitration", "AudioSessionTypes", "TestSupport"]),
    // No tests itself: the rules a second time, as plainly as possible, to hold the core against.
    .target(
      name: "ReferenceRules",
      dependencies: ["Arbitration", "AudioSessionTypes"],
      path: "Tests/ReferenceRules",
      swiftSettings: settings
    ),
    tests(
      "InvariantTests",
      ["Arbitration", "AudioSessionTypes", "ReferenceRules", "TestSupport", "TestTraits"]
    ),
    library("AudioSessionWire", ["AudioSessionTypes"]),
    tests("AudioSessionWireTests", ["AudioSessionWire", "AudioSessionTypes", "TestSupport"]),

    // Mechanisms.
    library("EventLoop", ["AudioSessionSystem", "CAudioSessionLinux"]),
    tests("EventLoopTests", ["EventLoop", "AudioSessionSystem", "TestSupport"]),
    library("ConfigurationFile", ["AudioSessionTypes", "Arbitration", "AudioSessionWire"]),
    tests(
      "ConfigurationFileTests",
      [
        "ConfigurationFile", "AudioSessionTypes", "Arbitration", "AudioSessionWire", "TestSupport",
      ]
    ),
    library("AudioSessionClient", ["AudioSessionTypes", "AudioSessionWire", "AudioSessionSystem"]),
    tests(
      "AudioSessionClientTests",
      [
        "AudioSessionClient", "AudioSessionTypes", "AudioSessionWire", "AudioSessionSystem",
        "TestSupport",
      ]
    ),

    // The agent's mind: what is done to streams, without the streams.
    library("Enforcement", ["AudioSessionTypes"]),
    tests("EnforcementTests", ["Enforcement", "AudioSessionTypes", "TestSupport", "TestTraits"]),

    // The agent's libraries, behind shims without meaning.
    .systemLibrary(
      name: "CPipeWireSystem",
      pkgConfig: "libpipewire-0.3",
      providers: [.apt(["libpipewire-0.3-dev"])]
    ),
    shim("CPipeWire", over: .target(name: "CPipeWireSystem", condition: agentLibraries)),
    .systemLibrary(
      name: "CSystemdSystem",
      pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]
    ),
    shim("CSystemdBus", over: .target(name: "CSystemdSystem", condition: agentLibraries)),

    // Shell.
    library(
      "AudioSession",
      ["AudioSessionTypes", "AudioSessionWire", "AudioSessionSystem", "AudioSessionClient"]
    ),
    tests(
      "AudioSessionTests",
      [
        "AudioSession", "AudioSessionTypes", "AudioSessionWire", "AudioSessionClient",
        "AudioSessionSystem", "TestSupport", "audiosessiond", "audiosession-test-client",
      ]
    ),
    library("AVFAudio", ["AudioSession", "AudioSessionTypes"]),
    // No tests itself: programs in the shape of those that are brought from iOS, mostly in Swift 5.
    .executableTarget(
      name: "avfaudio-programs",
      dependencies: ["AVFAudio"],
      path: "Tests/AVFAudioPrograms",
      swiftSettings: settings + [.swiftLanguageMode(.v5)]
    ),
    tests(
      "AVFAudioTests",
      [
        "AVFAudio", "AudioSession", "AudioSessionTypes", "AudioSessionWire", "AudioSessionSystem",
        "TestSupport", "audiosessiond", "avfaudio-programs",
      ]
    ),
    library(
      "SessionServer",
      [
        "AudioSessionTypes", "Arbitration", "AudioSessionWire", "ConfigurationFile",
        "AudioSessionSystem", "EventLoop",
      ]
    ),
    tests(
      "SessionServerTests",
      [
        "SessionServer", "AudioSessionTypes", "Arbitration", "AudioSessionWire",
        "ConfigurationFile", "AudioSessionSystem", "TestSupport",
      ]
    ),

    // Programs.
    program(
      "audiosessiond",
      ["SessionServer", "ConfigurationFile", "AudioSessionSystem", "AudioSessionWire"]
    ),
    program(
      "audiosessionctl",
      [
        "AudioSessionTypes", "Arbitration", "AudioSessionWire", "ConfigurationFile",
        "AudioSessionSystem", "AudioSessionClient", "Enforcement",
      ]
    ),
    tests(
      "ControlTests",
      [
        "audiosessionctl", "AudioSessionTypes", "AudioSessionWire", "AudioSessionSystem",
        "AudioSessionClient", "TestSupport",
      ]
    ),
    program(
      "audiosession-agent",
      [
        "Enforcement", "AudioSessionTypes", "AudioSessionWire", "AudioSessionClient",
        "ConfigurationFile", "EventLoop", "AudioSessionSystem", "CPipeWire", "CSystemdBus",
      ]
    ),
    // No tests itself: players and a login manager for a test's own bus, that do what they are told.
    .executableTarget(
      name: "audiosession-test-bus",
      dependencies: [.target(name: "CSystemdSystem", condition: agentLibraries)],
      path: "Tests/TestBus",
      cSettings: [
        .define("AUDIOSESSION_PIPEWIRE", .when(platforms: [.linux], traits: ["PipeWire"])),
        .treatAllWarnings(as: .error),
      ]
    ),
    // No tests itself: plays a tone or records a sink, and tells what no player tells.
    .executableTarget(
      name: "audiosession-test-tone",
      dependencies: [.target(name: "CPipeWireSystem", condition: agentLibraries)],
      path: "Tests/TestTone",
      cSettings: [
        .define("AUDIOSESSION_PIPEWIRE", .when(platforms: [.linux], traits: ["PipeWire"])),
        .treatAllWarnings(as: .error),
      ],
      linkerSettings: [.linkedLibrary("m")]
    ),
    // No tests itself: a private PipeWire to play on and to listen to.
    .target(
      name: "GraphTestSupport",
      dependencies: [
        "AudioSessionSystem", "AudioSessionWire", "TestSupport", "audiosession-test-tone",
      ],
      path: "Tests/GraphTestSupport",
      swiftSettings: settings
    ),
    // The agent with a real PipeWire: what is heard, not what is said.
    tests(
      "AgentTests",
      [
        "audiosession-agent", "audiosessiond", "audiosessionctl", "audiosession-test-bus",
        "Enforcement", "AudioSessionTypes", "AudioSessionWire", "AudioSessionClient",
        "ConfigurationFile", "AudioSessionSystem", "EventLoop", "TestSupport", "TestTraits",
        "GraphTestSupport",
      ]
    ),
    // The daemon is nothing that it imports: it has to be built, since the demo starts it.
    program(
      "audiosession-demo",
      [
        "AudioSessionWire", "EventLoop", "AudioSessionSystem", "AudioSessionClient",
        "audiosessiond",
      ]
    ),
    tests("DemoTests", ["audiosession-demo", "TestSupport"]),
    // No tests itself: a process that connects for a test, so that it can be another user's and die.
    .executableTarget(
      name: "audiosession-test-client",
      path: "Tests/TestClient",
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    tests(
      "DaemonTests",
      [
        "audiosessiond", "audiosessionctl", "audiosession-test-client", "AudioSessionTypes",
        "AudioSessionWire", "TestSupport",
      ]
    ),
    // No tests itself: many connections of many processes, while the service dies again and again.
    .executableTarget(
      name: "audiosession-test-load",
      path: "Tests/TestLoad",
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    // Units, installation and the package; the script boots a machine to try them in.
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "audiosessiond", "audiosessionctl", "audiosession-test-load", "AudioSessionWire",
        "ConfigurationFile", "TestSupport", "TestTraits",
      ],
      exclude: ["life", "life-agent", "machine"],
      swiftSettings: settings
    ),

    // What prose can't keep.
    tests(
      "RepositoryTests",
      ["AudioSessionTypes", "Arbitration", "AudioSessionWire", "ConfigurationFile", "TestSupport"]
    ),

    // Measurements, by hand: no test asserts a time. The floor is C: a target can't mix languages.
    .executableTarget(
      name: "audiosession-benchmark-floor",
      path: "Tests/BenchmarkFloor",
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    .executableTarget(
      name: "audiosession-benchmark",
      dependencies: [
        "AudioSessionTypes", "Arbitration", "AudioSessionWire", "AudioSessionClient",
      ],
      path: "Tests/Benchmarks",
      swiftSettings: settings
    ),
    // The agent beside others, by ear, and how soon it acts; also by hand.
    .executableTarget(
      name: "audiosession-agent-benchmark",
      dependencies: [
        "GraphTestSupport", "TestSupport", "AudioSessionWire", "audiosession-agent",
        "audiosessiond",
      ],
      path: "Tests/AgentBenchmark",
      exclude: ["relay.c", "send-times.c"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
