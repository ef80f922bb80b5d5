/// A condition on an item; conditions combine by ``and(_:)``, ``or(_:)`` and ``not(_:)``.
///
/// Text compares by its UTF-8 bytes, except in ``text(_:)``, which folds case and diacritics.
/// Tags and attribute keys are brought to normalisation form C first, as they are when written.
/// A query whose conditions are nested more than 40 deep or compare with more than 32,000 values is
/// refused with ``StorageError/Code/invalidQuery``.
public indirect enum ItemFilter: Sendable, Equatable {
  /// Every live item.
  case all
  /// Items whose value of this field matches; the functions below are short forms for the most common fields.
  ///
  /// A match that the field cannot have, such as one of a set or an object, is refused with
  /// ``StorageError/Code/invalidQuery``.
  case field(ItemPart, FieldMatch)
  /// Items with all, any or none of these tags.
  case tags(SetMatch, Set<String>)
  /// Items in whose title, notes or tags every one of these words begins a word.
  ///
  /// Case and diacritics are folded. Every text is taken as words, never as operators; marks that
  /// are not part of a word are ignored; a text without any word matches every item.
  case text(String)
  /// Items whose value at this path of the attributes matches.
  case attribute(AttributePath, AttributeMatch)
  /// Items with one of these ids.
  case ids(Set<ItemID>)
  /// Items with an id from the first to the last of the range, both included.
  case idRange(ClosedRange<ItemID>)
  /// Items with one of these local numbers.
  case numbers(Set<Int>)
  /// Items that are this many levels below a live item that matches; level 1 is directly below it.
  ///
  /// A deleted item counts as being in its old place, without items below it.
  case below(ItemFilter, levels: ClosedRange<Int>)
  /// Items without a live parent; see ``ItemTree``.
  case top
  /// Items that wait for a live item that matches; see ``Item/blockers``.
  case blockedBy(ItemFilter)
  /// Items for which a live item waits that matches.
  case blocking(ItemFilter)
  /// Items that match every condition; without conditions, every item.
  case and([ItemFilter])
  /// Items that match at least one condition; without conditions, no item.
  case or([ItemFilter])
  /// Items that do not match the condition.
  case not(ItemFilter)
}

extension ItemFilter {
  /// How two values compare.
  public enum Comparison: Sendable, Hashable, CaseIterable {
    /// `=`
    case equal
    /// `!=`
    case notEqual
    /// `<`
    case below
    /// `<=`
    case atMost
    /// `>`
    case above
    /// `>=`
    case atLeast
  }

  /// Which of a set of tags an item must have.
  public enum SetMatch: Sendable, Hashable, CaseIterable {
    /// Every one of them.
    case all
    /// At least one of them.
    case any
    /// Not one of them.
    case none
  }
}

extension ItemFilter {
  /// How deep conditions may be nested; the stack of SQLite's parser is limited.
  static let maxDepth = 40

  /// Whether it compares with text.
  var hasStrings: Bool {
    switch self {
    case .tags, .text, .attribute: true
    case .field(let part, _): part.form == .text
    case .and(let filters), .or(let filters): filters.contains(where: \.hasStrings)
    case .not(let filter), .blockedBy(let filter), .blocking(let filter): filter.hasStrings
    case .below(let filter, _): filter.hasStrings
    case .all, .ids, .idRange, .numbers, .top: false
    }
  }

  /// True if it looks up tags or blockers.
  var hasTags: Bool {
    switch self {
    case .tags, .blockedBy, .blocking: true
    case .and(let filters), .or(let filters): filters.contains(where: \.hasTags)
    case .not(let filter), .below(let filter, _): filter.hasTags
    default: false
    }
  }

  /// Whether it uses the search index.
  var hasText: Bool {
    switch self {
    case .text: true
    case .and(let filters), .or(let filters): filters.contains(where: \.hasText)
    case .not(let filter), .below(let filter, _), .blockedBy(let filter), .blocking(let filter):
      filter.hasText
    default: false
    }
  }
}
