import Foundation

/// The programs of this package that were built with the tests.
package enum BuiltProgram {
  /// The path of a program; nil if it was not built.
  ///
  /// It lies beside the tests, in the folder that both were built in.
  package static func path(_ name: String) -> String? {
    let first = URL(fileURLWithPath: CommandLine.arguments[0])
    return ([first] + Bundle.allBundles.map(\.bundleURL))
      .map { $0.deletingLastPathComponent().appendingPathComponent(name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
