// swift-tools-version: 6.2

import PackageDescription

// Lists, items and their sync as an app with SwiftUI. What shows nothing is built and tested on Linux as well.
let package = Package(
  name: "items-app",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ItemsApp", targets: ["ItemsApp"]),
    .executable(name: "items-app", targets: ["ItemsAppProgram"]),
  ],
  dependencies: [.package(name: "item-store", path: "../..")],
  targets: [
    .target(
      name: "ItemsApp",
      dependencies: [
        .product(name: "ItemContainer", package: "item-store"),
        .product(name: "ItemModels", package: "item-store"),
        .product(name: "Registry", package: "item-store"),
        .product(name: "Storage", package: "item-store"),
        .product(name: "Sync", package: "item-store"),
      ]
    ),
    .executableTarget(
      name: "ItemsAppProgram",
      dependencies: [
        "ItemsApp",
        .product(name: "ItemContainer", package: "item-store"),
        .product(name: "Registry", package: "item-store"),
        .product(name: "Storage", package: "item-store"),
      ]
    ),
    .testTarget(
      name: "ItemsAppTests",
      dependencies: ["ItemsApp", .product(name: "RegistryTesting", package: "item-store")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
