// swift-tools-version: 6.2

import PackageDescription

// What others build on the store's libraries, by public API alone. Built and tested by Scripts/test.
let package = Package(
  name: "item-store-examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "item-store", path: "..")],
  targets: [
    // A backend of another author.
    .target(name: "LogStore", dependencies: [.product(name: "Storage", package: "item-store")]),
    // A tool with a record type of its own.
    .target(name: "Bookmarks", dependencies: [.product(name: "Storage", package: "item-store")]),
    .executableTarget(
      name: "bookmarks-example",
      dependencies: ["Bookmarks", "LogStore", .product(name: "Storage", package: "item-store")]
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "Bookmarks", "LogStore",
        .product(name: "Storage", package: "item-store"),
        .product(name: "StorageTesting", package: "item-store"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
