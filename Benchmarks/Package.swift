// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that measuring is no part of building or testing the store.
let package = Package(
  name: "item-store-benchmarks",
  platforms: [.macOS(.v15)],
  // Checks build with this trait, so that what they and the benchmarks share is built once.
  traits: [.trait(name: "Hub")],
  dependencies: [
    .package(
      name: "item-store",
      path: "..",
      traits: [.trait(name: "Hub", condition: .when(traits: ["Hub"]))]
    )
  ],
  targets: [
    .systemLibrary(name: "CSQLiteFloor", pkgConfig: "sqlite3"),
    .executableTarget(
      name: "ItemStoreBenchmarks",
      dependencies: [
        "CSQLiteFloor",
        .product(name: "ItemModels", package: "item-store"),
        .product(name: "Storage", package: "item-store"),
        .product(name: "Sync", package: "item-store"),
      ]
    ),
    .executableTarget(
      name: "RegistryBenchmarks",
      dependencies: [.product(name: "Registry", package: "item-store")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
