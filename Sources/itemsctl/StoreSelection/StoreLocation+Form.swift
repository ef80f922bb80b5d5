// The form of a store, whatever its path ends in.

import Storage

extension StoreLocation {
  /// Whether it is a JSON file.
  var isJSON: Bool { if case .json = self { true } else { false } }

  /// A file of the same form at another path; a store in memory has the form of a database.
  func moved(to path: String) -> StoreLocation { isJSON ? .json(path: path) : .sqlite(path: path) }
}
