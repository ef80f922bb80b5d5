/// What this program is called, and which version it is.
enum Release {
  static let program = "itemshub"
  static let version = "0.1.0"
  /// The day of the version, for the manual page.
  static let date = "November 24, 2026"
}
