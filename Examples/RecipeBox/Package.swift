// swift-tools-version: 6.2

import PackageDescription

// Recipes and cookbooks: records that are asked for by key paths, and mention each other.
let package = Package(
  name: "recipe-box",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Recipes", targets: ["Recipes"]),
    .executable(name: "recipes", targets: ["RecipesCommand"]),
  ],
  dependencies: [.package(name: "item-store", path: "../..")],
  targets: [
    .target(
      name: "Recipes",
      dependencies: [
        .product(name: "ItemContainer", package: "item-store"),
        .product(name: "Registry", package: "item-store"),
        .product(name: "Storage", package: "item-store"),
      ]
    ),
    .executableTarget(name: "RecipesCommand", dependencies: ["Recipes"]),
    .testTarget(
      name: "RecipesTests",
      dependencies: ["Recipes", .product(name: "RegistryTesting", package: "item-store")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
