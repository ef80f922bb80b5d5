/// Something that is wrong in a store.
public struct StoreFinding: Sendable, Hashable {
  /// What the finding concerns.
  public var subject: Subject
  /// The number of the item that the finding concerns, if any.
  public var number: Int?
  /// A sentence for a person, without any of an item's contents.
  public var message: String

  /// What a finding concerns; later versions may add more without breaking source.
  public struct Subject: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case file, reference, counters, item, marks, tags, searchIndex, conflicts, tree, blockers
    }

    private let kind: Kind

    /// The subject's name, for logs.
    public var description: String { kind.rawValue }

    /// The file itself, its pages and tables, or its text format.
    public static let file = Subject(kind: .file)
    /// A row that refers to a missing row.
    public static let reference = Subject(kind: .reference)
    /// The store's counters: its clock and the next number.
    public static let counters = Subject(kind: .counters)
    /// An item that cannot be read or contradicts itself.
    public static let item = Subject(kind: .item)
    /// The sync marks of an item.
    public static let marks = Subject(kind: .marks)
    /// The table that finds items by tags.
    public static let tags = Subject(kind: .tags)
    /// The index that finds words.
    public static let searchIndex = Subject(kind: .searchIndex)
    /// The list of changes that sync could not apply.
    public static let conflicts = Subject(kind: .conflicts)
    /// Items that are under each other in a circle.
    public static let tree = Subject(kind: .tree)
    /// Items that wait for each other in a circle, or the table that finds items by their blockers.
    public static let blockers = Subject(kind: .blockers)
  }

  /// Makes a finding.
  public init(_ subject: Subject, number: Int? = nil, _ message: String) {
    self.subject = subject
    self.number = number
    self.message = message
  }

  /// The most findings that a check of one kind returns: a damaged file has thousands.
  package static let maxCount = 100
}
