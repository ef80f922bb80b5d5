// swift-tools-version: 6.2

import PackageDescription

// What somebody means to do again and again: items that repeat, and the records of what was done.
let package = Package(
  name: "habit-tracker",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Habits", targets: ["Habits"]),
    .executable(name: "habits", targets: ["HabitsCommand"]),
  ],
  dependencies: [.package(name: "item-store", path: "../..")],
  targets: [
    .target(name: "Habits", dependencies: [.product(name: "Storage", package: "item-store")]),
    .executableTarget(name: "HabitsCommand", dependencies: ["Habits"]),
    .testTarget(
      name: "HabitsTests",
      dependencies: ["Habits", .product(name: "Sync", package: "item-store")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
