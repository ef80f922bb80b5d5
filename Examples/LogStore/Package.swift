// swift-tools-version: 6.2

import PackageDescription

// A backend of another author: a dictionary in memory, and a log on disk that is only appended to.
let package = Package(
  name: "log-store",
  platforms: [.macOS(.v15)],
  products: [.library(name: "LogStore", targets: ["LogStore"])],
  dependencies: [.package(name: "item-store", path: "../..")],
  targets: [
    .target(name: "LogStore", dependencies: [.product(name: "Storage", package: "item-store")]),
    .testTarget(
      name: "LogStoreTests",
      dependencies: ["LogStore", .product(name: "StorageTesting", package: "item-store")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
