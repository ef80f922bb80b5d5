import Storage

extension Field {
  /// Whether a store can keep a field of that name.
  var isWellFormed: Bool {
    switch self {
    case .tag(let name): !name.isEmpty && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    case .attribute(let key): !key.isEmpty
    case .unknown(let name): !name.isEmpty
    case .fixed: true
    }
  }
}

extension ItemState {
  /// Throws if a row has a field that no store can keep.
  ///
  /// A hub refuses such fields, so the rest of a hub that sends them cannot be trusted.
  func checkNames() throws(WireError) {
    for entry in entries where !Field(name: entry.name).isWellFormed {
      throw WireError("'\(entry.name)' is not the name of a field.")
    }
  }
}
