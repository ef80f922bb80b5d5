import Storage

/// What this program is called, and which version it is.
enum Release {
  static let program = "itemshub"
  static var version: String { PackageRelease.version }
  /// The day of the version, for the manual page.
  static var date: String { PackageRelease.date }
}
