// What the uses of columns and keys say of items.

import Storage

extension ProgramShape.Use {
  /// The field that it says something of.
  var part: ItemPart? {
    switch self {
    case .field(let part), .day(let part), .dayIf(let part, _, _): part
    case .rule: .repeat
    case .plan: .due
    case .labelledTitle: .title
    case .cancelled: .status
    case .parent: .parent
    case .id, .subtasks, .attribute, .leftOut: nil
    }
  }

  /// The field that is taken away where the value is; nil for one that every task has, or that is told in other ways, too.
  var clearedPart: ItemPart? {
    guard let part else { return nil }
    switch part.form {
    case .dayOrTime, .rule, .names: return part
    default: return part == .notes ? part : nil
    }
  }

  /// What a message calls it; nil for what is told together.
  var phrase: String? {
    switch self {
    case .id: "the id"
    case .subtasks: "its subtasks"
    case .labelledTitle: "the title and tags"
    case .plan: "due and repeat"
    case .attribute, .leftOut: nil
    default: part.map(\.label)
    }
  }
}
