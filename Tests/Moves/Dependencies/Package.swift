// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "journal",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.9.0")
  ],
  targets: [
    .executableTarget(
      name: "Journal",
      dependencies: [.product(name: "Dependencies", package: "swift-dependencies")]
    ),
    .testTarget(
      name: "JournalTests",
      dependencies: [
        "Journal",
        .product(name: "DependenciesTestSupport", package: "swift-dependencies"),
      ]
    ),
  ]
)
