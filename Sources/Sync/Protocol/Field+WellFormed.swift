import Storage

extension Field {
  /// Whether a store can keep a field of that name; told by its bytes alone, since every row has many.
  static func isWellFormed(name: String) -> Bool {
    let bytes = name.utf8
    return if bytes.starts(with: "tag:".utf8) {
      bytes.count > 4 && bytes.dropFirst(4).allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    } else {
      bytes.starts(with: "attr:".utf8) ? bytes.count > 5 : !bytes.isEmpty
    }
  }
}

extension ItemState {
  /// Throws if a row has a field that no store can keep.
  ///
  /// A hub refuses such fields, so the rest of a hub that sends them cannot be trusted.
  func checkNames() throws(WireError) {
    for entry in entries where !Field.isWellFormed(name: entry.name) {
      throw WireError("'\(entry.name)' is not the name of a field.")
    }
  }
}
