#if canImport(Darwin)
internal import Darwin
internal import ObjectiveC
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension FactoryContext.Flags {
  /// What the process was started as.
  static var detected: Self {
    var flags: Self = []
    if isRunningForPreviews { flags.insert(.preview) }
    if isTestProcess(CommandLine.arguments) || hasTestLibraryLoaded { flags.insert(.test) }
    #if targetEnvironment(simulator)
    flags.insert(.simulator)
    #else
    flags.insert(.device)
    #endif
    #if DEBUG
    flags.insert(.debug)
    #endif
    return flags
  }

  /// Whether the program itself is a test runner.
  ///
  /// Environment variables would be no evidence: a program that a test starts inherits them.
  static func isTestProcess(_ arguments: [String]) -> Bool {
    guard let program = arguments.first else { return false }
    let name = program.split(separator: "/").last.map(String.init) ?? program
    // SwiftPM builds `<Package>PackageTests.xctest` on Linux, and runs helpers that load a bundle on macOS.
    return name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper"
      || name == "swiftpm-xctest-helper"
  }

  /// Whether XCTest was loaded into a host application, as Xcode does.
  private static var hasTestLibraryLoaded: Bool {
    #if canImport(Darwin)
    unsafe objc_lookUpClass("XCTestCase") != nil
    #else
    false
    #endif
  }

  private static var isRunningForPreviews: Bool {
    guard let value = unsafe getenv("XCODE_RUNNING_FOR_PREVIEWS") else { return false }
    return unsafe String(cString: value) == "1"
  }
}
