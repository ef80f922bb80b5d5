/// Which release of this package the libraries and programs are of; they are released together.
///
/// The one place where the number stands: programs, their user agent, the manual pages and the packages take it from
/// here. `Scripts/fences` compares it with the changelog and the documents.
package enum PackageRelease {
  /// The number, as Semantic Versioning writes it.
  package static var version: String { "1.0.0-beta.1" }

  /// The day of the release, for the manual pages.
  package static var date: String { "November 26, 2026" }
}
