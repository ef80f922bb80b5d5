// swift-tools-version: 6.2

import PackageDescription

// Pages to come back to, known by their address, on one device or several.
let package = Package(
  name: "bookmarks",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Bookmarks", targets: ["Bookmarks"]),
    .executable(name: "bookmarks", targets: ["BookmarksCommand"]),
  ],
  dependencies: [.package(name: "item-store", path: "../..")],
  targets: [
    .target(
      name: "Bookmarks",
      dependencies: [
        .product(name: "ItemContainer", package: "item-store"),
        .product(name: "Registry", package: "item-store"),
        .product(name: "Storage", package: "item-store"),
        .product(name: "Sync", package: "item-store"),
      ]
    ),
    .executableTarget(name: "BookmarksCommand", dependencies: ["Bookmarks"]),
    .testTarget(
      name: "BookmarksTests",
      dependencies: ["Bookmarks", .product(name: "RegistryTesting", package: "item-store")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
