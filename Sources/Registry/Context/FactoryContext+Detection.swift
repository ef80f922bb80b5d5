#if canImport(Darwin)
internal import ObjectiveC
#endif

extension FactoryContext.Flags {
  /// The contexts that hold when the process starts.
  static var detected: Self {
    var flags: Self = []
    if CLibrary.environmentVariable("XCODE_RUNNING_FOR_PREVIEWS") == "1" { flags.insert(.preview) }
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
  /// Environment variables prove nothing: a program that a test starts inherits them.
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
}
