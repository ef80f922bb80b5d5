extension UrgencyRule {
  /// The number of the group as an SQL expression.
  func expression() throws(StorageError) -> SQLFragment {
    var expression = SQLFragment("CASE")
    for (group, condition) in resolved {
      expression =
        expression + SQLFragment(" WHEN ") + (try condition.condition())
        + " THEN \(group.rawValue)"
    }
    return expression + " ELSE \(UrgencyGroup.other.rawValue) END"
  }
}
