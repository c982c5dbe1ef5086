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

let package = Package(
  name: "audiosession",
  // The libraries alone: a program that is a product would drag the daemon into every app's graph.
  products: [
    .library(name: "AudioSession", targets: ["AudioSession"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
  ],
  targets: [
    // Words.
    library("AudioSessionTypes"),
    .target(name: "CAudioSessionLinux"),
    library("AudioSessionSystem", ["CAudioSessionLinux"]),

    // Meaning.
    library("Arbitration", ["AudioSessionTypes"]),
    // No tests itself: what several tests stand on, the scenarios' notation first.
    .target(
      name: "TestSupport",
      dependencies: ["Arbitration", "AudioSessionTypes", "AudioSessionWire", "AudioSessionSystem"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    tests("ArbitrationTests", ["Arbitration", "AudioSessionTypes", "TestSupport"]),
    // No tests itself: the rules a second time, as plainly as possible, to hold the core against.
    library("AudioSessionWire", ["AudioSessionTypes"]),

    // Mechanisms.
    library("EventLoop", ["AudioSessionSystem", "CAudioSessionLinux"]),
    library("ConfigurationFile", ["AudioSessionTypes", "Arbitration", "AudioSessionWire"]),
    library("AudioSessionClient", ["AudioSessionTypes", "AudioSessionWire", "AudioSessionSystem"]),

    // Shell.
    library(
      "AudioSession",
      ["AudioSessionTypes", "AudioSessionWire", "AudioSessionSystem", "AudioSessionClient"]
    ),
    library("AVFAudio", ["AudioSession", "AudioSessionTypes"]),
    // No tests itself: programs in the shape of those that are brought from iOS, mostly in Swift 5.
    library(
      "SessionServer",
      [
        "AudioSessionTypes", "Arbitration", "AudioSessionWire", "ConfigurationFile",
        "AudioSessionSystem", "EventLoop",
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
        "AudioSessionSystem", "AudioSessionClient",
      ]
    ),
    // The daemon is nothing that it imports: it has to be built, since the demo starts it.
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
    // Units, installation and the package; the script boots a machine to try them in.

    // What prose can't keep.
    tests(
      "RepositoryTests",
      ["AudioSessionTypes", "Arbitration", "AudioSessionWire", "ConfigurationFile"]
    ),

    // Measurements, by hand: no test asserts a time. The floor is C: a target can't mix languages.
  ],
  swiftLanguageModes: [.v6]
)
