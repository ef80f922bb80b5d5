// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "item-store",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Registry", targets: ["Registry"]),
    .library(name: "RegistryTesting", targets: ["RegistryTesting"]),
    .library(name: "Storage", targets: ["Storage"]),
    .library(name: "StorageTesting", targets: ["StorageTesting"]),
    .library(name: "Sync", targets: ["Sync"]),
    .library(name: "SyncTesting", targets: ["SyncTesting"]),
    .library(name: "SyncHTTP", targets: ["SyncHTTP"]),
    .library(name: "ItemModels", targets: ["ItemModels"]),
    .library(name: "ItemContainer", targets: ["ItemContainer"]),
    .executable(name: "itemsctl", targets: ["itemsctl"]),
    .executable(name: "itemshub", targets: ["itemshub"]),
  ],
  traits: [
    // Each needs C libraries that `Scripts/setup` brings; without it nothing but SQLite is needed.
    .trait(name: "Hub", description: "The hub as a server: llhttp, OpenSSL and zlib."),
    .trait(
      name: "Postgres",
      description: "The hub over PostgreSQL: libpq, beside what the hub needs.",
      enabledTraits: ["Hub"]
    ),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
    ),
    .target(
      name: "Migrations",
      path: "migrations",
      resources: [
        .embedInCode("0001_items.sql"), .embedInCode("0002_history.sql"),
        .embedInCode("0003_exchanged.sql"), .embedInCode("0004_texts.sql"),
        .embedInCode("0005_days.sql"), .embedInCode("0006_repeats.sql"),
        .embedInCode("0007_starts.sql"), .embedInCode("0008_forms.sql"),
        .embedInCode("0009_blockers.sql"),
        .embedInCode("0010_rank.sql"),
        .embedInCode("0011_records.sql"),
        .embedInCode("hub/0001_hub.sql"), .embedInCode("hub/0002_age.sql"),
        .embedInCode("hub/0003_server.sql"), .embedInCode("hub/0004_frozen.sql"),
        .embedInCode("postgres/0001_spaces.sql"), .embedInCode("postgres/0002_server.sql"),
        .embedInCode("postgres/0003_daemons.sql"), .embedInCode("postgres/0004_frozen_spaces.sql"),
      ]
    ),
    .target(name: "Registry"),
    .target(name: "RegistryTesting", dependencies: ["Registry"]),
    .target(name: "Storage", dependencies: ["CSQLite", "Files", "Migrations"]),
    // The naive oracle of queries, apart from the contract: the fuzzer needs no contract.
    .target(name: "StorageReference", dependencies: ["Storage"]),
    // Expectations as functions, for contracts: hundreds of uses of a macro take minutes to compile.
    .target(name: "Expectations"),
    .target(name: "StorageTesting", dependencies: ["Expectations", "Storage", "StorageReference"]),
    .target(name: "Sync", dependencies: ["Files", "Migrations", "Storage"]),
    .target(name: "SyncTesting", dependencies: ["Expectations", "Storage", "Sync"]),
    // libcurl's functions, loaded when the first request is sent: nothing of curl is needed to build.
    .target(name: "CCurl"),
    .target(
      name: "SyncHTTP",
      dependencies: [
        .target(
          name: "CCurl",
          condition: .when(platforms: [.linux, .android, .openbsd])
        ),
        "Storage", "Sync",
      ]
    ),
    // What screens show, without any screen.
    .target(name: "ItemModels", dependencies: ["Storage", "Sync"]),
    // The composition root: the one library that knows both the container and the store.
    .target(
      name: "ItemContainer",
      dependencies: ["ItemModels", "Registry", "Storage", "Sync", "SyncHTTP"]
    ),
    .target(name: "ArgumentParsing", exclude: ["README.md"]),
    // Starting other programs: the command's pager, editor and hooks, and what tests run.
    .target(name: "ChildProcesses", dependencies: ["Files"]),
    // Paths, locks, temporary names and replacements: the one home of the C library's calls on files.
    .target(name: "Files"),
    // What a program needs whose user types commands: exit codes, errors with advice, output, signals, the terminal.
    .target(
      name: "CommandKit",
      dependencies: ["ArgumentParsing", "ChildProcesses", "Files", "Storage", "Sync"]
    ),
    // A screen as cells, the keys, and pictures of both.
    .target(
      name: "TerminalScreens",
      dependencies: ["ChildProcesses", "CommandKit", "Files", "Storage"]
    ),
    // Dates, rules, filters and fields in words.
    .target(name: "Phrases", dependencies: ["ArgumentParsing", "CommandKit", "Files", "Storage"]),
    // Items as the text of other programs' files, and back.
    .target(
      name: "ItemFormats",
      dependencies: ["ArgumentParsing", "CommandKit", "Phrases", "Storage"],
      exclude: ["README.md"]
    ),
    .executableTarget(
      name: "itemsctl",
      dependencies: [
        "ArgumentParsing", "ChildProcesses", "CommandKit", "Files", "ItemContainer", "ItemFormats",
        "ItemModels", "Phrases", "Registry", "Storage", "Sync", "SyncHTTP", "TerminalScreens",
        .target(name: "CMalloc", condition: .when(platforms: [.linux])),
      ],
      exclude: ["Interface/README.md", "README.md"]
    ),
    // The hub's rules as a server, without a socket.
    .target(
      name: "HubServer",
      dependencies: ["CSQLite", "Files", "Migrations", "Storage", "Sync"]
    ),
    // HTTP on sockets. Everything in it stands behind the trait.
    .target(
      name: "HubHTTP",
      dependencies: [
        "Files", "HubServer", "Storage", "Sync",
        .target(name: "CEvents", condition: .when(traits: ["Hub"])),
        .target(name: "CLlhttp", condition: .when(traits: ["Hub"])),
        .target(name: "COpenSSL", condition: .when(traits: ["Hub"])),
        .target(name: "CZlib", condition: .when(traits: ["Hub"])),
      ]
    ),
    .systemLibrary(name: "CEvents"),
    // The settings of glibc's allocator.
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(
      name: "COpenSSL",
      pkgConfig: "openssl",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
    ),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
    ),
    // Compiles the source that a system package brings; empty without the trait.
    .target(
      name: "CLlhttp",
      cSettings: [
        .define("LLHTTP_STRICT_MODE", to: "1"),
        .define("HUB_TRAIT", .when(traits: ["Hub"])),
      ]
    ),
    // The hub's store on PostgreSQL. Everything in it stands behind the trait.
    .target(
      name: "PostgresHub",
      dependencies: [
        "HubServer", "Migrations", "Storage", "Sync",
        .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
      ]
    ),
    .systemLibrary(
      name: "CPostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .executableTarget(
      name: "itemshub",
      dependencies: [
        "ArgumentParsing", "CommandKit", "Files", "HubServer", "Storage", "Sync",
        .target(name: "HubHTTP", condition: .when(traits: ["Hub"])),
        .target(name: "PostgresHub", condition: .when(traits: ["Postgres"])),
      ]
    ),
    .testTarget(
      name: "HubServerTests",
      dependencies: [
        "Files", "HubServer", "Storage", "Sync", "SyncSimulator", "TemporaryFolders",
        .target(name: "PostgresHub", condition: .when(traits: ["Postgres"])),
        .target(name: "RunningPostgres", condition: .when(traits: ["Postgres"])),
      ]
    ),
    .executableTarget(
      name: "HubFigures",
      dependencies: [
        "Files", "HubServer", "LoopbackHTTP", "Storage", "Sync",
        .target(name: "CEvents", condition: .when(traits: ["Hub"])),
      ],
      path: "Benchmarks/HubFigures"
    ),
    .testTarget(
      name: "HubHTTPTests",
      dependencies: [
        "ChildProcesses", "Files", "HubHTTP", "HubServer", "RunningPrograms", "Storage", "Sync",
        .target(name: "CEvents", condition: .when(traits: ["Hub"])),
        .target(name: "CZlib", condition: .when(traits: ["Hub"])),
      ]
    ),
    // Clusters of PostgreSQL in temporary folders, each of which ends with its test.
    .target(
      name: "RunningPostgres",
      dependencies: ["ChildProcesses", "Files", "LoopbackHTTP", "RunningPrograms", "Storage"],
      path: "Tests/RunningPostgres"
    ),
    .executableTarget(
      name: "PostgresFigures",
      dependencies: ["HubServer", "PostgresHub", "RunningPostgres", "Storage", "Sync"],
      path: "Benchmarks/PostgresFigures"
    ),
    .testTarget(
      name: "PostgresHubTests",
      dependencies: [
        "HubServer", "Migrations", "PostgresHub", "RunningPostgres", "RunningPrograms", "Storage",
        "Sync", "SyncSimulator", "SyncTesting",
      ]
    ),
    .testTarget(
      name: "ItemshubTests",
      dependencies: [
        "ChildProcesses", "DeviceProbe", "Files", "HubHTTP", "HubServer", "LoopbackHTTP",
        .target(name: "PostgresHub", condition: .when(traits: ["Postgres"])), "RunningPostgres",
        "RunningPrograms", "Storage", "Sync", "SyncHTTP", "SyncTesting",
        "itemshub",
      ],
      exclude: ["Clients/client.py", "Service/manager.py"]
    ),
    // A device that edits and syncs with a hub over HTTP, as a process that tests kill.
    .executableTarget(
      name: "DeviceProbe",
      dependencies: ["Files", "Storage", "Sync", "SyncHTTP"],
      path: "Tests/DeviceProbe"
    ),
    .target(name: "FaultySystem", path: "Tests/FaultySystem"),
    .executableTarget(
      name: "StoreProbe",
      dependencies: ["FaultySystem", "Files", "Storage", "Sync"],
      path: "Tests/StoreProbe"
    ),
    .target(
      name: "RunningPrograms",
      dependencies: ["ChildProcesses", "Files", "Storage"],
      path: "Tests/RunningPrograms"
    ),
    .target(name: "TemporaryFolders", path: "Tests/TemporaryFolders"),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "CSQLite", "ChildProcesses", "Files", "RunningPrograms", "Storage", "Sync",
        "TemporaryFolders",
      ]
    ),
    .testTarget(name: "FilesTests", dependencies: ["Files"]),
    .testTarget(name: "RegistryTests", dependencies: ["Registry", "RegistryTesting"]),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "CSQLite", "Expectations", "Files", "Migrations", "Storage", "StorageReference",
        "StorageTesting", "TemporaryFolders",
      ]
    ),
    // What tests and Scripts/simulate share: devices, a hub and a bad network, from seeds.
    .target(
      name: "SyncSimulator",
      dependencies: ["Storage", "Sync"],
      path: "Tests/SyncSimulator"
    ),
    .executableTarget(
      name: "SyncSimulation",
      dependencies: ["SyncSimulator"],
      path: "Tests/SyncSimulation"
    ),
    .testTarget(
      name: "SyncTests",
      dependencies: ["Storage", "Sync", "SyncSimulator", "SyncTesting", "TemporaryFolders"]
    ),
    .target(
      name: "LoopbackHTTP",
      dependencies: ["Storage", "Sync", "SyncTesting"],
      path: "Tests/LoopbackHTTP"
    ),
    .testTarget(
      name: "SyncHTTPTests",
      dependencies: [
        "Files", "LoopbackHTTP", "RunningPrograms", "Storage", "Sync", "SyncHTTP", "SyncTesting",
        "TemporaryFolders",
      ],
      exclude: ["Recorded"]
    ),
    .testTarget(name: "ArgumentParsingTests", dependencies: ["ArgumentParsing"]),
    .testTarget(name: "CommandKitTests", dependencies: ["CommandKit", "Files", "Storage"]),
    // A screen that obeys what is written to it.
    .target(name: "DrawnScreens", dependencies: ["CommandKit"], path: "Tests/DrawnScreens"),
    .testTarget(
      name: "TerminalScreensTests",
      dependencies: ["CommandKit", "DrawnScreens", "Storage", "TerminalScreens"]
    ),
    .testTarget(
      name: "PhrasesTests",
      dependencies: ["ArgumentParsing", "CommandKit", "Phrases", "Storage"]
    ),
    .testTarget(name: "ItemFormatsTests", dependencies: ["ItemFormats", "Phrases", "Storage"]),
    .testTarget(
      name: "ItemsctlTests",
      dependencies: [
        "ArgumentParsing", "ChildProcesses", "CommandKit", "DrawnScreens", "Files", "ItemFormats",
        "ItemModels", "LoopbackHTTP", "Phrases", "Registry", "RunningPrograms", "Storage", "Sync",
        "SyncTesting",
        "TerminalScreens", "itemsctl",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "ArgumentParsing", "CommandKit", "Files", "ItemFormats", "Phrases", "Storage",
        "StorageReference", "TerminalScreens", "itemsctl",
      ]
    ),
    .testTarget(
      name: "ItemModelsTests",
      dependencies: ["Files", "ItemModels", "RunningPrograms", "Storage", "Sync"]
    ),
    .testTarget(
      name: "ItemContainerTests",
      dependencies: [
        "ItemContainer", "ItemModels", "LoopbackHTTP", "Registry", "RegistryTesting", "Storage",
        "Sync", "SyncHTTP", "TemporaryFolders",
      ]
    ),
    // The program that the README shows.
    .executableTarget(
      name: "ReadmeExample",
      dependencies: ["Storage", "Sync"],
      path: "Tests/ReadmeExample"
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["ReadmeExample", "RunningPrograms", "Storage", "TemporaryFolders"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Only the targets named here, with a space between them, and what they depend on: a sanitizer, or a build in release,
// builds what it runs. The other tests would take longer to build than these take to run.
if let names = Context.environment["ITEM_STORE_TARGETS"] {
  var kept: Set<String> = []
  var open = names.split(separator: " ").map(String.init)
  while let name = open.popLast() {
    guard kept.insert(name).inserted else { continue }
    for target in package.targets where target.name == name {
      for dependency in target.dependencies {
        switch dependency {
        case .byNameItem(let name, _), .targetItem(let name, _): open.append(name)
        default: break
        }
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
}

// One place for the settings that every target of ours shares.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}
