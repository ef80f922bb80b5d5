// What conditions on days and times mean where and when a query is asked.

extension ItemFilter {
  /// The same of a condition that is nested so deep.
  func resolved(at now: Timestamp, in zone: LocalZone, depth: Int) -> ItemFilter {
    func resolved(_ filters: [ItemFilter]) -> [ItemFilter] {
      filters.map { $0.resolved(at: now, in: zone, depth: depth + 1) }
    }
    // One that is nested deeper is refused, and would end the stack before.
    guard depth <= ItemFilter.maxDepth else { return self }
    switch self {
    case .field(let part, let match):
      return .field(part, match.resolved(for: part, at: now, in: zone))
    case .attribute(let path, .within(let range)):
      return .attribute(path, .within(range.resolved(at: now, in: zone)))
    case .and(let filters): return .and(resolved(filters))
    case .or(let filters): return .or(resolved(filters))
    case .not(let filter): return .not(filter.resolved(at: now, in: zone, depth: depth + 1))
    case .blockedBy(let filter):
      return .blockedBy(filter.resolved(at: now, in: zone, depth: depth + 1))
    case .blocking(let filter):
      return .blocking(filter.resolved(at: now, in: zone, depth: depth + 1))
    case .below(let filter, let levels):
      return .below(filter.resolved(at: now, in: zone, depth: depth + 1), levels: levels)
    case .all, .tags, .text, .attribute, .ids, .idRange, .numbers, .top: return self
    }
  }

  /// Whether it depends on when, or in which zone, it is asked.
  package var isRelative: Bool {
    switch self {
    case .field(let part, .within(let range)):
      range.isRelative || part.form == .dayOrTime && !range.isResolved
    case .field(let part, .compared): part.form == .dayOrTime
    case .attribute(_, .within(let range)): range.isRelative || !range.isResolved
    case .and(let filters), .or(let filters): filters.contains(where: \.isRelative)
    case .not(let filter), .below(let filter, _), .blockedBy(let filter), .blocking(let filter):
      filter.isRelative
    case .field, .all, .tags, .text, .attribute, .ids, .idRange, .numbers, .top: false
    }
  }

  /// The range within which every item of the result is due, as far as the top of the filter says; resolved.
  var dueRanges: [DateRange] {
    switch self {
    case .field(.due, .within(let range)): [range]
    case .and(let filters): filters.flatMap(\.dueRanges)
    default: []
    }
  }
}

extension ItemFilter.FieldMatch {
  /// The match with resolved bounds; comparisons of days and times become ranges.
  func resolved(for part: ItemPart, at now: Timestamp, in zone: LocalZone) -> ItemFilter.FieldMatch
  {
    switch self {
    case .within(let range): return .within(range.resolved(at: now, in: zone))
    case .compared(let comparison, let json):
      guard part.form == .dayOrTime, let value = DayOrInstant(jsonForm: json),
        let range = DateRange(comparison, value, in: zone)
      else { return self }
      return .within(range.resolved(at: now, in: zone))
    case .exists, .oneOf, .contains: return self
    }
  }
}

extension DateRange {
  /// The values that compare so with a value; nil for equality, which is that of one and the same value.
  ///
  /// A day and a moment within it are neither equal, nor is one below the other.
  fileprivate init?(
    _ comparison: ItemFilter.Comparison,
    _ value: DayOrInstant,
    in zone: LocalZone
  ) {
    switch comparison {
    case .equal, .notEqual: return nil
    case .below: self.init(until: .at(value))
    case .atLeast: self.init(from: .at(value))
    case .atMost: self.init(until: .next(after: value, in: zone))
    case .above: self.init(from: .next(after: value, in: zone))
    }
  }
}
