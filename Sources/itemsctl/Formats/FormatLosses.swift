import Storage

/// Counts the parts of items that would come back other than they went out.
///
/// Each item that is written is read back at once, so that nothing is lost in silence, nor is anything
/// called lost that is not.
final class FormatLosses: Sendable {
  private let counts = Locked<[ItemField: Int]>([:])

  /// Compares an item with what a reader of its line would make of it.
  func note(_ item: Item, comesBackAs record: ItemJSON.Record) {
    let lost = FormatLosses.fields.filter { !$0.isSame(in: item, as: record.draft) }
    guard !lost.isEmpty else { return }
    counts.withLock { counts in for field in lost { counts[field, default: 0] += 1 } }
  }

  /// A sentence for each kind of thing that was lost: `notes of 12 items`; empty without a loss.
  var phrases: [String] {
    let counts = counts.withLock { $0 }
    return FormatLosses.fields.compactMap { field in
      counts[field].map { "\(field.lossPhrase) of \(counted($0))" }
    }
  }

  /// Everything but the number, which no import takes over.
  private static let fields = ItemField.all.filter { $0 != .number }
}

extension ItemField {
  fileprivate func isSame(in item: Item, as draft: ItemDraft) -> Bool {
    switch self {
    case .id: draft.id == item.id
    case .kind: utf8Equal(draft.kind, item.kind)
    case .title: utf8Equal(draft.title, item.title)
    case .notes: utf8Equal(draft.notes, item.notes)
    case .status: draft.status == item.status
    case .priority: draft.priority == item.priority
    case .list: utf8Equal(draft.list, item.list)
    case .tags: draft.tags == item.tags
    case .dueAt: draft.dueAt == item.dueAt
    case .createdAt: draft.createdAt == item.createdAt
    case .updatedAt: draft.updatedAt == item.updatedAt
    case .completedAt: draft.completedAt == item.completedAt
    case .attributes, .attribute: draft.attributes == item.attributes
    case .number: true
    }
  }

  fileprivate var lossPhrase: String {
    switch self {
    case .title: "the exact title"
    case .list: "the exact list"
    case .tags: "some tags"
    case .dueAt: "the exact time that it is due"
    case .createdAt: "the exact time of creation"
    case .updatedAt: "the exact time of the last edit"
    case .completedAt: "the exact time of completion"
    case .attributes: "some attributes"
    default: name
    }
  }
}
