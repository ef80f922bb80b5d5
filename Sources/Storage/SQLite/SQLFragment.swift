/// SQL text with positional parameters, and their values in order.
struct SQLFragment: Sendable, Equatable {
  var sql: String
  var values: [Value]
  /// Whether a part of it is always true or always false: SQLite may find then that no index is of use.
  private(set) var hasConstant = false

  enum Value: Sendable, Equatable {
    case integer(Int64)
    case real(Double)
    case text(String)
    case id(ItemID)
    case bytes([UInt8])
  }

  init(_ sql: String, _ values: [Value] = []) {
    self.sql = sql
    self.values = values
  }

  private init(constant sql: String) {
    self.init(sql)
    hasConstant = true
  }

  /// Always true.
  static let yes = SQLFragment(constant: "1")
  /// Always false.
  static let no = SQLFragment(constant: "0")

  static func + (left: SQLFragment, right: SQLFragment) -> SQLFragment {
    var result = left
    result.sql += right.sql
    result.values += right.values
    result.hasConstant = left.hasConstant || right.hasConstant
    return result
  }

  static func + (left: SQLFragment, right: String) -> SQLFragment { left + SQLFragment(right) }

  /// The fragments joined by one operator, as a balanced tree.
  ///
  /// SQLite limits an expression's depth to 1,000, and a chain of operators is as deep as it is
  /// long. <https://www.sqlite.org/limits.html>
  static func joined(
    _ fragments: [SQLFragment],
    by word: String,
    none: SQLFragment
  ) -> SQLFragment {
    switch fragments.count {
    case 0: return none
    case 1: return fragments[0]
    default:
      let middle = fragments.count / 2
      let left = joined(Array(fragments[..<middle]), by: word, none: none)
      let right = joined(Array(fragments[middle...]), by: word, none: none)
      return SQLFragment("(") + left + SQLFragment(" \(word) ") + right + ")"
    }
  }

  /// A list of parameters in parentheses.
  static func list(_ values: [Value]) -> SQLFragment {
    SQLFragment(
      "(" + Array(repeating: "?", count: values.count).joined(separator: ",") + ")",
      values
    )
  }
}

extension Statement {
  /// Binds a fragment's values to the parameters from 1 on.
  func bind(_ values: [SQLFragment.Value]) {
    for (offset, value) in values.enumerated() {
      switch value {
      case .integer(let value): bind(value, at: offset + 1)
      case .real(let value): bind(value, at: offset + 1)
      case .text(let value): bind(value, at: offset + 1)
      case .id(let value): bind(value, at: offset + 1)
      case .bytes(let value): bind(value, at: offset + 1)
      }
    }
  }
}
