// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "forecast",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/hmlongco/Factory", from: "3.2.0")
  ],
  targets: [
    .executableTarget(
      name: "Forecast",
      dependencies: [.product(name: "FactoryKit", package: "Factory")]
    ),
    .testTarget(
      name: "ForecastTests",
      dependencies: ["Forecast", .product(name: "FactoryTesting", package: "Factory")]
    ),
  ]
)
