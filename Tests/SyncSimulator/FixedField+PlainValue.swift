package import Storage

extension Field.Fixed {
  /// Some value that the field may have.
  package var plainValue: JSONValue {
    switch self {
    case .kind: "item"
    case .title: "title"
    case .notes: ""
    case .status: ["open", .null]
    case .priority: "none"
    case .list: "inbox"
    case .rank: ""
    case .start, .due, .repeat, .occurrence, .parent: .null
    case .created, .updated: 0
    }
  }
}
