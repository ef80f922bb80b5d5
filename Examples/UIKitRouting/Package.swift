// swift-tools-version: 6.2

import PackageDescription

// Screens of SwiftUI in controllers of UIKit, which routers push and present. Elsewhere than with UIKit it is empty.
let package = Package(
  name: "uikit-routing",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "UIKitRouting", targets: ["UIKitRouting"])],
  dependencies: [.package(name: "item-store", path: "../..")],
  targets: [
    .target(
      name: "UIKitRouting",
      dependencies: [
        .product(name: "ItemContainer", package: "item-store"),
        .product(name: "ItemModels", package: "item-store"),
        .product(name: "Registry", package: "item-store"),
        .product(name: "Storage", package: "item-store"),
      ]
    ),
    .testTarget(
      name: "UIKitRoutingTests",
      dependencies: ["UIKitRouting", .product(name: "RegistryTesting", package: "item-store")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
