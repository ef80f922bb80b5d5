// swift-tools-version: 6.2

import PackageDescription

// Screens of SwiftUI in controllers of UIKit, which routers show. Each module is a target with a folder DI, which alone knows
// the container. Elsewhere than with UIKit all of it is empty.
let package = Package(
  name: "uikit-routing",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "UIKitRouting", targets: ["UIKitRouting"])],
  dependencies: [.package(name: "item-store", path: "../..")],
  targets: [
    .target(name: "Routing"),
    .target(
      name: "ItemsModule",
      dependencies: [
        "Routing",
        .product(name: "ItemContainer", package: "item-store"),
        .product(name: "ItemModels", package: "item-store"),
        .product(name: "Registry", package: "item-store"),
        .product(name: "Storage", package: "item-store"),
      ]
    ),
    .target(
      name: "SyncModule",
      dependencies: [
        "Routing",
        .product(name: "ItemContainer", package: "item-store"),
        .product(name: "ItemModels", package: "item-store"),
        .product(name: "Registry", package: "item-store"),
        .product(name: "Sync", package: "item-store"),
      ]
    ),
    .target(
      name: "UIKitRouting",
      dependencies: [
        "ItemsModule", "Routing", "SyncModule",
        .product(name: "Registry", package: "item-store"),
      ]
    ),
    .testTarget(
      name: "UIKitRoutingTests",
      dependencies: [
        "ItemsModule", "SyncModule", "UIKitRouting",
        .product(name: "ItemContainer", package: "item-store"),
        .product(name: "RegistryTesting", package: "item-store"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
